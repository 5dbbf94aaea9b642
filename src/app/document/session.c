/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c - see session.h. */
#include "app/document/session.h"

#include "app/part.h"
#include "app/preferences/settings.h"

struct _TwSession {
  GObject parent_instance;

  GPtrArray *documents; /* TwDocument */
  GSettings *settings;  /* while there is none */
  guint index;
  TwDocument *guest;   /* NULL: the document at `index` is shown */
  GSignalGroup *watch; /* of the document that is shown */
  TwSearch *search;
  guint n_holds;
  gboolean at_start;
  gboolean lent;
  gboolean attended;
  gboolean paused;
  gboolean approved;
  gboolean closed;
};

static const char *const relayed[] = { "puzzle-changed", "result-changed", "title-changed",
                                       "solved" };

G_DEFINE_FINAL_TYPE (TwSession, tw_session, G_TYPE_OBJECT)

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

GSettings *
tw_session_get_settings (TwSession *self)
{
  return self->documents->len > 0 ? tw_document_get_settings (tw_session_get (self, self->index))
                                  : self->settings;
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
                                                          && !self->paused
                                                          && tw_session_get (self, i) == shown);
}

void
tw_session_set_attended (TwSession *self, gboolean attended)
{
  self->attended = attended;
  attend (self);
}

static gboolean
can_pause (TwSession *self)
{
  return tw_document_is_playing (tw_session_get_document (self));
}

static void
set_paused (TwSession *self, gboolean paused)
{
  paused = paused && can_pause (self);
  if (paused == self->paused)
    return;
  self->paused = paused;
  attend (self);
  g_object_notify (G_OBJECT (self), "paused");
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
  set_paused (self, FALSE);
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

guint
tw_session_open (TwSession *self, GPtrArray *documents)
{
  guint first = self->documents->len;

  tw_search_drop (self->search);
  self->approved = FALSE;
  g_ptr_array_extend_and_steal (self->documents, documents);
  g_signal_emit_by_name (self, "opened");
  show (self, first, NULL);
  return first;
}

static GPtrArray *
new_documents (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

/* The open documents of the same files as the given ones, by tw_document_dup_saved_text (). */
static GHashTable *
index_documents (TwSession *self, GPtrArray *documents)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < documents->len; i++)
    if (tw_document_get_file (documents->pdata[i]) != NULL)
      g_hash_table_add (files, g_strdup (tw_document_get_file (documents->pdata[i])));
  for (guint i = self->documents->len; i-- > 0;) {
    const char *file = tw_document_get_file (tw_session_get (self, i));
    char *text = file != NULL && g_hash_table_contains (files, file)
                   ? tw_document_dup_saved_text (tw_session_get (self, i))
                   : NULL;

    if (text != NULL) /* of equal ones the first is the last to be added */
      g_hash_table_replace (index, text, GUINT_TO_POINTER (i));
  }
  return index;
}

void
tw_session_open_once (TwSession *self, GPtrArray *documents)
{
  g_autoptr (GPtrArray) others = new_documents ();
  g_autoptr (GHashTable) index = index_documents (self, documents);
  guint open = self->documents->len, first = open;

  for (guint i = 0; i < documents->len; i++) {
    TwDocument *document = documents->pdata[i];
    g_autofree char *text = tw_document_dup_saved_text (document);
    gpointer twin;

    if (text == NULL || !g_hash_table_lookup_extended (index, text, NULL, &twin)
        || !tw_document_take_twin (tw_session_get (self, GPOINTER_TO_UINT (twin)), document))
      twin = GUINT_TO_POINTER (open);
    if (i == 0)
      first = GPOINTER_TO_UINT (twin);
    if (GPOINTER_TO_UINT (twin) == open)
      g_ptr_array_add (others, g_object_ref (document));
  }
  if (others->len > 0)
    tw_session_open (self, g_steal_pointer (&others));
  if (first < open)
    tw_session_show (self, first);
}

void
tw_session_open_new (TwSession *self, GPtrArray *puzzles)
{
  GPtrArray *documents = new_documents ();

  for (guint i = 0; i < puzzles->len; i++) {
    g_ptr_array_add (documents, tw_document_new (g_ptr_array_index (puzzles, i)));
    tw_document_set_unsaved (documents->pdata[i]);
  }
  tw_session_open (self, documents);
}

void
tw_session_close_documents (TwSession *self, GPtrArray *documents)
{
  guint left = self->index;

  tw_search_drop (self->search);
  for (guint i = self->documents->len; i-- > 0;)
    if (g_ptr_array_find (documents, tw_session_get (self, i), NULL)) {
      g_ptr_array_remove_index (self->documents, i);
      left -= i < left;
    }
  show (self, MIN (left, MAX (self->documents->len, 1) - 1), NULL);
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
  g_ptr_array_extend_and_steal (self->documents, documents);
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

int
tw_session_find_unsaved (TwSession *self, GPtrArray *among, gboolean *modified)
{
  int first = -1;

  *modified = FALSE;
  for (guint i = 0; i < self->documents->len && !*modified; i++) {
    TwDocument *document = tw_session_get (self, i);

    if (among != NULL && !g_ptr_array_find (among, document, NULL))
      continue;
    *modified = tw_document_is_modified (document);
    if (*modified || (first < 0 && tw_document_has_work (document)))
      first = (int) i;
  }
  return first;
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

void
tw_session_set_lent (TwSession *self, gboolean lent)
{
  self->lent = lent;
  g_signal_emit_by_name (self, "changed");
}

gboolean
tw_session_can_search (TwSession *self)
{
  return tw_session_get_document (self) != NULL && !self->at_start && !self->lent
         && !tw_search_is_running (self->search);
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
    { "at-start", .get = G_CALLBACK (tw_session_is_at_start), .set = G_CALLBACK (set_at_start) },
    { "paused", .set = G_CALLBACK (set_paused), .offset = offsetof (TwSession, paused) },
    { "can-pause", .get = G_CALLBACK (can_pause) },
    { 0 },
  };

  TW_OWN (klass, TwSession, watch, g_object_unref);
  TW_OWN (klass, TwSession, settings, g_object_unref);
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
  set_paused (self, FALSE);
  tw_session_say (self, NULL);
}

static void
emit_changed (TwSession *self)
{
  g_object_notify (G_OBJECT (self), "can-pause");
  g_signal_emit_by_name (self, "changed");
}

static void
tw_session_init (TwSession *self)
{
  static const char *const changes[] = { "document-changed", "puzzle-changed", "result-changed",
                                         "title-changed", "notify::at-start" };

  self->documents = new_documents ();
  self->settings = tw_settings_new_for_puzzle ();
  self->search = tw_search_new ();
  self->watch = g_signal_group_new (TW_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->watch, "puzzle-changed", G_CALLBACK (changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (relayed); i++)
    g_signal_group_connect (self->watch, relayed[i], G_CALLBACK (relay_cb), self);
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
