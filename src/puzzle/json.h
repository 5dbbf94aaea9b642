/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - reading JSON that may be hostile, and writing our own; used by every JSON
 * reader and writer here.
 *
 * json-glib accepts duplicate keys, text after the document, comments, objects of
 * any size and any depth of nesting (by recursion). tw_json_parse () scans the text first, with
 * no recursion, and lets json-glib build the tree only of what is plain,
 * bounded RFC 8259 JSON with unique keys.
 *
 * Threads: no state; any thread. The nodes are immutable.
 * Errors: TW_PUZZLE_ERROR, the message begins with the place.
 */
#ifndef TW_PUZZLE_JSON_H
#define TW_PUZZLE_JSON_H

#include <json-glib/json-glib.h>

enum {
  TW_JSON_MAX_DEPTH = 32,
  TW_JSON_MAX_VALUES = 5000000, /* a tree node each, about 100 bytes */
  /* Of one object. json-glib keeps members by g_str_hash (), for which anybody can make names
   * of one hash: the work for an object is then quadratic in its members. */
  TW_JSON_MAX_MEMBERS = 128,
};

/* True when `text` is something only JSON begins with: an object or an array. */
gboolean tw_json_looks_like (const char *text, gsize length);

/* The root; a leading byte-order mark is skipped. Free with json_node_unref ().
 * NULL and `error` ("line 3, column 7: ...") when it is not acceptable JSON. */
JsonNode *tw_json_parse (const char *text, gsize length, GError **error);

/* Typed members. `name` also is the place in the error. Absent counts as an
 * error; a range that is not met, too. */
gboolean tw_json_get_int (JsonObject *object, const char *name, gint64 least, gint64 most,
                          gint64 *value, GError **error);
JsonArray *tw_json_get_array (JsonObject *object, const char *name, GError **error);
/* Absent or null gives TRUE and *value NULL; *value is owned by `object`. */
gboolean tw_json_get_optional_string (JsonObject *object, const char *name, const char **value,
                                      GError **error);

/* The same for a node that is no member; `place` as in printf. */
gboolean tw_json_node_get_int (JsonNode *node, gint64 least, gint64 most, gint64 *value,
                               GError **error, const char *place, ...) G_GNUC_PRINTF (6, 7);

/* "a string", "an array", ...: what the node is, translated, for errors. */
const char *tw_json_type_name (JsonNode *node);

/* Members of the object that is being built. A string that is NULL is left out; seconds
 * are rounded to milliseconds. */
void tw_json_add_string (JsonBuilder *builder, const char *name, const char *value);
void tw_json_add_int (JsonBuilder *builder, const char *name, gint64 value);
void tw_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value);
void tw_json_add_seconds (JsonBuilder *builder, const char *name, double value);

/* `text` as a JSON string with its quotes; free with g_free (). */
char *tw_json_quote (const char *text);
/* The node on one line, with a newline at its end, fractions with as few digits
 * as they need (json-glib writes 0.3 as 0.29999999999999999). For nodes of our
 * own making, not for deep ones. g_free () it. */
char *tw_json_print (JsonNode *node, gsize *length);

#endif
