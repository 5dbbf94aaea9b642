/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-clipboard.c - copies and pastes puzzles as text. Copying writes a grid or a drawing (JSON
 * if neither can express the puzzle); pasting accepts files, everything that a file may hold, and a
 * picture when there is no text. A worker thread prints and parses. */
#include "app/window/window-private.h"

#include "app/choose.h"
#include "draw/picture-board.h"
#include "puzzle/drop.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/load.h"
#include "puzzle/tasks.h"

/* --- copying ---------------------------------------------------------------------- */

static void
print_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new ();
  char *text;

  g_ptr_array_add (puzzles, data);
  text = tw_puzzles_print (puzzles, ".txt", NULL);
  if (text == NULL) /* a drawing cannot express the puzzle */
    text = tw_puzzles_print (puzzles, ".json", NULL);
  g_task_return_pointer (task, text, g_free);
}

static void
printed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!tw_session_release (self->session))
    return;
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  else
    tw_session_say (self->session, _ ("This puzzle cannot be written as text"));
}

void
tw_window_copy_text (TwWindow *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  if (puzzle == NULL)
    return;
  tw_session_hold (self->session);
  tw_task_run (print_thread, tw_puzzle_ref (puzzle), (GDestroyNotify) tw_puzzle_unref, self, NULL,
               printed_cb, NULL);
}

/* --- pasting ---------------------------------------------------------------------- */

typedef struct {
  char *text;          /* NULL: there is a picture */
  GdkTexture *picture; /* NULL: there is text */
  const TwKind *kind;  /* kind of the current puzzle; NULL: none */
} Pasting;

TW_DEFINE_FREE (pasting_free, Pasting, (text, g_free), (picture, g_object_unref))

static TwPuzzle *
board_of (GdkTexture *texture, GError **error)
{
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  cairo_surface_t *picture;
  TwPuzzle *puzzle;

  if (!tw_picture_board_check (width, height, error))
    return NULL;
  picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  gdk_texture_download (texture, cairo_image_surface_get_data (picture),
                        (gsize) cairo_image_surface_get_stride (picture));
  cairo_surface_mark_dirty (picture);
  puzzle = tw_picture_board_new (picture);
  cairo_surface_destroy (picture);
  return puzzle;
}

static GPtrArray *
parse (const Pasting *pasting, GError **error)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  if (pasting->picture != NULL) {
    TwPuzzle *puzzle = board_of (pasting->picture, error);

    if (puzzle == NULL)
      return NULL;
    g_ptr_array_add (puzzles, puzzle);
    return g_steal_pointer (&puzzles);
  }

  gsize length = strlen (pasting->text);

  /* A grid of points alone is a board of the current kind. */
  if (pasting->kind != NULL && (pasting->kind->flags & TW_KIND_READS_PASTED) != 0
      && pasting->kind->read->text (pasting->text, length, puzzles, NULL))
    return g_steal_pointer (&puzzles);

  return tw_puzzles_parse (pasting->text, length, NULL, error);
}

static void
parse_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *puzzles = parse (data, &error);

  tw_task_return_pointer (task, puzzles, (GDestroyNotify) g_ptr_array_unref, &error);
}

static void
parsed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = g_task_propagate_pointer (G_TASK (result), &error);

  if (!tw_session_release (self->session))
    return;
  if (puzzles == NULL) {
    const Pasting *pasting = g_task_get_task_data (G_TASK (result));
    g_autofree char *text = g_strdup_printf (_ ("The text in the clipboard is not a puzzle: %s"),
                                             error->message);
    tw_session_say (self->session, pasting->picture != NULL ? error->message : text);
    return;
  }
  TwPuzzle *shown = tw_session_get_puzzle (self->session), *pasted = g_ptr_array_index (puzzles, 0);
  if (tw_edit_mode_is_active (self->edit) && puzzles->len == 1
      && tw_puzzle_get_kind (shown) == tw_puzzle_get_kind (pasted))
    tw_edit_mode_replace (self->edit, pasted);
  else
    tw_session_open_new (self->session, puzzles);
}

/* Takes ownership of the text, or of a reference to the picture. */
static void
take (TwWindow *self, char *text, GdkTexture *picture)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  Pasting *pasting = g_new0 (Pasting, 1);

  pasting->text = text;
  pasting->picture = picture;
  pasting->kind = puzzle != NULL ? tw_puzzle_get_kind (puzzle) : NULL;
  tw_session_hold (self->session);
  tw_task_run (parse_thread, pasting, pasting_free, self, NULL, parsed_cb, NULL);
}

static void
take_picture (TwWindow *self, GdkTexture *picture)
{
  take (self, NULL, g_object_ref (picture));
}

static void
take_text (TwWindow *self, char *text)
{
  if (text != NULL && strlen (text) <= TW_FILE_MAX_BYTES) {
    take (self, text, NULL);
    return;
  }
  tw_session_say (self->session, text == NULL ? _ ("There is no text in the clipboard")
                                              : _ ("The text in the clipboard is too long"));
  g_free (text);
}

static gboolean
take_value (TwWindow *self, const GValue *value)
{
  g_autoptr (GPtrArray) files = tw_value_dup_files (value);

  if (G_VALUE_HOLDS (value, GDK_TYPE_TEXTURE)) {
    take_picture (self, g_value_get_object (value));
    return TRUE;
  } else if (G_VALUE_HOLDS_STRING (value)) {
    take_text (self, g_value_dup_string (value));
    return TRUE;
  }
  if (files->len > 0)
    tw_window_open_files (self, (GFile **) files->pdata, (int) files->len);
  return files->len > 0;
}

static void
value_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwWindow) self = data;
  g_autoptr (GError) error = NULL;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, &error);

  if (!tw_session_release (self->session))
    return;
  if (value != NULL)
    take_value (self, value);
  else
    tw_session_say (self->session, error->message);
}

void
tw_window_paste (TwWindow *self)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self));
  g_autoptr (GdkContentFormats) formats = gdk_content_formats_union_deserialize_gtypes (
    gdk_content_formats_ref (gdk_clipboard_get_formats (clipboard)));
  /* File managers offer the names of files as text, spreadsheets a picture of the cells. */
  const GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING, GDK_TYPE_TEXTURE };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (gdk_content_formats_contain_gtype (formats, types[i])) {
      tw_session_hold (self->session);
      gdk_clipboard_read_value_async (clipboard, types[i], G_PRIORITY_DEFAULT, NULL, value_read_cb,
                                      g_object_ref (self));
      return;
    }
  take_text (self, NULL);
}

/* --- drops --------------------------------------------------------------------------- */

gboolean
tw_window_drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, TwWindow *self)
{
  return take_value (self, value);
}
