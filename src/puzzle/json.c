/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - strict, bounded JSON on top of json-glib; see json.h. */
#include "puzzle/json.h"

#include <math.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* --- the scan ------------------------------------------------------------ */

typedef enum {
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END, /* after [ */
  EXPECT_KEY,
  EXPECT_KEY_OR_END, /* after { */
  EXPECT_COMMA_OR_END,
  EXPECT_NOTHING, /* the document is complete */
} Expect;

typedef struct {
  const char *text;
  const char *p;
  const char *end;
  guint depth;
  guint values;
  Expect expect;
  char closing[TW_JSON_MAX_DEPTH];     /* the closing bracket, } or ], by depth */
  GHashTable *keys[TW_JSON_MAX_DEPTH]; /* of the object that is open at that depth; char * */
  GError *error;
} Scan;

static gboolean
fail (Scan *scan, const char *at, TwPuzzleError code, const char *reason)
{
  guint line = 1;
  const char *start = scan->text;

  for (const char *p = scan->text; p < at; p++)
    if (*p == '\n') {
      line++;
      start = p + 1;
    }

  /* Only the text before `at` is known to be valid UTF-8, so only it is counted in characters. */
  glong column = g_utf8_strlen (start, at - start) + 1;
  /* Translators: the place in a file, then what is wrong there */
  g_set_error (&scan->error, TW_PUZZLE_ERROR, code, _ ("line %u, column %ld: %s"), line, column,
               reason);
  return FALSE;
}

static gboolean
fail_syntax (Scan *scan, const char *at, const char *reason)
{
  if (at >= scan->end)
    return fail (scan, scan->end, TW_PUZZLE_ERROR_SYNTAX, _ ("the text ends too early"));
  return fail (scan, at, TW_PUZZLE_ERROR_SYNTAX, reason);
}

static gboolean
scan_hex4 (Scan *scan, gunichar *value)
{
  *value = 0;
  for (int i = 0; i < 4; i++, scan->p++) {
    if (scan->p >= scan->end || !g_ascii_isxdigit (*scan->p))
      return fail_syntax (scan, scan->p, _ ("four hexadecimal digits are expected"));
    *value = *value * 16 + (gunichar) g_ascii_xdigit_value (*scan->p);
  }
  return TRUE;
}

/* Scans an escape sequence after its backslash. */
static gboolean
scan_escape (Scan *scan, GString *decoded)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char *start = scan->p - 1;

  if (scan->p >= scan->end)
    return fail_syntax (scan, scan->p, NULL);

  char c = *scan->p++;
  const char *name = c != '\0' ? strchr (names, c) : NULL;

  if (name != NULL) {
    g_string_append_c (decoded, values[name - names]);
    return TRUE;
  }
  if (c != 'u')
    return fail_syntax (scan, start, _ ("unknown escape in a string"));

  gunichar value, low;

  if (!scan_hex4 (scan, &value))
    return FALSE;
  if (value >= 0xD800 && value <= 0xDBFF && scan->end - scan->p >= 2 && scan->p[0] == '\\'
      && scan->p[1] == 'u') {
    scan->p += 2;
    if (!scan_hex4 (scan, &low))
      return FALSE;
    if (low >= 0xDC00 && low <= 0xDFFF)
      value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
  }
  if (value == 0 || !g_unichar_validate (value))
    return fail_syntax (scan, start, _ ("the escape stands for an invalid character"));
  g_string_append_unichar (decoded, value);
  return TRUE;
}

/* Scans a string from its opening quote. */
static gboolean
scan_string (Scan *scan, GString *decoded)
{
  g_string_truncate (decoded, 0);
  scan->p++;
  while (scan->p < scan->end) {
    char c = *scan->p++;

    if (c == '"')
      return TRUE;
    if ((guchar) c < 0x20)
      return fail_syntax (scan, scan->p - 1, _ ("a control character in a string"));
    if (c != '\\')
      g_string_append_c (decoded, c);
    else if (!scan_escape (scan, decoded))
      return FALSE;
  }
  return fail_syntax (scan, scan->end, NULL);
}

static guint
scan_digits (Scan *scan)
{
  const char *start = scan->p;

  while (scan->p < scan->end && g_ascii_isdigit (*scan->p))
    scan->p++;
  return (guint) (scan->p - start);
}

static gboolean
scan_number (Scan *scan)
{
  const char *start = scan->p;
  gboolean whole = TRUE;

  if (*scan->p == '-')
    scan->p++;

  const char *first = scan->p;
  guint digits = scan_digits (scan);

  if (digits == 0 || (digits > 1 && *first == '0'))
    return fail_syntax (scan, digits == 0 ? scan->p : first, _ ("not a number"));
  if (scan->p < scan->end && *scan->p == '.') {
    whole = FALSE;
    scan->p++;
    if (scan_digits (scan) == 0)
      return fail_syntax (scan, scan->p, _ ("not a number"));
  }
  if (scan->p < scan->end && (*scan->p == 'e' || *scan->p == 'E')) {
    whole = FALSE;
    scan->p++;
    if (scan->p < scan->end && (*scan->p == '+' || *scan->p == '-'))
      scan->p++;
    if (scan_digits (scan) == 0)
      return fail_syntax (scan, scan->p, _ ("not a number"));
  }
  /* 18 digits always fit 64 bits; json-glib wraps silently on overflow. */
  if (whole && digits > 18)
    return fail_syntax (scan, start, _ ("the number is too large"));
  return TRUE;
}

static gboolean
scan_word (Scan *scan)
{
  static const char *const words[] = { "true", "false", "null" };
  gsize left = (gsize) (scan->end - scan->p);

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++) {
    gsize length = strlen (words[i]);

    if (memcmp (scan->p, words[i], MIN (left, length)) != 0)
      continue;
    if (left < length)
      return fail_syntax (scan, scan->end, NULL);
    scan->p += length;
    return TRUE;
  }
  return fail_syntax (scan, scan->p, _ ("a value is expected"));
}

static gboolean
scan_open (Scan *scan)
{
  if (scan->depth == TW_JSON_MAX_DEPTH) {
    g_autofree char *reason = g_strdup_printf (_ ("nested more than %d levels deep"),
                                               TW_JSON_MAX_DEPTH);
    return fail (scan, scan->p, TW_PUZZLE_ERROR_SIZE, reason);
  }
  gboolean object = *scan->p++ == '{';

  scan->closing[scan->depth] = object ? '}' : ']';
  if (object && scan->keys[scan->depth] == NULL)
    scan->keys[scan->depth] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scan->depth++;
  scan->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
  return TRUE;
}

static void
scan_close (Scan *scan)
{
  scan->p++;
  scan->depth--;
  if (scan->closing[scan->depth] == '}')
    g_hash_table_remove_all (scan->keys[scan->depth]);
  scan->expect = scan->depth > 0 ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
}

static void
skip_space (Scan *scan)
{
  while (scan->p < scan->end
         && (*scan->p == ' ' || *scan->p == '\t' || *scan->p == '\n' || *scan->p == '\r'))
    scan->p++;
}

static gboolean
scan_key (Scan *scan, GString *decoded)
{
  const char *start = scan->p;

  if (*scan->p != '"')
    return fail_syntax (scan, scan->p, _ ("a name in quotes is expected"));
  if (g_hash_table_size (scan->keys[scan->depth - 1]) == TW_JSON_MAX_MEMBERS) {
    g_autofree char *reason = g_strdup_printf (_ ("an object has more than %d members"),
                                               TW_JSON_MAX_MEMBERS);

    return fail (scan, start, TW_PUZZLE_ERROR_SIZE, reason);
  }
  if (!scan_string (scan, decoded))
    return FALSE;
  if (!g_hash_table_add (scan->keys[scan->depth - 1], g_strdup (decoded->str))) {
    g_autofree char *reason = g_strdup_printf (_ ("“%.40s” is given twice"), decoded->str);

    return fail_syntax (scan, start,
                        g_utf8_validate (reason, -1, NULL) ? reason : _ ("a name is given twice"));
  }
  skip_space (scan);
  if (scan->p >= scan->end || *scan->p != ':')
    return fail_syntax (scan, scan->p, _ ("a colon is expected"));
  scan->p++;
  scan->expect = EXPECT_VALUE;
  return TRUE;
}

static gboolean
scan_value (Scan *scan, GString *decoded)
{
  char c = *scan->p;

  if (++scan->values > TW_JSON_MAX_VALUES)
    return fail (scan, scan->p, TW_PUZZLE_ERROR_SIZE, _ ("there are too many values"));
  if (c == '{' || c == '[')
    return scan_open (scan);
  scan->expect = scan->depth > 0 ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
  if (c == '"')
    return scan_string (scan, decoded);
  if (c == '-' || g_ascii_isdigit (c))
    return scan_number (scan);
  return scan_word (scan);
}

static gboolean
scan_step (Scan *scan, GString *decoded)
{
  char c = *scan->p;

  if ((scan->expect == EXPECT_KEY_OR_END || scan->expect == EXPECT_VALUE_OR_END
       || scan->expect == EXPECT_COMMA_OR_END)
      && c == scan->closing[scan->depth - 1]) {
    scan_close (scan);
    return TRUE;
  }
  switch (scan->expect) {
  case EXPECT_KEY_OR_END:
  case EXPECT_KEY:
    return scan_key (scan, decoded);
  case EXPECT_VALUE_OR_END:
  case EXPECT_VALUE:
    return scan_value (scan, decoded);
  case EXPECT_COMMA_OR_END:
    if (c != ',')
      return fail_syntax (scan, scan->p, _ ("a comma or the end of the list is expected"));
    scan->p++;
    scan->expect = scan->closing[scan->depth - 1] == '}' ? EXPECT_KEY : EXPECT_VALUE;
    return TRUE;
  case EXPECT_NOTHING:
  default:
    return fail_syntax (scan, scan->p, _ ("there is more text after the end"));
  }
}

static gboolean
scan_document (Scan *scan)
{
  g_autoptr (GString) decoded = g_string_new (NULL);
  const char *valid;

  if (!g_utf8_validate (scan->text, scan->end - scan->text, &valid))
    return fail_syntax (scan, valid,
                        *valid == '\0' ? _ ("a NUL byte") : _ ("the text is not UTF-8"));

  for (skip_space (scan); scan->p < scan->end; skip_space (scan))
    if (!scan_step (scan, decoded))
      return FALSE;
  if (scan->expect != EXPECT_NOTHING)
    return fail_syntax (scan, scan->end, NULL);
  return TRUE;
}

void
tw_text_skip_mark (const char **text, gsize *length)
{
  if (*length >= 3 && memcmp (*text, "\xEF\xBB\xBF", 3) == 0) {
    *text += 3;
    *length -= 3;
  }
}

gboolean
tw_json_looks_like (const char *text, gsize length)
{
  tw_text_skip_mark (&text, &length);
  while (length > 0 && g_ascii_isspace (*text)) {
    text++;
    length--;
  }
  return length > 0 && (*text == '{' || *text == '[');
}

JsonNode *
tw_json_parse (const char *text, gsize length, GError **error)
{
  if (text == NULL) /* of an empty GBytes */
    text = "";
  tw_text_skip_mark (&text, &length);

  Scan scan = { .text = text, .p = text, .end = text + length };
  gboolean fine = scan_document (&scan);

  for (gsize i = 0; i < TW_JSON_MAX_DEPTH; i++)
    g_clear_pointer (&scan.keys[i], g_hash_table_unref);
  if (!fine) {
    g_propagate_error (error, scan.error);
    return NULL;
  }

  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) unexpected = NULL;

  if (!json_parser_load_from_data (parser, text, (gssize) length, &unexpected))
    return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX, "%s", unexpected->message);
  return json_parser_steal_root (parser);
}

JsonNode *
tw_json_parse_object (GBytes *bytes, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  JsonNode *root = tw_json_parse (text, length, error);

  if (root == NULL || JSON_NODE_HOLDS_OBJECT (root))
    return root;
  tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("an object is expected, not %s"),
           tw_json_type_name (root));
  json_node_unref (root);
  return NULL;
}

/* --- typed access -------------------------------------------------------- */

const char *
tw_json_type_name (JsonNode *node)
{
  switch (json_node_get_node_type (node)) {
  case JSON_NODE_OBJECT:
    return _ ("an object");
  case JSON_NODE_ARRAY:
    return _ ("an array");
  case JSON_NODE_NULL:
    return _ ("null");
  case JSON_NODE_VALUE:
  default:
    break;
  }
  switch (json_node_get_value_type (node)) {
  case G_TYPE_STRING:
    return _ ("a string");
  case G_TYPE_BOOLEAN:
    return _ ("true or false");
  case G_TYPE_INT64:
    return _ ("a whole number");
  default:
    return _ ("a fraction");
  }
}

static JsonNode *
get_member (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT, _ ("%s: is missing"), name);
  return node;
}

/* Integers up to this are exact even when another program has written them as 10.0 or 1e1. */
#define MOST_EXACT 9007199254740992.0

static gboolean
get_whole (JsonNode *node, gint64 *value)
{
  double real;

  if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  switch (json_node_get_value_type (node)) {
  case G_TYPE_INT64:
    *value = json_node_get_int (node);
    return TRUE;
  case G_TYPE_DOUBLE:
    real = json_node_get_double (node);
    if (fabs (real) > MOST_EXACT || floor (real) < real)
      return FALSE;
    *value = (gint64) real;
    return TRUE;
  default:
    return FALSE;
  }
}

gboolean
tw_json_node_get_int (JsonNode *node, gint64 least, gint64 most, gint64 *value, GError **error,
                      const char *place, ...)
{
  gint64 n = 0;
  gboolean whole = get_whole (node, &n);

  if (whole && n >= least && n <= most) {
    *value = n;
    return TRUE;
  }

  va_list args;

  va_start (args, place);
  g_autofree char *where = g_strdup_vprintf (place, args);
  va_end (args);

  if (whole)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("%s: %lld is not between %lld and %lld"),
                    where, (long long) n, (long long) least, (long long) most);
  return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("%s: a whole number is expected, not %s"),
                  where, tw_json_type_name (node));
}

gboolean
tw_json_get_int (JsonObject *object, const char *name, gint64 least, gint64 most, gint64 *value,
                 GError **error)
{
  JsonNode *node = get_member (object, name, error);

  return node != NULL && tw_json_node_get_int (node, least, most, value, error, "%s", name);
}

JsonArray *
tw_json_get_array (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = get_member (object, name, error);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("%s: an array is expected, not %s"), name,
                       tw_json_type_name (node));
}

const char *
tw_json_node_string (JsonNode *node)
{
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

char *
tw_json_dup_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node != NULL && json_node_get_value_type (node) == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  return g_strdup (tw_json_node_string (node));
}

gboolean
tw_json_get_optional_string (JsonObject *object, const char *name, const char **value,
                             GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  *value = tw_json_node_string (node);
  if (*value != NULL || node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("%s: a string is expected, not %s"), name,
                  tw_json_type_name (node));
}
