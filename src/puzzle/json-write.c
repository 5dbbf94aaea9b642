/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json-write.c - writes JSON as text, within a memory budget; see json.h. */
#include "puzzle/json.h"

#include <math.h>
#include <string.h>

enum {
  FIRST_ROOM = 256,
  STEP = 64 << 10, /* near the end of the budget */
  SPARE = 256,     /* for the members after a list that did not fit */
};

struct TwJsonBuilder {
  TwRun *run; /* charged for `room`; NULL: none */
  char *text;
  gsize length;
  gsize room;
  gsize spare;
  gboolean full;  /* memory was short; nothing is added from then on */
  gboolean comma; /* another element follows a comma */
};

static gboolean
set_room (TwJsonBuilder *builder, gsize room)
{
  gsize more = room > builder->room ? room - builder->room : 0;
  char *text;

  if (more > 0 && builder->run != NULL && !tw_run_charge (builder->run, more))
    return FALSE;
  text = g_try_realloc (builder->text, room);
  if (text == NULL) {
    if (builder->run != NULL)
      tw_run_discharge (builder->run, more);
    return FALSE;
  }
  if (builder->run != NULL && room < builder->room)
    tw_run_discharge (builder->run, builder->room - room);
  builder->text = text;
  builder->room = room;
  return TRUE;
}

static void
append (TwJsonBuilder *builder, const char *text, gsize length)
{
  gsize needed = builder->length + length + builder->spare;

  if (!builder->full && needed > builder->room)
    builder->full = !set_room (builder, MAX (2 * builder->room, needed))
                    && !set_room (builder, needed + STEP) && !set_room (builder, needed);
  if (builder->full && builder->run == NULL)
    g_error ("out of memory for a text");
  if (builder->full)
    return;
  memcpy (builder->text + builder->length, text, length);
  builder->length += length;
}

static void
append_text (TwJsonBuilder *builder, const char *text)
{
  append (builder, text, strlen (text));
}

/* Names and most strings have no special characters. */
static void
append_quoted (TwJsonBuilder *builder, const char *string)
{
  const char *p = string;

  while ((guchar) *p >= 0x20 && *p != '"' && *p != '\\' && *p != 0x7f)
    p++;
  if (*p == '\0') {
    append (builder, "\"", 1);
    append (builder, string, (gsize) (p - string));
    append (builder, "\"", 1);
  } else {
    g_autofree char *quoted = tw_json_quote (string);

    append_text (builder, quoted);
  }
}

/* Appends what precedes a value. */
static void
begin_value (TwJsonBuilder *builder, const char *name)
{
  if (builder->comma)
    append (builder, ",", 1);
  if (name != NULL) {
    append_quoted (builder, name);
    append (builder, ":", 1);
  }
  builder->comma = TRUE;
}

static void
add_text (TwJsonBuilder *builder, const char *name, const char *text)
{
  begin_value (builder, name);
  append_text (builder, text);
}

static void
begin_list (TwJsonBuilder *builder, const char *name, const char *bracket)
{
  add_text (builder, name, bracket);
  builder->comma = FALSE;
}

static void
end_list (TwJsonBuilder *builder, const char *bracket)
{
  append_text (builder, bracket);
  builder->comma = TRUE;
}

void
tw_json_begin_object (TwJsonBuilder *builder, const char *name)
{
  begin_list (builder, name, "{");
}

void
tw_json_end_object (TwJsonBuilder *builder)
{
  end_list (builder, "}");
}

void
tw_json_begin_array (TwJsonBuilder *builder, const char *name)
{
  begin_list (builder, name, "[");
}

void
tw_json_end_array (TwJsonBuilder *builder)
{
  end_list (builder, "]");
}

void
tw_json_add_string (TwJsonBuilder *builder, const char *name, const char *value)
{
  if (value == NULL)
    return;
  begin_value (builder, name);
  append_quoted (builder, value);
}

void
tw_json_add_int (TwJsonBuilder *builder, const char *name, gint64 value)
{
  char digits[24];

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value);
  add_text (builder, name, digits);
}

void
tw_json_add_count (TwJsonBuilder *builder, const char *name, guint64 number, const char *digits)
{
  const guint64 exact = G_GUINT64_CONSTANT (1) << 53;
  g_autofree char *text = digits != NULL   ? g_strdup (digits)
                          : number > exact ? g_strdup_printf ("%" G_GUINT64_FORMAT, number)
                                           : NULL;

  if (text != NULL)
    tw_json_add_string (builder, name, text);
  else
    tw_json_add_int (builder, name, (gint64) number);
}

void
tw_json_add_boolean (TwJsonBuilder *builder, const char *name, gboolean value)
{
  add_text (builder, name, value ? "true" : "false");
}

void
tw_json_add_double (TwJsonBuilder *builder, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.15g", value);
  add_text (builder, name, digits);
  /* Keep a fraction recognisable as a fraction. */
  if (strpbrk (digits, ".e") == NULL)
    append_text (builder, ".0");
}

void
tw_json_add_seconds (TwJsonBuilder *builder, const char *name, double value)
{
  tw_json_add_double (builder, name, round (value * 1000) / 1000);
}

static void
add_member (JsonObject *object, const char *name, JsonNode *node, gpointer builder)
{
  tw_json_add_node (builder, name, node);
}

static void
add_element (JsonArray *array, guint index, JsonNode *node, gpointer builder)
{
  tw_json_add_node (builder, NULL, node);
}

static void
add_value_node (TwJsonBuilder *builder, const char *name, JsonNode *node)
{
  switch (json_node_get_value_type (node)) {
  case G_TYPE_INT64:
    tw_json_add_int (builder, name, json_node_get_int (node));
    break;
  case G_TYPE_DOUBLE:
    tw_json_add_double (builder, name, json_node_get_double (node));
    break;
  case G_TYPE_BOOLEAN:
    tw_json_add_boolean (builder, name, json_node_get_boolean (node));
    break;
  case G_TYPE_STRING:
  default:
    tw_json_add_string (builder, name, json_node_get_string (node));
    break;
  }
}

void
tw_json_add_node (TwJsonBuilder *builder, const char *name, JsonNode *node)
{
  switch (json_node_get_node_type (node)) {
  case JSON_NODE_OBJECT:
    tw_json_begin_object (builder, name);
    json_object_foreach_member (json_node_get_object (node), add_member, builder);
    tw_json_end_object (builder);
    break;
  case JSON_NODE_ARRAY:
    tw_json_begin_array (builder, name);
    json_array_foreach_element (json_node_get_array (node), add_element, builder);
    tw_json_end_array (builder);
    break;
  case JSON_NODE_VALUE:
    add_value_node (builder, name, node);
    break;
  case JSON_NODE_NULL:
  default:
    add_text (builder, name, "null");
    break;
  }
}

char *
tw_json_quote (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return json_to_string (node, FALSE);
}

TwJsonBuilder *
tw_json_builder_new (TwRun *run)
{
  TwJsonBuilder *builder = g_new0 (TwJsonBuilder, 1);

  builder->run = run;
  builder->spare = SPARE;
  builder->full = !set_room (builder, FIRST_ROOM);
  return builder;
}

void
tw_json_builder_free (TwJsonBuilder *builder)
{
  if (builder->run != NULL)
    tw_run_discharge (builder->run, builder->room);
  g_free (builder->text);
  g_free (builder);
}

gboolean
tw_json_is_full (const TwJsonBuilder *builder)
{
  return builder->full;
}

gsize
tw_json_tell (const TwJsonBuilder *builder)
{
  return builder->length;
}

void
tw_json_rewind (TwJsonBuilder *builder, gsize position, gboolean comma)
{
  builder->length = position;
  builder->full = FALSE;
  builder->spare = 0;
  builder->comma = comma;
}

char *
tw_json_finish (TwJsonBuilder *builder, gsize *length)
{
  builder->spare = 0;
  append (builder, "\n", 2);
  if (builder->full || !set_room (builder, builder->length))
    return NULL;
  if (length != NULL)
    *length = builder->length - 1;
  if (builder->run != NULL)
    tw_run_discharge (builder->run, builder->room);
  builder->room = 0;
  return g_steal_pointer (&builder->text);
}

TwJsonBuilder *
tw_json_begin (void)
{
  TwJsonBuilder *builder = tw_json_builder_new (NULL);

  tw_json_begin_object (builder, NULL);
  return builder;
}

char *
tw_json_end (TwJsonBuilder *builder)
{
  tw_json_end_object (builder);
  return tw_json_finish (builder, NULL);
}
