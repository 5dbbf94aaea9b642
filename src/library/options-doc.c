/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options-doc.c - prints the documentation of the properties of TilewrightOptions, which the table
 * of options makes, as comments for g-ir-scanner. Run by the build. */
#include <stdio.h>

#include "core/run/options.h"

int
main (void)
{
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  for (size_t i = 0; i < count; i++) {
    printf ("/**\n * TilewrightOptions:%s:\n *\n * %s.", table[i].name, table[i].doc);
    if (table[i].kind == TW_OPTION_INT || table[i].kind == TW_OPTION_REAL)
      printf (" From %.10g to %.10g, by default %.10g.", table[i].least, table[i].most,
              table[i].value);
    printf ("\n */\n");
  }
  return 0;
}
