/* SPDX-License-Identifier: GPL-3.0-or-later */
/* star-mesh.c - the walk of star_mesh.py, which explains it and compiles this file into a library. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { VERTICES = 16, PARTS = 24 };

typedef struct {
  int side, layer, parts, inner; /* inner vertices; the ends of the battery follow them */
  const uint8_t *ends;           /* of each part: the end that is eliminated first, the other end */
  const int32_t *first, *sizes;  /* the first proportion of each number of squares; width, height */
  const uint64_t *open;          /* a bit for each interval of conductances that are looked for */
  uint16_t *table, *squares;     /* the squares of all rectangles; of all squares, or NULL */
  int chosen[PARTS][2];
  double mesh[VERTICES + 1][VERTICES][VERTICES]; /* the conductances after each vertex */
} Walk;

static bool
is_open (const Walk *walk, double conductance)
{
  union {
    double value;
    uint64_t bits;
  } number = { conductance };
  uint64_t at = (number.bits >> 34) - (UINT64_C (1007) << 18); /* 2^-16 and more */

  return at >> 23 == 0 && (walk->open[at / 64] >> at % 64 & 1);
}

/* Finds the fraction of sides next to a number, by its continued fraction; false if none is close. */
static bool
find_fraction (double value, int side, int *above, int *below)
{
  double rest = value;
  int p = 1, q = 0, old_p = 0, old_q = 1;

  do {
    double whole = floor (rest);
    int last_p = old_p, last_q = old_q;
    if (p * whole + old_p > side || q * whole + old_q > side)
      return false;
    old_p = p;
    old_q = q;
    p = p * (int) whole + last_p;
    q = q * (int) whole + last_q;
    rest = 1 / (rest - whole);
  } while (fabs (value * q - p) >= 1e-8 * p);
  *above = p;
  *below = q;
  return true;
}

static void
eliminate (Walk *walk, int vertex)
{
  double (*from)[VERTICES] = walk->mesh[vertex], (*to)[VERTICES] = walk->mesh[vertex + 1], sum = 0;
  int end = walk->inner + 2;

  for (int i = vertex + 1; i < end; i++)
    sum += from[vertex][i];
  for (int i = vertex + 1; i < end; i++) {
    double share = from[vertex][i] / sum;
    for (int j = i + 1; j < end; j++)
      to[i][j] = from[i][j] + share * from[vertex][j];
  }
}

/* Whether the chosen parts tile w x h: potentials and currents are integers that obey Kirchhoff. */
static bool
verify (const Walk *walk, int w, int h)
{
  int inner = walk->inner, at[VERTICES], current[VERTICES] = { 0 };
  double potential[VERTICES] = { 0 };

  at[inner] = h;
  at[inner + 1] = 0;
  potential[inner] = h;
  for (int v = inner - 1; v >= 0; v--) {
    double sum = 0;
    for (int u = v + 1; u < inner + 2; u++) {
      sum += walk->mesh[v][v][u];
      potential[v] += walk->mesh[v][v][u] * potential[u];
    }
    potential[v] /= sum;
    at[v] = (int) lround (potential[v]);
    if (fabs (potential[v] - at[v]) > 1e-6)
      return false;
  }
  for (int i = 0; i < walk->parts; i++) {
    const int *size = walk->chosen[i];
    int from = walk->ends[2 * i], to = walk->ends[2 * i + 1], fall = at[from] - at[to];
    if (fall % size[1] != 0)
      return false;
    current[from] += fall / size[1] * size[0];
    current[to] -= fall / size[1] * size[0];
  }
  for (int v = 0; v < inner; v++)
    if (current[v] != 0)
      return false;
  return current[inner] == w;
}

/* Enters the rectangles of the proportion p : q that the chosen parts tile; `last` is the one that
 * the mesh lacks. */
static void
enter (Walk *walk, int p, int q, double last)
{
  int v = walk->inner - 1, row = walk->side + 1, d = 1, most = walk->side / (p > q ? p : q);
  double *g = &walk->mesh[v][v][walk->ends[2 * walk->parts - 1]], base = *g;

  *g += last;
  eliminate (walk, v);
  while (d <= most && !verify (walk, d * p, d * q))
    d++;
  for (int k = d; k <= most; k += d) {
    uint16_t *value = walk->squares ? &walk->squares[k] : &walk->table[k * p * row + k * q];
    if (*value == 0)
      *value = (uint16_t) walk->layer;
  }
  *g = base;
}

/* Tries all last parts of `left` squares; or computes the one that makes the whole a square. */
static void
finish (Walk *walk, int left)
{
  int inner = walk->inner, end = walk->ends[2 * walk->parts - 1], row = walk->side + 1, p, q;
  double (*m)[VERTICES] = walk->mesh[inner - 1], through = m[inner][inner + 1];
  double to_end = m[inner - 1][end], across = m[inner - 1][2 * inner + 1 - end];
  int *chosen = walk->chosen[walk->parts - 1];

  if (walk->squares) {
    double rest = 1 - through, last = rest * across / (across - rest) - to_end;
    if (last > 0 && is_open (walk, last) && find_fraction (last, walk->side, &p, &q)
        && walk->table[p * row + q] == left) {
      chosen[0] = p;
      chosen[1] = q;
      enter (walk, 1, 1, last);
    }
    return;
  }
  for (int i = walk->first[left]; i < walk->first[left + 1]; i++) {
    double last = (double) walk->sizes[2 * i] / walk->sizes[2 * i + 1], sum = to_end + last;
    double whole = through + sum * across / (sum + across);
    if (is_open (walk, whole) && find_fraction (whole, walk->side, &p, &q)
        && walk->table[p * row + q] == 0) {
      chosen[0] = walk->sizes[2 * i];
      chosen[1] = walk->sizes[2 * i + 1];
      enter (walk, p, q, last);
    }
  }
}

/* Chooses a part, with `left` squares for it and those after it. */
static void
choose (Walk *walk, int part, int left)
{
  int after = walk->parts - 1 - part, v = walk->ends[2 * part];
  double *g = &walk->mesh[v][v][walk->ends[2 * part + 1]], base = *g;

  if (after == 0) {
    finish (walk, left);
    return;
  }
  for (int squares = 1; squares <= left - after; squares++)
    for (int i = walk->first[squares]; i < walk->first[squares + 1]; i++) {
      walk->chosen[part][0] = walk->sizes[2 * i];
      walk->chosen[part][1] = walk->sizes[2 * i + 1];
      *g = base + (double) walk->sizes[2 * i] / walk->sizes[2 * i + 1];
      for (int u = v; u < walk->ends[2 * part + 2]; u++)
        eliminate (walk, u);
      choose (walk, part + 1, left - squares);
    }
  *g = base;
}

/* Enters all rectangles (or squares, if there is a list of them) of `layer` squares that some networks
 * of as many parts make. */
void
star_mesh (int side, int layer, int parts, int networks, const uint8_t *ends, const int32_t *first,
           const int32_t *sizes, const uint64_t *open, uint16_t *table, uint16_t *squares)
{
  for (int i = 0; i < networks; i++, ends += 2 * parts) {
    Walk walk = { .side = side,
                  .layer = layer,
                  .parts = parts,
                  .ends = ends,
                  .first = first,
                  .sizes = sizes,
                  .open = open,
                  .table = table,
                  .squares = squares,
                  .inner = ends[2 * parts - 2] + 1 };
    choose (&walk, 0, layer);
  }
}
