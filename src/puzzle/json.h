/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - reads untrusted JSON, and writes JSON; used by every JSON reader and builder of this
 * project.
 *
 * The nodes are those of json-glib, but its parser is not for untrusted text: that of version 1.6
 * accepts duplicate keys, text after the document, comments, octal numbers, numbers that do not fit
 * 64 bits and any depth of nesting (by recursion). tw_json_parse () accepts only bounded RFC 8259 JSON
 * with unique keys.
 *
 * Threads: no state; any thread. The nodes are immutable. Errors: TW_PUZZLE_ERROR; the message
 * begins with the place.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/run/memory.h"

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
 * skipped. `text` may be NULL when it is empty. Returns NULL and sets `error` ("line 3, column 7: ...") when the text is not acceptable
 * JSON. */
JsonNode *tw_json_parse (const char *text, gsize length, GError **error);
/* The same for a text that must be an object. */
JsonNode *tw_json_parse_object (GBytes *bytes, GError **error);

/* Members of a given type. Errors give `name` as the place. An absent member and a number out of
 * range are errors. */
gboolean tw_json_get_int (JsonObject *object, const char *name, gint64 least, gint64 most,
                          gint64 *value, GError **error);
/* The same for a member that may be missing, which leaves *value as it is. */
gboolean tw_json_get_optional_int (JsonObject *object, const char *name, gint64 least, gint64 most,
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

/* --- writing ------------------------------------------------------------------ */

/* Writes JSON as text, on one line, without a tree in memory: a list of solutions has millions of
 * values. Names are given for members of objects and NULL for elements of arrays. A fraction has
 * its shortest exact form; json-glib writes 17 digits, 0.3 as 0.29999999999999999. */
typedef struct TwJsonBuilder TwJsonBuilder;

/* The memory of the text is charged to the run, which must outlive the builder. When the budget or the
 * memory is used up, the builder is full: it ignores what is added. Without a run (NULL) there is no
 * budget, and the program ends when memory runs out. */
TwJsonBuilder *tw_json_builder_new (TwRun *run);
void tw_json_builder_free (TwJsonBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwJsonBuilder, tw_json_builder_free)
gboolean tw_json_is_full (const TwJsonBuilder *builder);
/* Drops the text after a position that tw_json_tell () returned in an open array; `comma`: it was
 * behind an element. There is room for the ends of the open values and some short members. */
gsize tw_json_tell (const TwJsonBuilder *builder);
void tw_json_rewind (TwJsonBuilder *builder, gsize position, gboolean comma);
/* Ends the text with a newline, ends its charge and returns it; the caller frees it with g_free ().
 * Returns NULL when the builder is full; not without a run. */
char *tw_json_finish (TwJsonBuilder *builder, gsize *length);

/* A builder without a run whose root is an open object. */
TwJsonBuilder *tw_json_begin (void);
/* Ends that object and returns the text as tw_json_finish () does. */
char *tw_json_end (TwJsonBuilder *builder);

void tw_json_begin_object (TwJsonBuilder *builder, const char *name);
void tw_json_end_object (TwJsonBuilder *builder);
void tw_json_begin_array (TwJsonBuilder *builder, const char *name);
void tw_json_end_array (TwJsonBuilder *builder);
/* A NULL string is omitted; seconds are rounded to milliseconds. */
void tw_json_add_string (TwJsonBuilder *builder, const char *name, const char *value);
void tw_json_add_int (TwJsonBuilder *builder, const char *name, gint64 value);
/* A number that JSON readers may round is a string: `digits`, which is NULL when `number` is exact. */
void tw_json_add_count (TwJsonBuilder *builder, const char *name, guint64 number,
                        const char *digits);
void tw_json_add_boolean (TwJsonBuilder *builder, const char *name, gboolean value);
void tw_json_add_double (TwJsonBuilder *builder, const char *name, double value);
void tw_json_add_seconds (TwJsonBuilder *builder, const char *name, double value);
/* The recursion is unbounded, so use it only for nodes made or parsed by this program. */
void tw_json_add_node (TwJsonBuilder *builder, const char *name, JsonNode *node);

/* Returns `text` as a quoted JSON string; the caller frees it with g_free (). */
char *tw_json_quote (const char *text);
