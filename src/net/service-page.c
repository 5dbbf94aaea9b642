/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-page.c - the page of the solver service, for browsers: its files are resources
 * (data/page), and it uses the service's own requests. These are added for it:
 *
 *   GET  /                    the page; /page/... its other files
 *   GET  /page/words          the catalogue of gettext (GNU MO) in the language of the browser
 *   GET  /page/catalogue.json the collection of puzzles
 *   POST /puzzles             a file of any format: its puzzles as Tilewright writes them, with
 *                             pictures. ?rotate=, ?flip=: true or false changes what pieces may do;
 *                             ?name=: of the file. GET with ?file=: one of the collection
 *   POST /picture             {"puzzle": "TEXT", "result": {...}}: the solution as SVG, or as
 *                             ?format=png; "caption": its text, with a margin, to be saved
 *   POST /certificate         the same body: the certificate of the result
 *
 * ?dark=true asks for pictures on a dark background. Only / and /page/ need no permission. Texts to
 * translate are sent as the catalogues have them; the page translates errors, which are in English. */
#include "net/service-private.h"

#include <string.h>

#include "draw/export.h"
#include "draw/picture.h"
#include "net/http.h"
#include "net/net-resources.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/verify.h"

#define RESOURCES "/io/github/tilewright/Tilewright/"

enum {
  MOST_PUZZLES = 60,  /* of a file */
  MOST_CELLS = 10000, /* of a board whose picture is in a list of puzzles */
  MOST_CAPTION = 500, /* bytes; a longer one is dropped */
  CERTIFY_SECONDS = 20,
};

void
tw_page_protect (SoupServerMessage *message)
{
  static const char *const headers[][2] = {
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
      "require-trusted-types-for 'script'; trusted-types 'none'" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Referrer-Policy", "no-referrer" },
    { "X-Content-Type-Options", "nosniff" },
    { "X-Frame-Options", "DENY" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), headers[i][0],
                                  headers[i][1]);
}

/* --- files ------------------------------------------------------------------------- */

/* A file that is installed; mapped, so that all clients share its memory. */
static gboolean
reply_installed (SoupServerMessage *message, const char *path, const char *type)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = file != NULL ? g_mapped_file_get_bytes (file) : NULL;

  if (bytes == NULL)
    return FALSE;
  tw_http_reply_begin (message, SOUP_STATUS_OK, type);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), bytes);
  return TRUE;
}

/* The collection of puzzles; empty when it is not installed. */
static void
reply_catalogue (SoupServerMessage *message)
{
  g_autofree char *path = g_build_filename (tw_puzzles_folder (), "catalogue.json", NULL);

  if (!reply_installed (message, path, "application/json"))
    tw_http_reply_text (message, SOUP_STATUS_OK, "application/json",
                        g_strdup ("{\"puzzles\": []}"));
}

/* The catalogue of gettext in the language that the browser prefers; empty for English. */
static void
reply_words (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const char *accepted = soup_message_headers_get_list (
    soup_server_message_get_request_headers (message), "Accept-Language");
  GSList *tags = accepted != NULL ? soup_header_parse_quality_list (accepted, NULL) : NULL;

  tw_http_reply_begin (message, SOUP_STATUS_NO_CONTENT, "application/octet-stream");
  soup_message_headers_replace (headers, "Content-Language", "en");
  for (GSList *tag = tags; tag != NULL; tag = tag->next) {
    const char *text = tag->data;
    g_autofree char *language = g_ascii_strdown (text, (gssize) strcspn (text, "-"));
    g_autofree char *path = g_strconcat (tw_i18n_folder (), "/", language,
                                         "/LC_MESSAGES/" TW_GETTEXT_DOMAIN ".mo", NULL);

    if (g_str_equal (language, "en"))
      break;
    if (strpbrk (language, "./") == NULL
        && reply_installed (message, path, "application/octet-stream")) {
      soup_message_headers_replace (headers, "Content-Language", language);
      break;
    }
  }
  soup_header_free_list (tags);
}

static const struct {
  const char *path;
  void (*reply) (SoupServerMessage *message); /* NULL: with a resource of this type */
  const char *file, *type;
} files[] = {
  { "/openapi.json", NULL, RESOURCES "openapi.json", "application/json" },
  { "/", NULL, RESOURCES "page/index.html", "text/html; charset=utf-8" },
  { "/page/page.css", NULL, RESOURCES "page/page.css", "text/css; charset=utf-8" },
  { "/page/page.js", NULL, RESOURCES "page/page.js", "text/javascript; charset=utf-8" },
  { "/page/icon.svg", NULL, RESOURCES "page/icon.svg", "image/svg+xml" },
  { "/page/catalogue.json", reply_catalogue, NULL, NULL },
  { "/page/words", reply_words, NULL, NULL },
};

/* Returns the row of a path; the number of rows: there is none. */
static gsize
find_file (const char *path)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (files) && !g_str_equal (path, files[i].path))
    i++;
  return i;
}

gboolean
tw_page_has (const char *path)
{
  return find_file (path) < G_N_ELEMENTS (files);
}

void
tw_page_reply (SoupServerMessage *message, const char *path)
{
  gsize i = find_file (path);

  if (files[i].reply != NULL) {
    files[i].reply (message);
    return;
  }

  g_autoptr (GBytes) bytes = g_resource_lookup_data (
    tw_net_resources_get_resource (), files[i].file, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  tw_http_reply_begin (message, SOUP_STATUS_OK, files[i].type);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), bytes);
}

/* --- puzzles ------------------------------------------------------------------------ */

static const char *
parameter (const TwServiceRequest *request, const char *name)
{
  return request->query != NULL ? g_hash_table_lookup (request->query, name) : NULL;
}

static gboolean
is_set (const TwServiceRequest *request, const char *name)
{
  return g_strcmp0 (parameter (request, name), "true") == 0;
}

static TwOrientations
orientations (const TwServiceRequest *request, const char *name)
{
  if (parameter (request, name) == NULL)
    return TW_ORIENTATIONS_KEEP;
  return is_set (request, name) ? TW_ORIENTATIONS_ALLOW : TW_ORIENTATIONS_FORBID;
}

/* Without a caption, and then without a margin, so that the page can draw the front above it, or to be
 * saved. */
static GBytes *
draw (const TwServiceRequest *request, const TwPuzzle *puzzle, const TwResult *result,
      const char *caption, TwExportFormat format, GError **error)
{
  g_autoptr (TwScene) scene = tw_picture_scene (puzzle, result);
  TwExportOptions options;

  tw_export_options_init (&options);
  options.theme = is_set (request, "dark") ? TW_THEME_DARK : TW_THEME_LIGHT;
  options.caption = caption;
  if (caption == NULL)
    options.margin = 0;
  return tw_export_bytes (scene, format, &options, error);
}

static void
add_engines (const TwKind *kind, TwJsonBuilder *builder)
{
  tw_json_begin_array (builder, "engines");
  for (const TwEngineInfo *engine = kind->solve->engines; engine->name != NULL; engine++) {
    tw_json_begin_object (builder, NULL);
    tw_json_add_string (builder, "name", engine->name);
    tw_json_add_string (builder, "title", engine->title);
    tw_json_add_string (builder, "summary", engine->summary);
    tw_json_end_object (builder);
  }
  tw_json_end_array (builder);
}

static void
add_puzzle (const TwServiceRequest *request, TwPuzzle *puzzle, TwJsonBuilder *builder)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  g_autofree char *text = tw_puzzle_write (puzzle);
  g_autoptr (GBytes) picture = NULL;
  g_autofree char *svg = NULL;

  /* The page asks for the picture of a large board when it shows it. */
  if (board->width * board->height <= MOST_CELLS)
    picture = draw (request, puzzle, NULL, NULL, TW_EXPORT_SVG, NULL);
  if (picture != NULL)
    svg = g_strndup (g_bytes_get_data (picture, NULL), g_bytes_get_size (picture));
  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "name", tw_puzzle_get_name (puzzle));
  tw_json_add_string (builder, "kind", kind->name);
  tw_json_add_string (builder, "title", kind->title);
  tw_json_add_int (builder, "width", board->width);
  tw_json_add_int (builder, "height", board->height);
  tw_json_add_boolean (builder, "transforms", (kind->flags & TW_KIND_TRANSFORMS) != 0);
  tw_json_add_boolean (builder, "pieces", tw_puzzle_has_pieces (puzzle));
  tw_json_add_boolean (builder, "counts", kind->count != NULL);
  tw_json_add_boolean (builder, "certifies", kind->certify != NULL);
  add_engines (kind, builder);
  tw_json_add_string (builder, "text", text);
  tw_json_add_string (builder, "picture", svg);
  tw_json_end_object (builder);
}

static GPtrArray *
read_puzzles (const TwServiceRequest *request, GError **error)
{
  const char *file = parameter (request, "file");
  gsize length;
  const char *text = g_bytes_get_data (request->body, &length);

  if (file == NULL)
    return tw_puzzles_parse (text != NULL ? text : "", length, parameter (request, "name"), error);
  if (strchr (file, '/') != NULL || *file == '.')
    return tw_fail_usage_null (error, _ ("file: a name without folders is expected"));

  g_autofree char *path = g_build_filename (tw_puzzles_folder (), file, NULL);
  g_autofree char *installed = tw_file_read_path (path, &length, NULL);

  if (installed == NULL) /* without the path, which is nobody's business */
    return tw_fail_usage_null (error, "%s: %s", file, _ ("no such file"));
  return tw_puzzles_parse (installed, length, file, error);
}

static GBytes *
list_puzzles (TwServiceRequest *request, GError **error)
{
  g_autoptr (GPtrArray) puzzles = read_puzzles (request, error);
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  char *text;

  if (puzzles == NULL)
    return NULL;
  tw_json_add_int (builder, "count", puzzles->len);
  tw_json_begin_array (builder, "puzzles");
  for (guint i = 0; i < MIN (puzzles->len, MOST_PUZZLES); i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (TwPuzzle)
      changed = tw_puzzle_has_pieces (puzzle) ? tw_piece_puzzle_with_orientations (
                  puzzle, orientations (request, "rotate"), orientations (request, "flip"), error)
                                              : tw_puzzle_ref (puzzle);

    if (changed == NULL)
      return NULL;
    add_puzzle (request, changed, builder);
  }
  tw_json_end_array (builder);
  request->type = "application/json";
  text = tw_json_end (builder);
  return g_bytes_new_take (text, strlen (text));
}

/* --- results ------------------------------------------------------------------------- */

/* {"puzzle": "TEXT", "result": {...}}; the result is not checked. `root` is the parsed body, NULL when it
 * is none. */
static TwResult *
read_result (JsonNode *root, GError **error)
{
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  const char *text;
  g_autoptr (TwPuzzle) puzzle = NULL;

  if (object == NULL)
    return NULL;
  text = tw_json_node_string (json_object_get_member (object, "puzzle"));
  if (text == NULL)
    return tw_fail_usage_null (error, _ ("puzzle: it is missing"));
  puzzle = tw_service_read_text (text, strlen (text), error);
  if (puzzle == NULL)
    return NULL;
  return json_object_has_member (object, "result")
           ? tw_result_from_json (puzzle, json_object_get_member (object, "result"), error)
           : tw_result_new (puzzle);
}

static GBytes *
draw_picture (TwServiceRequest *request, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse_object (request->body, error);
  g_autoptr (TwResult) result = read_result (root, error);
  gboolean png = g_strcmp0 (parameter (request, "format"), "png") == 0;
  const char *caption;

  request->type = png ? "image/png" : "image/svg+xml";
  if (result == NULL)
    return NULL;
  caption = tw_json_node_string (json_object_get_member (json_node_get_object (root), "caption"));
  return draw (request, result->puzzle, result,
               caption != NULL && strlen (caption) <= MOST_CAPTION ? caption : NULL,
               png ? TW_EXPORT_PNG : TW_EXPORT_SVG, error);
}

static GMutex certify_lock;
static TwRun *certifying; /* NULL: nothing is being certified */

static char *
certify (const TwResult *result, const TwServiceLimits *limits, TwRun *run, gsize *length,
         GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  g_autofree char *unchecked = NULL;
  g_autofree char *text = NULL;
  TwOptions options;
  gint64 bound;

  if (kind->certify == NULL || tw_kind_check (result, NULL) > 0)
    return tw_fail_usage_null (error, _ ("this result cannot be certified"));
  tw_options_init (&options);
  options.time = CERTIFY_SECONDS;
  options.threads = (int) limits->threads;
  text = kind->certify->solution (result, &options, run, length, &bound, error);
  return text != NULL && tw_verify_certificate (text, *length, &options, run, &unchecked, error)
           ? g_steal_pointer (&text)
           : NULL;
}

static GBytes *
write_certificate (TwServiceRequest *request, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse_object (request->body, error);
  g_autoptr (TwResult) result = read_result (root, error);
  TwRun *run;
  char *text;
  gsize length;

  if (result == NULL)
    return NULL;
  run = tw_run_new (&(TwLimits){ CERTIFY_SECONDS, (gsize) request->limits->memory << 20 });
  g_mutex_lock (&certify_lock);
  if (run == NULL || certifying != NULL) {
    g_mutex_unlock (&certify_lock);
    tw_run_free (run);
    return tw_fail_usage_null (error, _ ("too many requests at once; try again later"));
  }
  certifying = run;
  g_mutex_unlock (&certify_lock);
  text = certify (result, request->limits, run, &length, error);
  g_mutex_lock (&certify_lock);
  certifying = NULL;
  g_mutex_unlock (&certify_lock);
  tw_run_free (run);
  request->type = "text/plain; charset=utf-8";
  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

void
tw_page_stop (void)
{
  g_mutex_lock (&certify_lock);
  if (certifying != NULL)
    tw_run_stop (certifying, TW_STOP_CANCEL);
  g_mutex_unlock (&certify_lock);
}

TwServiceWork
tw_page_find_work (const char *path, const char **methods)
{
  static const struct {
    const char *path, *methods;
    TwServiceWork work;
  } rows[] = {
    { "/puzzles", "GET, POST", list_puzzles },
    { "/picture", "POST", draw_picture },
    { "/certificate", "POST", write_certificate },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (path, rows[i].path)) {
      *methods = rows[i].methods;
      return rows[i].work;
    }
  return NULL;
}
