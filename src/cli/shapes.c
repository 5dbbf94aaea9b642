/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.c - tilewright-cli shapes: how many states a column sweep has, by the height of the board. */
#include "cli/command.h"
#include "core/squares/sweep/shapes.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

static int height = 15;
static char *json;

static const GOptionEntry entries[] = {
  TW_INT ("height", &height, N_ ("The largest height of the table [15]")),
  TW_FILE ("json", &json, N_ ("Write it as JSON")),
  { 0 },
};

/* A string, because JSON readers may round large numbers. */
static void
add_number (TwJsonBuilder *builder, const char *name, guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  tw_json_add_string (builder, name, digits);
}

static gboolean
write_json (void)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);
  g_autofree char *text = NULL;
  gsize length;

  tw_json_begin_array (builder, NULL);
  for (int rows = 1; rows <= height; rows++) {
    tw_json_begin_object (builder, NULL);
    tw_json_add_int (builder, "height", rows);
    add_number (builder, "shapes", tw_shapes_unique (rows));
    add_number (builder, "derived", tw_shapes_derived (rows));
    tw_json_end_object (builder);
  }
  tw_json_end_array (builder);
  text = tw_json_finish (builder, &length);
  return tw_cli_write (json, text, length);
}

static TwExit
shapes (char **words, TwOptions *options)
{
  if (!tw_cli_in_range ("height", height, 1, TW_DERIVED_MAX_HEIGHT) || !tw_cli_can_write (json))
    return TW_EXIT_BAD_INPUT;
  if (json != NULL)
    return write_json () ? TW_EXIT_FOUND : TW_EXIT_BAD_INPUT;
  g_print ("%s\n| --- | ---: | ---: |\n", _ ("| height | shapes | derived tilings |"));
  for (int rows = 1; rows <= height; rows++)
    g_print ("| %d | %" G_GUINT64_FORMAT " | %" G_GUINT64_FORMAT " |\n", rows,
             tw_shapes_unique (rows), tw_shapes_derived (rows));
  return TW_EXIT_FOUND;
}

const TwCommand tw_cli_shapes = {
  .name = "shapes",
  .summary = N_ ("Count the states of a column sweep"),
  .parameters = "",
  .description = N_ ("Writes a Markdown table: for each height of a board without obstacles, the "
                     "boundary shapes that "
                     "the\npartial tilings of a column can have, and an estimate of the partial "
                     "tilings that are merged "
                     "into them."),
  .run = shapes,
  .tables = { entries },
};
