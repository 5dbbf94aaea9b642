/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet-dialog.c - see booklet-dialog.h. */
#include "app/dialogs/booklet-dialog.h"

#include "app/choose.h"
#include "app/gallery/catalogue.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/resolve.h"
#include "puzzle/tasks.h"

/* Puzzles to choose. */
typedef struct {
  char *title;
  GPtrArray *entries; /* TwEntry; NULL: they are read from the files of the cards */
  GPtrArray *cards;   /* TwCard */
} Source;

struct _TwBookletDialog {
  GtkWindow parent_instance;

  GtkDropDown *source;
  GtkEditable *heading;
  GtkDropDown *per_page;
  GtkCheckButton *names;
  GtkDropDown *answers;
  GtkDropDown *paper;
  GtkLabel *message;
  GtkWidget *print;
  GtkWidget *accept;

  GArray *sources; /* Source */
  GCancellable *reading;
  TwResolve *batch; /* NULL: nothing is being solved */
  gboolean printing;
  TwBooklet *booklet;
};

TW_DEFINE_TEMPLATE_TYPE (TwBookletDialog, tw_booklet_dialog, GTK_TYPE_WINDOW)

/* --- the puzzles to choose -------------------------------------------------------------------- */

TW_DEFINE_CLEAR (clear_source, Source, (title, g_free), (entries, g_ptr_array_unref),
                 (cards, g_ptr_array_unref))

/* Appends a source without puzzles. */
static Source *
add_source (TwBookletDialog *self, const char *title)
{
  Source source = { g_strdup (title), NULL,
                    g_ptr_array_new_with_free_func ((GDestroyNotify) tw_card_unref) };

  g_array_append_val (self->sources, source);
  return &g_array_index (self->sources, Source, self->sources->len - 1);
}

static void
add_open_puzzles (TwBookletDialog *self, TwSession *session)
{
  Source *source;

  if (tw_session_get_n (session) == 0)
    return;
  source = add_source (self, _ ("Open Puzzles"));
  source->entries = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tw_session_get_n (session); i++) {
    TwDocument *document = tw_session_get (session, i);
    g_autofree char *name = tw_document_dup_name (document);
    TwEntry *entry = tw_entry_new (tw_document_get_puzzle (document), name);

    tw_entry_set_old (entry, tw_document_get_result (document));
    g_ptr_array_add (source->entries, entry);
  }
}

/* The cards come family by family. */
static void
add_cards (TwBookletDialog *self, const GPtrArray *cards)
{
  const TwKind *kind = NULL;
  guint all = self->sources->len;

  if (cards->len > 0)
    add_source (self, _ ("All on the Start Page"));
  for (guint i = 0; i < cards->len; i++) {
    TwCard *card = cards->pdata[i];

    if (card->kind != kind)
      add_source (self, _ (card->kind->title));
    kind = card->kind;
    g_ptr_array_add (g_array_index (self->sources, Source, all).cards,
                     g_atomic_rc_box_acquire (card));
    g_ptr_array_add (g_array_index (self->sources, Source, self->sources->len - 1).cards,
                     g_atomic_rc_box_acquire (card));
  }
}

static guint
count_puzzles (const Source *source)
{
  return source->entries != NULL ? source->entries->len : source->cards->len;
}

static const Source *
chosen_source (TwBookletDialog *self)
{
  return &g_array_index (self->sources, Source, gtk_drop_down_get_selected (self->source));
}

/* A solution on the back of each sheet leaves room for one puzzle. */
static void
answers_changed_cb (TwBookletDialog *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->per_page),
                            gtk_drop_down_get_selected (self->answers) != TW_ANSWERS_OVERLEAF);
}

/* Proposes a booklet for several puzzles, and a sheet with the solution on its back for one. */
static void
source_changed_cb (TwBookletDialog *self)
{
  gboolean any = self->sources != NULL && self->sources->len > 0;
  const Source *source = any ? chosen_source (self) : NULL;
  gboolean several = source != NULL && count_puzzles (source) > 1;

  if (source == NULL) /* disposed, or there are no puzzles */
    return;
  gtk_editable_set_text (self->heading, several ? source->title : "");
  gtk_drop_down_set_selected (self->answers, several ? TW_ANSWERS_END : TW_ANSWERS_OVERLEAF);
  answers_changed_cb (self);
}

/* --- the booklet ------------------------------------------------------------------------------ */

static void
get_layout (TwBookletDialog *self, TwBookletOptions *options)
{
  const char *heading = gtk_editable_get_text (self->heading);

  *options = (TwBookletOptions){ .letter = tw_booklet_dialog_is_letter (self),
                                 .per_page = 1u << gtk_drop_down_get_selected (self->per_page),
                                 .answers = gtk_drop_down_get_selected (self->answers),
                                 .title = *heading != '\0' ? heading : NULL,
                                 .names = gtk_check_button_get_active (self->names) };
}

/* Shows what is being done, or why nothing is done any more. */
static void
show_message (TwBookletDialog *self, const char *message, gboolean busy)
{
  tw_label_show_message (self->message, message);
  gtk_widget_set_sensitive (GTK_WIDGET (self->source), !busy);
  gtk_widget_set_sensitive (self->print, !busy);
  gtk_widget_set_sensitive (self->accept, !busy);
}

static void
offer_booklet (TwBookletDialog *self)
{
  const char *heading = gtk_editable_get_text (self->heading);
  g_autofree char *name = g_strconcat (*heading != '\0' ? heading : chosen_source (self)->title,
                                       ".pdf", NULL);

  if (!self->printing) {
    tw_choose_for_dialog (self->message, _ ("Save the Booklet"), _ ("_Save"), name,
                          _ ("PDF document"), "*.pdf *.PDF", ".pdf");
    return;
  }
  g_signal_emit_by_name (self, "printed");
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Returns the result of this search for each entry, or its earlier result if there is none. Entries
 * without a solution are left out. */
static GPtrArray *
list_results (GListModel *entries)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);
    TwResult *result = tw_entry_get_result (entry);

    if (result == NULL)
      result = tw_entry_get_old (entry);
    if (result != NULL && tw_result_has_solution (result))
      g_ptr_array_add (results, tw_result_ref (result));
  }
  return results;
}

static void
solved_cb (TwBookletDialog *self)
{
  g_autoptr (TwResolve) batch = g_steal_pointer (&self->batch);
  guint n = g_list_model_get_n_items (tw_resolve_get_entries (batch));
  g_autoptr (GPtrArray) results = list_results (tw_resolve_get_entries (batch));
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = NULL;
  TwBookletOptions options;

  get_layout (self, &options);
  g_clear_pointer (&self->booklet, tw_booklet_free);
  if (results->len > 0)
    self->booklet = tw_booklet_new ((TwResult *const *) results->pdata, results->len, &options,
                                    &error);
  if (results->len < n)
    missing = g_strdup_printf (tw_ngettext ("%u puzzle without a solution is left out",
                                            "%u puzzles without a solution are left out",
                                            n - results->len),
                               n - results->len);
  show_message (self, error != NULL ? error->message : missing, FALSE);
  if (self->booklet != NULL)
    offer_booklet (self);
}

static void
begun_cb (TwBookletDialog *self, TwResolve *batch)
{
  g_autofree char *text = tw_resolve_describe (tw_resolve_get_entries (batch));

  show_message (self, text, TRUE);
}

/* Solves the puzzles for which no solution is known. */
static void
solve (TwBookletDialog *self, GPtrArray *entries)
{
  TwOptions options;

  self->batch = tw_resolve_new ();
  for (guint i = 0; i < entries->len; i++) {
    TwResult *old = tw_entry_get_old (entries->pdata[i]);

    if (old != NULL && tw_result_has_solution (old))
      tw_entry_set_state (entries->pdata[i], TW_ENTRY_DONE);
  }
  tw_resolve_add (self->batch, entries);
  tw_connect (self->batch, "begun", G_CALLBACK (begun_cb), self);
  tw_connect (self->batch, "finished", G_CALLBACK (solved_cb), self);
  tw_settings_get_options (tw_settings_for_new_puzzles (), &options);
  tw_resolve_start (self->batch, &options, FALSE);
}

/* Gives the puzzle, which nobody else has yet, the title of the card with its file. */
static void
set_title (const Source *source, TwPuzzle *puzzle)
{
  g_autofree char *path = g_strdup (tw_puzzle_get_file (puzzle));
  g_autoptr (GFile) file = g_file_parse_name (path);
  g_autofree char *uri = g_file_get_uri (file);

  for (guint i = 0; i < source->cards->len; i++) {
    TwCard *card = source->cards->pdata[i];
    g_autofree char *title = tw_card_dup_title (card);

    if (g_str_equal (card->uri, uri))
      tw_puzzle_set_origin (puzzle, path, title);
  }
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwBookletDialog) self = tw_weak_take (data);
  g_autoptr (GPtrArray) entries = tw_gather_finish (result, NULL);

  if (self == NULL || self->reading == NULL || entries == NULL)
    return;
  for (guint i = 0; i < entries->len; i++)
    if (tw_entry_get_puzzle (entries->pdata[i]) != NULL)
      set_title (chosen_source (self), tw_entry_get_puzzle (entries->pdata[i]));
  solve (self, entries);
}

static void
begin (TwBookletDialog *self, gboolean printing)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  const Source *chosen = chosen_source (self);

  self->printing = printing;
  show_message (self, _ ("Reading…"), TRUE);
  if (chosen->entries != NULL) {
    g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (g_object_unref);

    for (guint i = 0; i < chosen->entries->len; i++)
      g_ptr_array_add (copies, tw_entry_copy (chosen->entries->pdata[i]));
    solve (self, copies);
    return;
  }
  for (guint i = 0; i < chosen->cards->len; i++)
    g_ptr_array_add (files, g_file_new_for_uri (((TwCard *) chosen->cards->pdata[i])->uri));
  g_clear_object (&self->reading);
  self->reading = g_cancellable_new ();
  tw_gather_async ((GFile *const *) files->pdata, files->len, self->reading, read_cb,
                   tw_weak_new (self));
}

static void
print_cb (TwBookletDialog *self)
{
  begin (self, TRUE);
}

static void
accept_cb (TwBookletDialog *self)
{
  begin (self, FALSE);
}

/* --- the dialog --------------------------------------------------------------------------------- */

TwBooklet *
tw_booklet_dialog_take_booklet (TwBookletDialog *self)
{
  return g_steal_pointer (&self->booklet);
}

gboolean
tw_booklet_dialog_is_letter (TwBookletDialog *self)
{
  return gtk_drop_down_get_selected (self->paper) == 1;
}

TwBookletDialog *
tw_booklet_dialog_new (GtkWindow *parent, TwSession *session, const GPtrArray *cards)
{
  TwBookletDialog *self = g_object_new (TW_TYPE_BOOKLET_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_array_set_clear_func (self->sources, clear_source);
  add_open_puzzles (self, session);
  add_cards (self, cards);
  for (guint i = 0; i < self->sources->len; i++) {
    const Source *source = &g_array_index (self->sources, Source, i);
    g_autofree char *text = g_strdup_printf (_ ("%s (%u)"), source->title, count_puzzles (source));

    gtk_string_list_append (titles, text);
  }
  gtk_drop_down_set_model (self->source, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->paper,
                              g_str_equal (gtk_paper_size_get_default (), GTK_PAPER_NAME_LETTER));
  show_message (self, self->sources->len == 0 ? _ ("There are no puzzles to print.") : NULL,
                self->sources->len == 0);
  return self;
}

static void
tw_booklet_dialog_class_init (TwBookletDialogClass *klass)
{
  TW_OWN (klass, TwBookletDialog, reading, tw_drop_cancellable);
  TW_OWN (klass, TwBookletDialog, batch, g_object_unref);
  TW_OWN (klass, TwBookletDialog, sources, g_array_unref);
  TW_OWN (klass, TwBookletDialog, booklet, tw_booklet_free);
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_FILE);
  tw_class_add_signal (klass, "printed", 0);
  tw_class_set_dialog_template (klass, "booklet-dialog");
  TW_BIND_CHILDREN (klass, TwBookletDialog, source, heading, per_page, names, answers, paper,
                    message, print, accept);
  TW_BIND_CALLBACKS (klass, source_changed_cb, answers_changed_cb, print_cb, accept_cb);
}
