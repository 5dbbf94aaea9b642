/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - reads untrusted JSON, and writes JSON; used by every JSON reader and writer of this
 * project.
 *
 * json-glib accepts duplicate keys, text after the document, comments, objects of any size and any
 * depth of nesting (by recursion). tw_json_parse () first scans the text without recursion, and
 * lets json-glib build the tree only of bounded RFC 8259 JSON with unique keys.
 *
 * Threads: no state; any thread. The nodes are immutable. Errors: TW_PUZZLE_ERROR; the message
 * begins with the place.
 */
#pragma once

#include <json-glib/json-glib.h>

enum {
  TW_JSON_MAX_DEPTH = 32,
  TW_JSON_MAX_VALUES = 5000000, /* one tree node each, about 100 bytes */
  /* Of one object. json-glib hashes member names with g_str_hash (), for which an attacker can
   * construct collisions; an object then costs time quadratic in its members. */
  TW_JSON_MAX_MEMBERS = 128,
};

/* Moves *text behind a byte order mark in UTF-8. */
void tw_text_skip_mark (const char **text, gsize *length);

/* Does `text` begin like an object or an array? */
gboolean tw_json_looks_like (const char *text, gsize length);

/* Returns the root, which the caller frees with json_node_unref (); a leading byte-order mark is
 * skipped. Returns NULL and sets `error` ("line 3, column 7: ...") when the text is not acceptable
 * JSON. */
JsonNode *tw_json_parse (const char *text, gsize length, GError **error);
/* The same for a text that must be an object. */
JsonNode *tw_json_parse_object (GBytes *bytes, GError **error);

/* Members of a given type. Errors give `name` as the place. An absent member and a number out of
 * range are errors. */
gboolean tw_json_get_int (JsonObject *object, const char *name, gint64 least, gint64 most,
                          gint64 *value, GError **error);
JsonArray *tw_json_get_array (JsonObject *object, const char *name, GError **error);
/* When the member is absent or null, returns TRUE and sets *value to NULL; *value is owned by
 * `object`. */
gboolean tw_json_get_optional_string (JsonObject *object, const char *name, const char **value,
                                      GError **error);

/* The same for a node that is not a member; `place` is a format as in printf (). */
gboolean tw_json_node_get_int (JsonNode *node, gint64 least, gint64 most, gint64 *value,
                               GError **error, const char *place, ...) G_GNUC_PRINTF (6, 7);

/* The string of a node, which owns it; NULL when `node` is NULL or not a string. */
const char *tw_json_node_string (JsonNode *node);

/* A string or integer member as text, to be freed with g_free (); NULL when there is none. */
char *tw_json_dup_text (JsonObject *object, const char *name);

/* The translated type of the node for errors: "a string", "an array", ... */
const char *tw_json_type_name (JsonNode *node);

/* A builder whose root is an open object. */
JsonBuilder *tw_json_begin (void);
/* Ends that object; returns it or its text (tw_json_print ()), which the caller frees with g_free (). */
JsonNode *tw_json_end (JsonBuilder *builder);
char *tw_json_end_text (JsonBuilder *builder);
/* Adds a member to the open object. A NULL string is omitted; seconds are rounded to
 * milliseconds. */
void tw_json_add_string (JsonBuilder *builder, const char *name, const char *value);
void tw_json_add_int (JsonBuilder *builder, const char *name, gint64 value);
void tw_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value);
void tw_json_add_seconds (JsonBuilder *builder, const char *name, double value);

/* Returns `text` as a quoted JSON string; the caller frees it with g_free (). */
char *tw_json_quote (const char *text);
/* Prints the node on one line that ends in a newline, with the shortest exact form of each
 * fraction. JsonGenerator cannot do that: it writes 17 digits, 0.3 as 0.29999999999999999, and its
 * "pretty" form puts each number of a list on a separate line. The recursion is unbounded, so use
 * it only for nodes made by this program. The caller frees the text with g_free (). */
char *tw_json_print (JsonNode *node, gsize *length);
