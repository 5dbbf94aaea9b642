/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options-doc.c - prints the documentation of the properties, those of TilewrightOptions from the
 * table of options, as comments for g-ir-scanner. Run by the build. */
#include <stdio.h>

#include "core/options.h"
#include "library/properties.h"

#define PUZZLE(id, name, type, value, set, get, doc)    print ("Puzzle", name, doc);
#define PLACEMENT(id, name, type, value, set, get, doc) print ("Placement", name, doc);
#define RESULT(id, name, type, value, set, get, doc)    print ("Result", name, doc);
#define SOLVER(id, name, type, value, set, get, doc)    print ("Solver", name, doc);
#define PICTURE(id, name, type, value, set, get, doc)   print ("Picture", name, doc);

static void
print (const char *type, const char *name, const char *doc)
{
  printf ("/**\n * Tilewright%s:%s:\n *\n * %s\n */\n", type, name, doc);
}

int
main (void)
{
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  TILEWRIGHT_PUZZLE_PROPERTIES (PUZZLE)
  TILEWRIGHT_PLACEMENT_PROPERTIES (PLACEMENT)
  TILEWRIGHT_RESULT_PROPERTIES (RESULT)
  TILEWRIGHT_SOLVER_PROPERTIES (SOLVER)
  TILEWRIGHT_PICTURE_PROPERTIES (PICTURE)
  for (size_t i = 0; i < count; i++) {
    printf ("/**\n * TilewrightOptions:%s:\n *\n * %s.", table[i].name, table[i].doc);
    if (table[i].kind == TW_OPTION_INT || table[i].kind == TW_OPTION_REAL)
      printf (" From %.10g to %.10g, by default %.10g.", table[i].least, table[i].most,
              table[i].value);
    printf ("\n */\n");
  }
  return 0;
}
