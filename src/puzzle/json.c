/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - strict, bounded JSON as nodes of json-glib; see json.h. */
#include "puzzle/json.h"

#include <math.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* --- parsing ------------------------------------------------------------- */

typedef struct {
  const char *text;
  const char *p;
  const char *end;
  guint depth;
  guint values;
  GString *decoded; /* of the last string */
  GError **error;
} Parser;

static gboolean
fail (Parser *parser, const char *at, TwPuzzleError code, const char *reason)
{
  guint line = 1;
  const char *start = parser->text;

  for (const char *p = parser->text; p < at; p++)
    if (*p == '\n') {
      line++;
      start = p + 1;
    }

  /* Only the text before `at` is known to be valid UTF-8, so only it is counted in characters. */
  glong column = g_utf8_strlen (start, at - start) + 1;
  /* Translators: the place in a file, then what is wrong there */
  g_set_error (parser->error, TW_PUZZLE_ERROR, code, _ ("line %u, column %ld: %s"), line, column,
               reason);
  return FALSE;
}

static gboolean
fail_syntax (Parser *parser, const char *at, const char *reason)
{
  if (at >= parser->end)
    return fail (parser, parser->end, TW_PUZZLE_ERROR_SYNTAX, _ ("the text ends too early"));
  return fail (parser, at, TW_PUZZLE_ERROR_SYNTAX, reason);
}

static void
skip_space (Parser *parser)
{
  while (parser->p < parser->end
         && (*parser->p == ' ' || *parser->p == '\t' || *parser->p == '\n' || *parser->p == '\r'))
    parser->p++;
}

/* Moves behind the character if it is the next one. */
static gboolean
skip (Parser *parser, char c)
{
  gboolean is_next = parser->p < parser->end && *parser->p == c;

  parser->p += is_next;
  return is_next;
}

static gboolean
parse_hex4 (Parser *parser, gunichar *value)
{
  *value = 0;
  for (int i = 0; i < 4; i++, parser->p++) {
    if (parser->p >= parser->end || !g_ascii_isxdigit (*parser->p))
      return fail_syntax (parser, parser->p, _ ("four hexadecimal digits are expected"));
    *value = *value * 16 + (gunichar) g_ascii_xdigit_value (*parser->p);
  }
  return TRUE;
}

/* Parses an escape sequence after its backslash. */
static gboolean
parse_escape (Parser *parser)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char *start = parser->p - 1;

  if (parser->p >= parser->end)
    return fail_syntax (parser, parser->p, NULL);

  char c = *parser->p++;
  const char *name = c != '\0' ? strchr (names, c) : NULL;

  if (name != NULL) {
    g_string_append_c (parser->decoded, values[name - names]);
    return TRUE;
  }
  if (c != 'u')
    return fail_syntax (parser, start, _ ("unknown escape in a string"));

  gunichar value, low;

  if (!parse_hex4 (parser, &value))
    return FALSE;
  if (value >= 0xD800 && value <= 0xDBFF && parser->end - parser->p >= 2 && parser->p[0] == '\\'
      && parser->p[1] == 'u') {
    parser->p += 2;
    if (!parse_hex4 (parser, &low))
      return FALSE;
    if (low >= 0xDC00 && low <= 0xDFFF)
      value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
  }
  if (value == 0 || !g_unichar_validate (value))
    return fail_syntax (parser, start, _ ("the escape stands for an invalid character"));
  g_string_append_unichar (parser->decoded, value);
  return TRUE;
}

/* Parses a string from its opening quote. */
static gboolean
parse_string (Parser *parser)
{
  g_string_truncate (parser->decoded, 0);
  parser->p++;
  while (parser->p < parser->end) {
    char c = *parser->p++;

    if (c == '"')
      return TRUE;
    if ((guchar) c < 0x20)
      return fail_syntax (parser, parser->p - 1, _ ("a control character in a string"));
    if (c != '\\')
      g_string_append_c (parser->decoded, c);
    else if (!parse_escape (parser))
      return FALSE;
  }
  return fail_syntax (parser, parser->end, NULL);
}

static guint
skip_digits (Parser *parser)
{
  const char *start = parser->p;

  while (parser->p < parser->end && g_ascii_isdigit (*parser->p))
    parser->p++;
  return (guint) (parser->p - start);
}

static gboolean
parse_number (Parser *parser, JsonNode *node)
{
  const char *start = parser->p;
  gboolean whole = TRUE, negative = skip (parser, '-');
  const char *first = parser->p;
  guint digits = skip_digits (parser);

  if (digits == 0 || (digits > 1 && *first == '0'))
    return fail_syntax (parser, digits == 0 ? parser->p : first, _ ("not a number"));
  if (skip (parser, '.')) {
    whole = FALSE;
    if (skip_digits (parser) == 0)
      return fail_syntax (parser, parser->p, _ ("not a number"));
  }
  if (skip (parser, 'e') || skip (parser, 'E')) {
    whole = FALSE;
    if (!skip (parser, '+'))
      skip (parser, '-');
    if (skip_digits (parser) == 0)
      return fail_syntax (parser, parser->p, _ ("not a number"));
  }
  if (whole) {
    gint64 value = 0;

    /* 18 digits always fit 64 bits. */
    if (digits > 18)
      return fail_syntax (parser, start, _ ("the number is too large"));
    for (const char *p = first; p < parser->p; p++)
      value = value * 10 + g_ascii_digit_value (*p);
    json_node_init_int (node, negative ? -value : value);
  } else {
    g_autofree char *number = g_strndup (start, (gsize) (parser->p - start));

    json_node_init_double (node, g_ascii_strtod (number, NULL));
  }
  return TRUE;
}

static gboolean
parse_word (Parser *parser, JsonNode *node)
{
  static const char *const words[] = { "false", "true", "null" };
  gsize left = (gsize) (parser->end - parser->p);

  for (int i = 0; i < (int) G_N_ELEMENTS (words); i++) {
    gsize length = strlen (words[i]);

    if (memcmp (parser->p, words[i], MIN (left, length)) != 0)
      continue;
    if (left < length)
      return fail_syntax (parser, parser->end, NULL);
    parser->p += length;
    if (i < 2)
      json_node_init_boolean (node, i);
    else
      json_node_init_null (node);
    return TRUE;
  }
  return fail_syntax (parser, parser->p, _ ("a value is expected"));
}

static JsonNode *parse_value (Parser *parser);

/* Parses the name of a new member of the object, and the colon. The caller frees the name. */
static char *
parse_name (Parser *parser, JsonObject *object)
{
  const char *start = parser->p;

  if (start >= parser->end || *start != '"') {
    fail_syntax (parser, start, _ ("a name in quotes is expected"));
    return NULL;
  }
  if (json_object_get_size (object) == TW_JSON_MAX_MEMBERS) {
    g_autofree char *reason = g_strdup_printf (_ ("an object has more than %d members"),
                                               TW_JSON_MAX_MEMBERS);

    fail (parser, start, TW_PUZZLE_ERROR_SIZE, reason);
    return NULL;
  }
  if (!parse_string (parser))
    return NULL;
  if (json_object_has_member (object, parser->decoded->str)) {
    g_autofree char *reason = g_strdup_printf (_ ("“%.40s” is given twice"), parser->decoded->str);

    fail_syntax (parser, start,
                 g_utf8_validate (reason, -1, NULL) ? reason : _ ("a name is given twice"));
    return NULL;
  }
  skip_space (parser);
  if (!skip (parser, ':')) {
    fail_syntax (parser, parser->p, _ ("a colon is expected"));
    return NULL;
  }
  skip_space (parser);
  return g_strdup (parser->decoded->str);
}

/* Parses an array or an object from its opening bracket. */
static gboolean
parse_list (Parser *parser, JsonNode *node)
{
  gboolean is_object = *parser->p == '{', is_first = TRUE;
  g_autoptr (JsonArray) array = is_object ? NULL : json_array_new ();
  g_autoptr (JsonObject) object = is_object ? json_object_new () : NULL;

  if (parser->depth == TW_JSON_MAX_DEPTH) {
    g_autofree char *reason = g_strdup_printf (_ ("nested more than %d levels deep"),
                                               TW_JSON_MAX_DEPTH);

    return fail (parser, parser->p, TW_PUZZLE_ERROR_SIZE, reason);
  }
  parser->depth++;
  parser->p++;
  for (skip_space (parser); !skip (parser, is_object ? '}' : ']'); skip_space (parser)) {
    g_autofree char *name = NULL;
    JsonNode *value;

    if (!is_first && !skip (parser, ','))
      return fail_syntax (parser, parser->p, _ ("a comma or the end of the list is expected"));
    is_first = FALSE;
    skip_space (parser);
    if (is_object && (name = parse_name (parser, object)) == NULL)
      return FALSE;
    value = parse_value (parser);
    if (value == NULL)
      return FALSE;
    if (is_object)
      json_object_set_member (object, name, value);
    else
      json_array_add_element (array, value);
  }
  parser->depth--;
  if (is_object)
    json_node_init_object (node, object);
  else
    json_node_init_array (node, array);
  return TRUE;
}

/* Returns NULL after an error. Recursion ends at TW_JSON_MAX_DEPTH. */
static JsonNode *
parse_value (Parser *parser)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  char c = parser->p < parser->end ? *parser->p : '\0';
  gboolean fine;

  if (++parser->values > TW_JSON_MAX_VALUES) {
    fine = fail (parser, parser->p, TW_PUZZLE_ERROR_SIZE, _ ("there are too many values"));
  } else if (c == '{' || c == '[') {
    fine = parse_list (parser, node);
  } else if (c == '"') {
    fine = parse_string (parser);
    if (fine)
      json_node_init_string (node, parser->decoded->str);
  } else if (c == '-' || g_ascii_isdigit (c)) {
    fine = parse_number (parser, node);
  } else {
    fine = parse_word (parser, node);
  }
  return fine ? g_steal_pointer (&node) : NULL;
}

static JsonNode *
parse_document (Parser *parser)
{
  g_autoptr (JsonNode) root = NULL;
  const char *valid;

  if (!g_utf8_validate (parser->text, parser->end - parser->text, &valid)) {
    fail_syntax (parser, valid, *valid == '\0' ? _ ("a NUL byte") : _ ("the text is not UTF-8"));
    return NULL;
  }
  skip_space (parser);
  root = parse_value (parser);
  if (root == NULL)
    return NULL;
  skip_space (parser);
  if (parser->p < parser->end) {
    fail_syntax (parser, parser->p, _ ("there is more text after the end"));
    return NULL;
  }
  json_node_seal (root);
  return g_steal_pointer (&root);
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

  g_autoptr (GString) decoded = g_string_new (NULL);
  Parser parser = {
    .text = text, .p = text, .end = text + length, .decoded = decoded, .error = error
  };

  return parse_document (&parser);
}

JsonNode *
tw_json_parse_object (GBytes *bytes, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  JsonNode *root = tw_json_parse (text, length, error);

  if (root == NULL || JSON_NODE_HOLDS_OBJECT (root))
    return root;
  tw_fail_format (error, _ ("an object is expected, not %s"), tw_json_type_name (root));
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
    tw_fail_format (error, _ ("%s: is missing"), name);
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
    return tw_fail_format (error, _ ("%s: %lld is not between %lld and %lld"), where, (long long) n,
                           (long long) least, (long long) most);
  return tw_fail_format (error, _ ("%s: a whole number is expected, not %s"), where,
                         tw_json_type_name (node));
}

gboolean
tw_json_get_int (JsonObject *object, const char *name, gint64 least, gint64 most, gint64 *value,
                 GError **error)
{
  JsonNode *node = get_member (object, name, error);

  return node != NULL && tw_json_node_get_int (node, least, most, value, error, "%s", name);
}

gboolean
tw_json_get_optional_int (JsonObject *object, const char *name, gint64 least, gint64 most,
                          gint64 *value, GError **error)
{
  return !json_object_has_member (object, name)
         || tw_json_get_int (object, name, least, most, value, error);
}

JsonArray *
tw_json_get_array (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = get_member (object, name, error);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  return tw_fail_format_null (error, _ ("%s: an array is expected, not %s"), name,
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
  return tw_fail_format (error, _ ("%s: a string is expected, not %s"), name,
                         tw_json_type_name (node));
}
