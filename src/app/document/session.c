/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c - see session.h. */
#include "app/document/session.h"

#include "app/document/kept.h"
#include "app/part.h"

#define DRAFT_DELAY_MS 2000

struct _TwSession {
  GObject parent_instance;

  GPtrArray *documents; /* TwDocument */
  guint index;
  TwDocument *guest;   /* NULL: the document at `index` is shown */
  GSignalGroup *watch; /* of the document that is shown */
  TwSearch *search;
  guint n_holds;
  gboolean at_start;
  gboolean attended;
  gboolean approved;
  gboolean closed;

  TwDrafts *drafts; /* NULL: none is kept */
  guint draft_delay;
  guint draft_id;     /* timer until the draft is written */
  guint draft_number; /* of the stored draft; 0: none */
  gboolean draft_left;
};

static const char *const relayed[] = { "puzzle-changed", "result-changed", "title-changed",
                                       "solved" };

G_DEFINE_FINAL_TYPE (TwSession, tw_session, G_TYPE_OBJECT)

/* --- drafts ------------------------------------------------------------------------- */

static void
drop_draft (TwSession *self)
{
  g_clear_handle_id (&self->draft_id, g_source_remove);
  if (self->draft_left)
    return;
  if (self->drafts != NULL && self->draft_number != 0)
    tw_drafts_keep (self->drafts, self->draft_number, NULL);
  self->draft_number = 0;
}

static void
write_draft (gpointer data)
{
  TwSession *self = data;
  TwDraft *draft;

  g_clear_handle_id (&self->draft_id, g_source_remove);
  if (self->drafts == NULL || tw_session_find_modified (self) < 0)
    return;
  draft = tw_draft_new ();
  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_session_get (self, i);

    tw_draft_add (draft, tw_document_get_puzzle (document), tw_document_get_file (document),
                  tw_document_is_modified (document));
  }
  draft->shown = self->index;
  if (self->draft_number == 0)
    self->draft_number = tw_drafts_reserve (self->drafts);
  tw_drafts_keep (self->drafts, self->draft_number, draft);
}

static void
update_draft (TwSession *self)
{
  if (tw_session_find_modified (self) < 0)
    drop_draft (self);
  else if (self->draft_id == 0)
    self->draft_id = g_timeout_add_once (self->draft_delay, write_draft, self);
}

void
tw_session_set_drafts (TwSession *self, TwDrafts *drafts)
{
  self->drafts = drafts;
}

void
tw_session_set_draft_delay (TwSession *self, guint delay)
{
  self->draft_delay = delay;
}

void
tw_session_restore_draft (TwSession *self, TwDraft *draft)
{
  guint first = tw_session_open_puzzles (self, g_ptr_array_ref (draft->puzzles));

  self->draft_number = draft->number;
  for (guint i = 0; i < draft->puzzles->len; i++)
    if (draft->changed[i])
      tw_document_set_unsaved (tw_session_get (self, first + i));
  tw_session_show (self, first + draft->shown);
}

void
tw_session_leave_draft (TwSession *self)
{
  write_draft (self);
  self->draft_left = TRUE;
  self->approved = TRUE;
}

/* --- the documents ------------------------------------------------------------------ */

guint
tw_session_get_n (TwSession *self)
{
  return self->documents->len;
}

TwDocument *
tw_session_get (TwSession *self, guint index)
{
  g_return_val_if_fail (index < self->documents->len, NULL);
  return g_ptr_array_index (self->documents, index);
}

TwDocument *
tw_session_get_document (TwSession *self)
{
  if (self->guest != NULL)
    return self->guest;
  return self->index < self->documents->len ? tw_session_get (self, self->index) : NULL;
}

TwPuzzle *
tw_session_get_puzzle (TwSession *self)
{
  return tw_document_get_puzzle (tw_session_get_document (self));
}

TwResult *
tw_session_get_result (TwSession *self)
{
  return tw_document_get_result (tw_session_get_document (self));
}

guint
tw_session_get_index (TwSession *self)
{
  return self->index;
}

gboolean
tw_session_has_guest (TwSession *self)
{
  return self->guest != NULL;
}

gboolean
tw_session_is_empty (TwSession *self)
{
  return self->documents->len == 0 && self->n_holds == 0;
}

gboolean
tw_session_is_at_start (TwSession *self)
{
  return self->at_start;
}

/* The time of play runs only where somebody looks. */
static void
attend (TwSession *self)
{
  TwDocument *shown = tw_session_get_document (self);

  for (guint i = 0; i < self->documents->len; i++)
    tw_document_set_attended (tw_session_get (self, i), self->attended && !self->at_start
                                                          && tw_session_get (self, i) == shown);
}

void
tw_session_set_attended (TwSession *self, gboolean attended)
{
  self->attended = attended;
  attend (self);
}

static void
set_at_start (TwSession *self, gboolean at_start)
{
  if (at_start == self->at_start || tw_session_get_document (self) == NULL)
    return;
  self->at_start = at_start;
  attend (self);
  g_object_notify (G_OBJECT (self), "at-start");
}

/* Another document is shown, or is to be shown again. */
static void
show (TwSession *self, guint index, TwDocument *guest)
{
  self->index = index;
  g_set_object (&self->guest, guest);
  g_signal_group_set_target (self->watch, tw_session_get_document (self));
  set_at_start (self, FALSE);
  attend (self);
  g_signal_emit_by_name (self, "document-changed");
}

void
tw_session_show (TwSession *self, guint index)
{
  g_return_if_fail (index < self->documents->len);
  tw_search_drop (self->search);
  show (self, index, NULL);
}

void
tw_session_show_guest (TwSession *self, TwDocument *guest, TwJob *job)
{
  tw_search_drop (self->search);
  if (self->guest != guest) {
    tw_session_say (self, NULL);
    show (self, self->index, guest);
  }
  if (job != NULL)
    tw_search_watch (self->search, guest, job);
}

static void
add_documents (TwSession *self, GPtrArray *documents)
{
  for (guint i = 0; i < documents->len; i++) {
    gpointer document = g_ptr_array_index (documents, i);

    tw_connect (document, "title-changed", G_CALLBACK (update_draft), self);
  }
  g_ptr_array_extend_and_steal (self->documents, documents);
}

guint
tw_session_open (TwSession *self, GPtrArray *documents)
{
  tw_search_drop (self->search);
  drop_draft (self);
  self->approved = FALSE;
  /* The user was not asked about solutions and placements, so documents with such work stay
   * open. */
  for (guint i = self->documents->len; i-- > 0;)
    if (tw_document_is_modified (tw_session_get (self, i))
        || !tw_document_has_work (tw_session_get (self, i)))
      g_ptr_array_remove_index (self->documents, i);

  guint first = self->documents->len;

  add_documents (self, documents);
  g_signal_emit_by_name (self, "opened");
  show (self, first, NULL);
  return first;
}

static GPtrArray *
new_documents (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

guint
tw_session_open_puzzles (TwSession *self, GPtrArray *puzzles)
{
  GPtrArray *documents = new_documents ();

  for (guint i = 0; i < puzzles->len; i++)
    g_ptr_array_add (documents, tw_document_new (g_ptr_array_index (puzzles, i)));
  g_ptr_array_unref (puzzles);
  return tw_session_open (self, documents);
}

/* The index of the document of that puzzle; adds one if there is none. */
static guint
find_puzzle (TwSession *self, TwPuzzle *puzzle)
{
  GPtrArray *documents;

  for (guint i = 0; i < self->documents->len; i++)
    if (tw_document_get_puzzle (tw_session_get (self, i)) == puzzle)
      return i;
  documents = new_documents ();
  g_ptr_array_add (documents, tw_document_new (puzzle));
  add_documents (self, documents);
  return self->documents->len - 1;
}

void
tw_session_look_at (TwSession *self, TwPuzzle *puzzle, TwResult *result)
{
  g_return_if_fail (puzzle != NULL);

  guint index = find_puzzle (self, puzzle);

  tw_search_drop (self->search);
  tw_document_set_result (tw_session_get (self, index), result);
  show (self, index, NULL);
}

/* --- what would be lost --------------------------------------------------------------- */

static int
find (TwSession *self, gboolean (*holds) (TwDocument *document))
{
  for (guint i = 0; i < self->documents->len; i++)
    if (holds (tw_session_get (self, i)))
      return (int) i;
  return -1;
}

int
tw_session_find_modified (TwSession *self)
{
  return find (self, tw_document_is_modified);
}

void
tw_session_set_approved (TwSession *self, gboolean approved)
{
  self->approved = approved;
}

gboolean
tw_session_get_approved (TwSession *self)
{
  return self->approved;
}

int
tw_session_find_work (TwSession *self)
{
  return find (self, tw_document_has_work);
}

static gboolean
is_lost (TwDocument *document)
{
  return tw_document_has_work (document) && tw_document_get_file (document) == NULL
         && tw_document_get_source (document) == NULL;
}

gboolean
tw_session_can_restore (TwSession *self)
{
  return find (self, is_lost) < 0;
}

GPtrArray *
tw_session_dup_group (TwSession *self)
{
  GPtrArray *group = g_ptr_array_new_with_free_func (g_object_unref);
  TwDocument *shown = tw_session_get_document (self);
  const char *place = tw_document_get_file (shown);

  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_session_get (self, i);

    if (document == shown
        || (place != NULL && g_strcmp0 (place, tw_document_get_file (document)) == 0))
      g_ptr_array_add (group, g_object_ref (document));
  }
  if (group->len == 0) /* a guest */
    g_ptr_array_add (group, g_object_ref (shown));
  return group;
}

GStrv
tw_session_dup_uris (TwSession *self)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();
  const char *last = NULL;

  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_session_get (self, i);
    const char *file = tw_document_get_file (document);
    const char *place = file != NULL ? file : tw_document_get_source (document);

    /* Puzzles of one file are adjacent. */
    if (place == NULL || g_strcmp0 (place, last) == 0)
      continue;
    last = place;
    g_autoptr (GFile) opened = g_file_parse_name (place);
    g_autofree char *uri = g_file_get_uri (opened);
    g_strv_builder_add (uris, uri);
  }
  return g_strv_builder_end (uris);
}

char *
tw_session_print_kept (TwSession *self)
{
  return tw_kept_print (self->documents);
}

/* --- work and words ------------------------------------------------------------------- */

TwSearch *
tw_session_get_search (TwSession *self)
{
  return self->search;
}

void
tw_session_hold (TwSession *self)
{
  self->n_holds++;
}

gboolean
tw_session_release (TwSession *self)
{
  self->n_holds--;
  return !self->closed;
}

gboolean
tw_session_is_busy (TwSession *self)
{
  return self->n_holds > 0 || tw_search_is_running (self->search);
}

void
tw_session_say (TwSession *self, const char *message)
{
  g_signal_emit_by_name (self, "message", message);
}

void
tw_session_notify_user (TwSession *self, const char *text, const char *label, const char *action,
                        const char *target)
{
  g_signal_emit_by_name (self, "notice", text, label, action, target);
}

void
tw_session_close (TwSession *self)
{
  tw_search_drop (self->search);
  self->closed = TRUE;
}

gboolean
tw_session_is_closed (TwSession *self)
{
  return self->closed;
}

/* --- the object ------------------------------------------------------------------------- */

static void
tw_session_class_init (TwSessionClass *klass)
{
  static const TwFlag flags[] = {
    { "at-start", G_CALLBACK (tw_session_is_at_start), G_CALLBACK (set_at_start) },
    { 0 },
  };

  TW_OWN_SOURCE (klass, TwSession, draft_id);
  TW_OWN (klass, TwSession, watch, g_object_unref);
  TW_OWN (klass, TwSession, search, g_object_unref);
  TW_OWN (klass, TwSession, documents, g_ptr_array_unref);
  TW_OWN (klass, TwSession, guest, g_object_unref);
  tw_class_add_flags (klass, flags);
  for (gsize i = 0; i < G_N_ELEMENTS (relayed); i++)
    tw_class_add_signal (klass, relayed[i], 0);
  tw_class_add_signal (klass, "opened", 0);
  tw_class_add_signal (klass, "document-changed", 0);
  tw_class_add_signal (klass, "changed", 0);
  tw_class_add_signal (klass, "closing", 0);
  tw_class_add_signal (klass, "message", 1, G_TYPE_STRING);
  tw_class_add_signal (klass, "notice", 4, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
                       G_TYPE_STRING);
}

/* Emits the same signal as the document. */
static void
relay_cb (TwDocument *document, TwSession *self)
{
  g_signal_emit_by_name (self, g_signal_name (g_signal_get_invocation_hint (document)->signal_id));
}

static void
changed_cb (TwSession *self)
{
  self->approved = FALSE;
  tw_session_say (self, NULL);
}

static void
emit_changed (TwSession *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
tw_session_init (TwSession *self)
{
  static const char *const changes[] = { "document-changed", "puzzle-changed", "result-changed",
                                         "title-changed", "notify::at-start" };

  self->documents = new_documents ();
  self->search = tw_search_new ();
  self->draft_delay = DRAFT_DELAY_MS;
  self->watch = g_signal_group_new (TW_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->watch, "puzzle-changed", G_CALLBACK (changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (relayed); i++)
    g_signal_group_connect (self->watch, relayed[i], G_CALLBACK (relay_cb), self);
  g_signal_connect (self, "closing", G_CALLBACK (drop_draft), NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_after (self, changes[i], G_CALLBACK (emit_changed), NULL);
  g_signal_connect_object (self->search, "notify::running", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

TwSession *
tw_session_new (void)
{
  return g_object_new (TW_TYPE_SESSION, NULL);
}
