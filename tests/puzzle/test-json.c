/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-json.c - the strict JSON reader: what it accepts, what it refuses and where. */
#include "core/run/run.h"
#include "puzzle/core-values.h"
#include "puzzle/error.h"
#include "puzzle/json.h"
#include "test-tools.h"

static void
accepts (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), &error);

  if (node == NULL)
    g_error ("%s: %s", text, error->message);
}

static void
refuses_bytes (const char *text, gsize length, TwPuzzleError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = tw_json_parse (text, length, &error);

  g_assert_null (node);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_error (error, TW_PUZZLE_ERROR, (int) code);
}

static void
refuses (const char *text, const char *message)
{
  refuses_bytes (text, strlen (text), TW_PUZZLE_ERROR_SYNTAX, message);
}

TEST (accepts, "/json/accepts")
{
  accepts ("{}");
  accepts (" [ ] \r\n\t");
  accepts ("\xEF\xBB\xBF{\"a\": 1}");
  accepts ("{\"a\": {\"a\": [{\"a\": 1}, {\"a\": 2}]}, \"b\": -0.5e+3}");
  accepts ("[1, -0, 1.25, 1e9, 123456789012345678, true, false, null, \"\"]");
  accepts ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00 é 😀\"]");
  accepts ("\"text\"");
}

TEST (refuses, "/json/refuses")
{
  refuses ("", "line 1, column 1: the text ends too early");
  refuses_bytes (NULL, 0, TW_PUZZLE_ERROR_SYNTAX, "line 1, column 1: the text ends too early");
  refuses ("\xEF\xBB\xBF", "line 1, column 1: the text ends too early");
  refuses ("nope", "line 1, column 1: a value is expected");
  refuses ("nul", "line 1, column 4: the text ends too early");
  refuses ("no!", "line 1, column 1: a value is expected");
  refuses ("{\"a\": tru", "line 1, column 10: the text ends too early");
  refuses ("{\"a\": 1", "line 1, column 8: the text ends too early");
  refuses ("{\"a", "line 1, column 4: the text ends too early");
  refuses ("{\"a\\", "line 1, column 5: the text ends too early");
  refuses ("[1,]", "line 1, column 4: a value is expected");
  refuses ("{\"a\":1,}", "line 1, column 8: a name in quotes is expected");
  refuses ("{a: 1}", "line 1, column 2: a name in quotes is expected");
  refuses ("{\"a\" 1}", "line 1, column 6: a colon is expected");
  refuses ("[1 2]", "line 1, column 4: a comma or the end of the list is expected");
  refuses ("[1}", "line 1, column 3: a comma or the end of the list is expected");
  refuses ("[]\n []", "line 2, column 2: there is more text after the end");
  refuses ("// a\n[]", "line 1, column 1: a value is expected");
  refuses ("var a = [];", "line 1, column 1: a value is expected");
  refuses ("['a']", "line 1, column 2: a value is expected");
  refuses ("[\"é\", é]", "line 1, column 7: a value is expected");
  refuses ("[01]", "line 1, column 2: not a number");
  refuses ("[1.]", "line 1, column 4: not a number");
  refuses ("[.5]", "line 1, column 2: a value is expected");
  refuses ("[-]", "line 1, column 3: not a number");
  refuses ("[1e]", "line 1, column 4: not a number");
  refuses ("[+1]", "line 1, column 2: a value is expected");
  refuses ("[9223372036854775808]", "line 1, column 2: the number is too large");
  refuses ("[\"a\nb\"]", "line 1, column 4: a control character in a string");
  refuses ("[\"\\x\"]", "line 1, column 3: unknown escape in a string");
  refuses ("[\"\\u12g4\"]", "line 1, column 7: four hexadecimal digits are expected");
  refuses ("[\"\\u0000\"]", "line 1, column 3: the escape stands for an invalid character");
  refuses ("[\"\\uD800\"]", "line 1, column 3: the escape stands for an invalid character");
  refuses ("[\"\\uD800\\u0041\"]", "line 1, column 3: the escape stands for an invalid character");
  refuses ("{\"a\": 1,\n \"a\": 2}", "line 2, column 2: “a” is given twice");
  refuses ("{\"a\": 1, \"\\u0061\": 2}", "line 1, column 10: “a” is given twice");
  refuses ("{\"x\": {\"a\": 1}, \"x\": 2}", "line 1, column 17: “x” is given twice");
}

TEST (refuses_bytes, "/json/refuses-bytes")
{
  refuses_bytes ("[\"a\0b\"]", 7, TW_PUZZLE_ERROR_SYNTAX, "line 1, column 4: a NUL byte");
  refuses_bytes ("[]\0", 3, TW_PUZZLE_ERROR_SYNTAX, "line 1, column 3: a NUL byte");
  refuses_bytes ("[\"\xC3(\"]", 6, TW_PUZZLE_ERROR_SYNTAX,
                 "line 1, column 3: the text is not UTF-8");
}

/* json-glib itself recurses to any depth. */
TEST (deep, "/json/deep")
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < TW_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, '[');
  for (int i = 0; i < TW_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, ']');
  accepts (text->str);

  g_string_truncate (text, 0);
  for (int i = 0; i < 5000000; i++)
    g_string_append (text, i % 2 == 0 ? "[" : "{\"a\":");
  refuses_bytes (text->str, text->len, TW_PUZZLE_ERROR_SIZE,
                 "line 1, column 97: nested more than 32 levels deep");
}

TEST (many, "/json/many")
{
  g_autoptr (GString) text = g_string_new ("[0");

  for (int i = 0; i < TW_JSON_MAX_VALUES; i++)
    g_string_append (text, ",0");
  g_string_append_c (text, ']');
  refuses_bytes (text->str, text->len, TW_PUZZLE_ERROR_SIZE,
                 "line 1, column 10000000: there are too many values");
}

/* Members with equal hashes make an object quadratic, so the number of members is limited. */
TEST (members, "/json/members")
{
  g_autoptr (GString) text = g_string_new ("[{\"0\":{}");

  for (int i = 1; i < TW_JSON_MAX_MEMBERS; i++)
    g_string_append_printf (text, ",\"%d\":{}", i);

  gsize length = text->len;

  g_string_append (text, "},\n{\"a\":1}]");
  accepts (text->str);
  g_string_truncate (text, length);
  g_string_append (text, ",\n \"more\":1}]");
  refuses_bytes (text->str, text->len, TW_PUZZLE_ERROR_SIZE,
                 "line 2, column 2: an object has more than 128 members");
}

TEST (quote, "/json/quote")
{
  g_autofree char *quoted = tw_json_quote ("a\"\\\n\tü");
  g_autoptr (JsonNode) node = tw_json_parse (quoted, strlen (quoted), NULL);

  g_assert_nonnull (node);
  g_assert_cmpstr (json_node_get_string (node), ==, "a\"\\\n\tü");
}

/* Printed values are equal when read back, and fractions are printed in their short form. */
TEST (print, "/json/print")
{
  static const char text[] = "{\"a\":[0.3,1.0,-2.5,1e+100,0.001,7,-1],\"é\\n\":{},\"b\":[],"
                             "\"c\":[true,null,\"x\\\"\"]}\n";
  g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), NULL);
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);
  gsize length;

  tw_json_add_node (builder, NULL, node);
  g_autofree char *printed = tw_json_finish (builder, &length);
  g_assert_cmpstr (printed, ==, text);
  g_assert_cmpuint (length, ==, strlen (text));
}

/* A list that does not fit the budget is cut after an element; a single text that does not fit is
 * none. */
TEST (budget, "/json/budget")
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ .memory = 2000 });
  TwJsonBuilder *builder = tw_json_builder_new (run);
  gsize length = 0, end = 0;
  guint n = 0;

  tw_json_begin_object (builder, NULL);
  tw_json_begin_array (builder, "list");
  for (; !tw_json_is_full (builder); n++) {
    end = tw_json_tell (builder);
    tw_json_add_string (builder, NULL, "twenty characters...");
  }
  g_assert_cmpuint (n, >, 50);
  g_assert_cmpuint (tw_run_memory_used (run), <=, 2000);
  tw_json_rewind (builder, end, TRUE);
  tw_json_end_array (builder);
  tw_json_add_boolean (builder, "cut", TRUE);
  tw_json_end_object (builder);
  g_autofree char *text = tw_json_finish (builder, &length);
  tw_json_builder_free (builder);
  g_assert_cmpuint (tw_run_memory_used (run), ==, 0);
  g_assert_cmpuint (length, ==, strlen (text));
  g_assert_cmpuint (length, <, 2000);
  g_autoptr (JsonNode) node = tw_json_parse (text, length, NULL);
  g_assert_cmpuint (
    json_array_get_length (json_object_get_array_member (json_node_get_object (node), "list")), ==,
    n - 1);

  builder = tw_json_builder_new (run);
  for (guint i = 0; i < n; i++)
    tw_json_add_string (builder, NULL, "twenty-five characters...");
  g_assert_null (tw_json_finish (builder, &length));
  tw_json_builder_free (builder);
  g_assert_cmpuint (tw_run_memory_used (run), ==, 0);
}

TEST_MAIN (test_init, g_test_run)
