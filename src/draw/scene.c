/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene.c - builds scenes from boards, tilings and placed pieces, and transforms the front of a
 * sweep back to the orientation of the board. See scene.h. */
#include "draw/scene.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/transform.h"
#include "puzzle/i18n.h"
#include "puzzle/string-order.h"

/* Everything that a scene points to, and the containers that grow while it is built. */
typedef struct {
  TwScene scene;
  uint8_t *cells;
  int32_t *map;
  uint8_t *shades;
  GArray *regions; /* TwRegion */
  GString *names;
  GTree *offsets; /* name -> offset in names; only during construction */
} SceneData;

G_STATIC_ASSERT (G_STRUCT_OFFSET (SceneData, scene) == 0);

static void
scene_data_clear (void *memory)
{
  SceneData *data = memory;

  g_free (data->cells);
  g_free (data->map);
  g_free (data->shades);
  g_array_unref (data->regions);
  g_string_free (data->names, TRUE);
  g_free ((uint8_t *) (guintptr) data->scene.grids);
  g_free ((int32_t *) (guintptr) data->scene.weights);
  g_free ((char *) (guintptr) data->scene.sentence);
}

static SceneData *
scene_begin (const TwBoard *board, const uint8_t *outside, TwPaletteKind kind, size_t n_regions)
{
  SceneData *data = g_atomic_rc_box_new0 (SceneData);
  size_t n_cells = (size_t) board->width * (size_t) board->height;

  data->cells = g_memdup2 (board->cells, n_cells);
  data->map = g_new (int32_t, n_cells);
  memset (data->map, 0xff, n_cells * sizeof *data->map);
  data->shades = g_new0 (uint8_t, n_cells);
  data->regions = g_array_sized_new (FALSE, FALSE, sizeof (TwRegion), (guint) n_regions);
  data->names = g_string_new_len ("", 1);
  data->offsets = tw_string_tree_new (NULL);

  data->scene.width = board->width;
  data->scene.height = board->height;
  data->scene.kind = kind;
  for (size_t i = 0; i < n_cells; i++) {
    if (outside != NULL && outside[i] != 0 && data->cells[i] == TW_CELL_BLOCKED)
      data->cells[i] = TW_SCENE_OUTSIDE;
    else if (data->cells[i] == TW_SCENE_OUTSIDE)
      data->cells[i] = TW_SCENE_OUTSIDE - 1; /* colours end at 254 */
  }
  return data;
}

static uint32_t
scene_intern (SceneData *data, const char *name)
{
  g_autofree char *valid = NULL;
  gpointer offset;

  if (name == NULL || name[0] == '\0')
    return 0;
  if (!g_utf8_validate (name, -1, NULL))
    name = valid = g_utf8_make_valid (name, -1);
  if (g_tree_lookup_extended (data->offsets, name, NULL, &offset))
    return GPOINTER_TO_UINT (offset);
  offset = GUINT_TO_POINTER (data->names->len);
  g_string_append_len (data->names, name, (gssize) strlen (name) + 1);
  g_tree_insert (data->offsets, g_strdup (name), offset);
  return GPOINTER_TO_UINT (offset);
}

/* Finds the cell of each piece that is nearest to its centre of gravity, the first one among
 * equals. */
static void
scene_find_label_cells (SceneData *data)
{
  typedef struct {
    int64_t x;
    int64_t y;
    int64_t nearest;
  } Centre;
  size_t n_cells = (size_t) data->scene.width * (size_t) data->scene.height;
  Centre *centres = g_new0 (Centre, data->regions->len);

  for (size_t cell = 0; cell < n_cells; cell++) {
    if (data->map[cell] == TW_SCENE_NO_REGION)
      continue;
    centres[data->map[cell]].x += (int64_t) (cell % (size_t) data->scene.width);
    centres[data->map[cell]].y += (int64_t) (cell / (size_t) data->scene.width);
    centres[data->map[cell]].nearest = INT64_MAX;
  }
  for (size_t cell = 0; cell < n_cells; cell++) {
    int32_t i = data->map[cell];
    int x = (int) (cell % (size_t) data->scene.width);
    int y = (int) (cell / (size_t) data->scene.width);
    TwRegion *r;
    int64_t dx, dy;

    if (i == TW_SCENE_NO_REGION)
      continue;
    r = &g_array_index (data->regions, TwRegion, i);
    dx = (int64_t) x * r->n_cells - centres[i].x;
    dy = (int64_t) y * r->n_cells - centres[i].y;
    if (dx * dx + dy * dy >= centres[i].nearest)
      continue;
    centres[i].nearest = dx * dx + dy * dy;
    r->label_x = x;
    r->label_y = y;
  }
  g_free (centres);
}

/* Returns a tone that no neighbour of the same colour has yet, if one is left. Tones are chosen in the
 * order of the first cells. At most four neighbours of the same size come before a square, so five
 * tones are enough, unless sizes that differ by TW_PALETTE_LENGTH have one colour. The preferred tone depends only on the place, so most
 * regions keep theirs when others change during a search. */
static uint8_t
choose_tone (const TwScene *scene, int32_t index)
{
  const TwRegion *r = &scene->regions[index];
  unsigned preferred = (unsigned) (r->x / r->width + r->y / r->width) % 2, used = 0;

  for (int y = r->y; y < r->y + r->height; y++)
    for (int x = r->x; x < r->x + r->width; x++) {
      const int32_t beside[] = { tw_scene_region_at (scene, x - 1, y),
                                 tw_scene_region_at (scene, x + 1, y),
                                 tw_scene_region_at (scene, x, y - 1),
                                 tw_scene_region_at (scene, x, y + 1) };

      if (tw_scene_region_at (scene, x, y) != index)
        continue;
      for (int i = 0; i < 4; i++)
        if (beside[i] != index && beside[i] != TW_SCENE_NO_REGION
            && (scene->regions[beside[i]].colour - r->colour) % TW_PALETTE_LENGTH == 0)
          used |= 1u << scene->regions[beside[i]].tone;
    }
  if (used == 0)
    return 0;
  for (unsigned k = 0; k < TW_N_TONES; k++) {
    unsigned tone = k < 2 ? preferred ^ k : k;

    if ((used & 1u << tone) == 0)
      return (uint8_t) tone;
  }
  return (uint8_t) preferred;
}

/* In the order of their first cells. */
static void
scene_choose_tones (SceneData *data)
{
  TwRegion *regions = (TwRegion *) (void *) data->regions->data;
  size_t n_cells = (size_t) data->scene.width * (size_t) data->scene.height;

  for (guint r = 0; r < data->regions->len; r++)
    regions[r].tone = TW_N_TONES; /* none yet */
  for (size_t cell = 0; cell < n_cells; cell++) {
    int32_t r = data->map[cell];

    if (r != TW_SCENE_NO_REGION && regions[r].tone == TW_N_TONES)
      regions[r].tone = choose_tone (&data->scene, r);
  }
  for (guint r = 0; r < data->regions->len; r++)
    regions[r].tone %= TW_N_TONES; /* those without a visible cell still have none */
}

/* Counts the visible cells of each region and finishes the construction. */
static TwScene *
scene_end (SceneData *data)
{
  TwScene *scene = &data->scene;
  size_t n_cells = (size_t) scene->width * (size_t) scene->height;
  bool seen[256] = { false };

  g_clear_pointer (&data->offsets, g_tree_unref);
  scene->cells = data->cells;
  scene->map = data->map;
  scene->shades = data->shades;
  scene->regions = (const TwRegion *) (const void *) data->regions->data;
  scene->n_regions = data->regions->len;
  scene->names = data->names->str;

  scene_choose_tones (data);
  for (size_t i = 0; i < n_cells; i++) {
    if (data->map[i] != TW_SCENE_NO_REGION) {
      TwRegion *r = &g_array_index (data->regions, TwRegion, data->map[i]);

      r->n_cells++;
      data->shades[i] = tw_region_shade (r);
    }
    if (data->cells[i] == TW_CELL_BLOCKED || data->cells[i] == TW_SCENE_OUTSIDE)
      continue;
    scene->n_free++;
    scene->n_uncovered += data->map[i] == TW_SCENE_NO_REGION;
    scene->n_colours += !seen[data->cells[i]];
    seen[data->cells[i]] = true;
  }
  if (scene->kind == TW_PALETTE_PIECES)
    scene_find_label_cells (data);
  return scene;
}

TwScene *
tw_scene_new_board (const TwBoard *board, const uint8_t *outside)
{
  return scene_end (scene_begin (board, outside, TW_PALETTE_SIZES, 0));
}

TwScene *
tw_scene_new_squares (const TwBoard *board, const uint8_t *outside, const TwTiling *tiling)
{
  size_t n = MIN (tiling->count, TW_SCENE_MAX_REGIONS);
  SceneData *data = scene_begin (board, outside, TW_PALETTE_SIZES, n);

  for (size_t i = 0; i < n; i++) {
    TwSquare s = tiling->squares[i];
    int64_t left = MAX (s.x, 0), right = MIN ((int64_t) s.x + s.size, board->width);
    int64_t top = MAX (s.y, 0), bottom = MIN ((int64_t) s.y + s.size, board->height);
    TwRegion region = { .square = s.size, .colour = (uint16_t) CLAMP (s.size, 1, G_MAXUINT16) };

    if (left < right && top < bottom) {
      region.x = (int32_t) left;
      region.y = (int32_t) top;
      region.width = (int32_t) (right - left);
      region.height = (int32_t) (bottom - top);
      region.label_x = region.x;
      region.label_y = region.y;
    }
    for (int y = region.y; y < region.y + region.height; y++)
      for (int x = region.x; x < region.x + region.width; x++)
        data->map[tw_board_index (board, x, y)] = (int32_t) i;
    data->scene.largest = MAX (data->scene.largest, MAX (region.width, region.height));
    g_array_append_val (data->regions, region);
  }
  return scene_end (data);
}

TwScene *
tw_scene_new_pieces (const TwBoard *board, const uint8_t *outside, const TwScenePiece *pieces,
                     size_t n_pieces)
{
  size_t n = MIN (n_pieces, TW_SCENE_MAX_REGIONS);
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  SceneData *data = scene_begin (board, outside, TW_PALETTE_PIECES, n);

  for (size_t i = 0; i < n; i++) {
    const TwScenePiece *piece = &pieces[i];
    TwRegion region = { .name = scene_intern (data, piece->name),
                        .colour = (uint16_t) (piece->colour % (G_MAXUINT16 + 1u)),
                        .flags = (uint8_t) piece->flags };
    int left = board->width, right = -1, top = board->height, bottom = -1;

    for (size_t j = 0; j < piece->n_cells; j++) {
      uint32_t cell = piece->cells[j];

      if (cell >= n_cells)
        continue;
      data->map[cell] = (int32_t) i;
      left = MIN (left, (int) (cell % (uint32_t) board->width));
      right = MAX (right, (int) (cell % (uint32_t) board->width));
      top = MIN (top, (int) (cell / (uint32_t) board->width));
      bottom = MAX (bottom, (int) (cell / (uint32_t) board->width));
    }
    if (right >= 0) {
      region.x = left;
      region.y = top;
      region.width = right - left + 1;
      region.height = bottom - top + 1;
    }
    data->scene.n_fixed += (piece->flags & TW_REGION_FIXED) != 0;
    g_array_append_val (data->regions, region);
  }
  return scene_end (data);
}

/* Finds the region of `other` that has all cells of each region of `scene`, or NO_REGION. */
static int32_t *
find_partners (const TwScene *scene, const TwScene *other)
{
  enum { UNSEEN = -2 };
  size_t n_cells = (size_t) scene->width * (size_t) scene->height;
  int32_t *partners = g_new (int32_t, scene->n_regions);

  for (size_t i = 0; i < scene->n_regions; i++)
    partners[i] = UNSEEN;
  for (size_t cell = 0; cell < n_cells; cell++) {
    int32_t *partner = &partners[MAX (scene->map[cell], 0)];

    if (scene->map[cell] == TW_SCENE_NO_REGION)
      continue;
    if (*partner == UNSEEN)
      *partner = other->map[cell];
    else if (*partner != other->map[cell])
      *partner = TW_SCENE_NO_REGION;
  }
  for (size_t i = 0; i < scene->n_regions; i++)
    partners[i] = MAX (partners[i], TW_SCENE_NO_REGION); /* all its cells are hidden */
  return partners;
}

static SceneData *
scene_copy (const TwScene *scene)
{
  const SceneData *from = (const SceneData *) (const void *) scene;
  SceneData *data = g_atomic_rc_box_new0 (SceneData);
  size_t n_cells = (size_t) scene->width * (size_t) scene->height;

  data->scene = *scene;
  data->scene.cells = data->cells = g_memdup2 (scene->cells, n_cells);
  data->scene.map = data->map = g_memdup2 (scene->map, n_cells * sizeof *scene->map);
  data->scene.shades = data->shades = g_memdup2 (scene->shades, n_cells);
  data->scene.grids = g_memdup2 (scene->grids, n_cells);
  data->names = g_string_new_len (from->names->str, (gssize) from->names->len);
  data->scene.names = data->names->str;
  data->regions = g_array_sized_new (FALSE, FALSE, sizeof (TwRegion), (guint) scene->n_regions);
  g_array_append_vals (data->regions, scene->regions, (guint) scene->n_regions);
  data->scene.regions = (const TwRegion *) (const void *) data->regions->data;
  data->scene.weights = g_memdup2 (scene->weights, n_cells * sizeof *scene->weights);
  data->scene.sentence = g_strdup (scene->sentence);
  return data;
}

void
tw_scene_set_grids (TwScene *scene, uint8_t *grids)
{
  scene->grids = grids;
}

TwScene *
tw_scene_new_why (const TwScene *scene, const TwWhy *why)
{
  SceneData *data = scene_copy (scene);

  g_return_val_if_fail (scene->layer == TW_LAYER_NONE && scene->sentence == NULL, NULL);
  data->scene.layer = why->layer;
  data->scene.unit = why->unit;
  data->scene.weights = g_memdup2 (why->weights, (size_t) scene->width * (size_t) scene->height
                                                   * sizeof *why->weights);
  data->scene.sentence = g_strdup (why->sentence);
  return &data->scene;
}

TwScene *
tw_scene_new_difference (const TwScene *scene, const TwScene *other, size_t *n_differ)
{
  size_t n_cells = (size_t) scene->width * (size_t) scene->height;
  g_autofree int32_t *partners = NULL;
  SceneData *data;

  g_return_val_if_fail (scene->width == other->width && scene->height == other->height, NULL);
  partners = find_partners (scene, other);
  data = scene_copy (scene);
  *n_differ = 0;
  for (size_t i = 0; i < scene->n_regions; i++) {
    TwRegion *r = &g_array_index (data->regions, TwRegion, i);
    const TwRegion *o = partners[i] >= 0 ? &other->regions[partners[i]] : NULL;

    r->flags &= (uint8_t) ~TW_REGION_SHARED;
    if (o != NULL && o->n_cells == r->n_cells && o->square == r->square && o->colour == r->colour)
      r->flags |= TW_REGION_SHARED;
    else
      ++*n_differ;
  }
  for (size_t i = 0; i < n_cells; i++)
    if (data->map[i] != TW_SCENE_NO_REGION)
      data->shades[i] = tw_region_shade (&g_array_index (data->regions, TwRegion, data->map[i]));
  return &data->scene;
}

TwScene *
tw_scene_ref (TwScene *scene)
{
  return g_atomic_rc_box_acquire (scene);
}

void
tw_scene_unref (TwScene *scene)
{
  g_atomic_rc_box_release_full (scene, scene_data_clear);
}

static void
add_to_legend (GString *legend, TwTheme theme, TwLayerClass class, const char *meaning)
{
  gboolean dark = tw_palette_ink (tw_theme_colours (theme)->paper) == 0xffffff;
  /* These are close to the colour of the paper. */
  gboolean outlined = class == TW_CLASS_ZERO || class == (dark ? TW_CLASS_DARK : TW_CLASS_PALE);
  uint32_t colour = outlined ? tw_theme_colours (theme)->text
                             : tw_palette_layer (theme, class, tw_theme_colours (theme)->free);

  if (legend->len > 0)
    g_string_append (legend, "   ");
  g_string_append_printf (legend, "<span foreground='#%06x'>%s</span>\u00a0%s", colour,
                          outlined ? "□" : "■", meaning);
}

char *
tw_scene_legend (const TwScene *scene, TwTheme theme)
{
  /* Translators: prices of cells, as fractions of the price of a square */
  static const char *const prices[] = { N_ ("below 0"), N_ ("0"),       N_ ("up to ⅛"),
                                        N_ ("up to ¼"), N_ ("up to ½"), N_ ("up to 1") };
  g_autoptr (GString) legend = g_string_new (NULL);

  if (scene->layer == TW_LAYER_COLOURS) {
    add_to_legend (legend, theme, TW_CLASS_PALE, _ ("light cell"));
    add_to_legend (legend, theme, TW_CLASS_DARK, _ ("dark cell"));
  } else if (scene->layer == TW_LAYER_PRICES) {
    for (guint i = 0; i < G_N_ELEMENTS (prices); i++)
      add_to_legend (legend, theme, TW_CLASS_NEGATIVE + i, _ (prices[i]));
  }
  return legend->len > 0 ? g_string_free (g_steal_pointer (&legend), FALSE) : NULL;
}

/* Squares before others from the largest size; pieces in the order of their colours and names. */
static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const TwRegion *p = *(const TwRegion *const *) a, *q = *(const TwRegion *const *) b;

  if (p->square != q->square)
    return p->square > q->square ? -1 : 1;
  if (p->colour != q->colour)
    return p->colour < q->colour ? -1 : 1;
  return (p->name > q->name) - (p->name < q->name);
}

char *
tw_scene_legend_of_regions (const TwScene *scene, TwTheme theme)
{
  g_autofree const TwRegion **regions = g_new (const TwRegion *, scene->n_regions + 1);
  g_autoptr (GString) legend = g_string_new (NULL);
  size_t n_entries = 0;

  for (size_t i = 0; i < scene->n_regions; i++)
    regions[i] = &scene->regions[i];
  qsort (regions, scene->n_regions, sizeof *regions, compare_entries);
  for (size_t i = 0, end; i < scene->n_regions; i = end) {
    char buffer[TW_SCENE_LABEL_SIZE];
    const TwRegion *r = regions[i];
    g_autofree char *name = g_markup_escape_text (
      tw_scene_label (scene, (int32_t) (r - scene->regions), buffer), -1);

    for (end = i + 1; end < scene->n_regions; end++)
      if (compare_entries (&regions[i], &regions[end]) != 0)
        break;
    if (++n_entries > TW_SCENE_MOST_ENTRIES)
      return NULL;
    g_string_append_printf (legend, "%s<span foreground='#%06x'>■</span>\u00a0%s",
                            n_entries > 1 ? "   " : "",
                            tw_palette_fill (theme, scene->kind, r->colour), name);
    if (end - i > 1)
      g_string_append_printf (legend, "\u00a0×\u00a0%zu", end - i);
  }
  return n_entries > 0 ? g_string_free (g_steal_pointer (&legend), FALSE) : NULL;
}

const char *
tw_scene_label (const TwScene *scene, int32_t region, char buffer[TW_SCENE_LABEL_SIZE])
{
  const TwRegion *r = &scene->regions[region];

  if (r->square == 0)
    return scene->names + r->name;
  g_snprintf (buffer, TW_SCENE_LABEL_SIZE, "%d", (int) r->square);
  return buffer;
}

static char *
describe_region (const TwScene *scene, int32_t region)
{
  const TwRegion *r = &scene->regions[region];
  const char *name = scene->names + r->name;
  g_autofree char *where = g_strdup_printf (_ ("column %d, row %d"), r->x + 1, r->y + 1);
  g_autofree char *cells = g_strdup_printf (
    tw_ngettext ("%d cell", "%d cells", (gulong) r->n_cells), r->n_cells);

  if (r->square != 0)
    return g_strdup_printf (_ ("Square of side %d at %s"), r->square, where);
  if (name[0] == '\0')
    return g_strdup_printf (_ ("Piece of %s at %s"), cells, where);
  return g_strdup_printf ((r->flags & TW_REGION_FIXED) != 0 ? _ ("Fixed piece %s, %s, at %s")
                                                            : _ ("Piece %s, %s, at %s"),
                          name, cells, where);
}

char *
tw_scene_describe_region (const TwScene *scene, int32_t region)
{
  g_autofree char *text = describe_region (scene, region);

  return (scene->regions[region].flags & TW_REGION_SHARED) != 0
           /* Translators: a square or piece that both of two compared solutions have */
           ? g_strdup_printf (_ ("%s, in both solutions"), text)
           : g_steal_pointer (&text);
}

static char *
describe_cell (const TwScene *scene, int x, int y)
{
  int32_t region = tw_scene_region_at (scene, x, y);
  g_autofree char *where = g_strdup_printf (_ ("column %d, row %d"), x + 1, y + 1);

  if (region != TW_SCENE_NO_REGION)
    return tw_scene_describe_region (scene, region);
  switch (tw_scene_cell_at (scene, x, y)) {
  case TW_SCENE_OUTSIDE:
    return g_strdup_printf (_ ("Outside of the board at %s"), where);
  case TW_CELL_BLOCKED:
    return g_strdup_printf (_ ("Obstacle at %s"), where);
  default:
    if (scene->n_colours > 1)
      return g_strdup_printf (_ ("Free cell of colour %d at %s"), tw_scene_cell_at (scene, x, y),
                              where);
    return g_strdup_printf (_ ("Free cell at %s"), where);
  }
}

char *
tw_scene_describe_cell (const TwScene *scene, int x, int y)
{
  g_autofree char *text = describe_cell (scene, x, y);
  uint8_t cell = tw_scene_cell_at (scene, x, y);
  double price;

  if (cell == TW_CELL_BLOCKED || cell == TW_SCENE_OUTSIDE)
    return g_steal_pointer (&text);
  switch (scene->layer) {
  case TW_LAYER_PRICES:
    price = (double) scene->weights[y * scene->width + x] / scene->unit;
    /* Translators: a cell or a tile, and the price of a cell, as a fraction of that of a square */
    return g_strdup_printf (_ ("%s; the price of the cell is %.2f"), text, price);
  case TW_LAYER_MARKS:
    if (scene->weights[y * scene->width + x] != 0)
      return g_strdup_printf (_ ("%s; the cell is marked"), text);
    return g_steal_pointer (&text);
  default:
    return g_steal_pointer (&text);
  }
}

bool
tw_scene_front_init (TwSceneFront *to, const TwFront *front, int width, int height)
{
  int k = front->transform;
  bool columns = (k & TW_TRANSFORM_TRANSPOSE) != 0;
  int n_lines = columns ? width : height;
  int length = columns ? height : width;

  to->n_lines = 0;
  if (k < 0 || k >= TW_N_TRANSFORMS || front->rows != n_lines || n_lines > TW_FRONT_MAX)
    return false;

  to->columns = columns;
  to->from_far = (k & TW_TRANSFORM_INVERT_X) != 0;
  to->length = length;
  to->n_lines = n_lines;
  for (int row = 0; row < n_lines; row++) {
    /* The first cell of the transformed row identifies the line. */
    TwSquare start = tw_transform_square_back (k, width, height, (TwSquare){ 0, row, 1 });
    int line = columns ? start.x : start.y;

    to->extent[line] = (uint16_t) CLAMP (front->column + front->profile[row], 0, length);
  }
  return true;
}

bool
tw_scene_front_covers (const TwSceneFront *front, int x, int y)
{
  int line = front->columns ? x : y;
  int at = front->columns ? y : x;

  if (line < 0 || line >= front->n_lines || at < 0 || at >= front->length)
    return false;
  return front->from_far ? front->length - 1 - at < front->extent[line] : at < front->extent[line];
}
