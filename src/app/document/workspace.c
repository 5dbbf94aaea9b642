/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.c - see workspace.h. */
#include "app/document/workspace.h"

#include "app/document/kept.h"

struct _TwWorkspace {
  GObject parent_instance;

  GPtrArray *documents; /* TwDocument */
  guint index;
  TwDocument *guest; /* NULL: the document at `index` is shown */
};

G_DEFINE_FINAL_TYPE (TwWorkspace, tw_workspace, G_TYPE_OBJECT)

static void
tw_workspace_finalize (GObject *object)
{
  TwWorkspace *self = TW_WORKSPACE (object);

  g_ptr_array_unref (self->documents);
  g_clear_object (&self->guest);
  G_OBJECT_CLASS (tw_workspace_parent_class)->finalize (object);
}

static void
tw_workspace_class_init (TwWorkspaceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_workspace_finalize;
}

static void
tw_workspace_init (TwWorkspace *self)
{
  self->documents = g_ptr_array_new_with_free_func (g_object_unref);
}

TwWorkspace *
tw_workspace_new (void)
{
  return g_object_new (TW_TYPE_WORKSPACE, NULL);
}

/* --- the documents ------------------------------------------------------------------ */

guint
tw_workspace_get_n (TwWorkspace *self)
{
  return self->documents->len;
}

TwDocument *
tw_workspace_get (TwWorkspace *self, guint index)
{
  g_return_val_if_fail (index < self->documents->len, NULL);
  return g_ptr_array_index (self->documents, index);
}

TwDocument *
tw_workspace_get_shown (TwWorkspace *self)
{
  if (self->guest != NULL)
    return self->guest;
  return self->index < self->documents->len ? tw_workspace_get (self, self->index) : NULL;
}

guint
tw_workspace_get_index (TwWorkspace *self)
{
  return self->index;
}

void
tw_workspace_show (TwWorkspace *self, guint index)
{
  self->index = index;
  g_clear_object (&self->guest);
}

void
tw_workspace_show_guest (TwWorkspace *self, TwDocument *guest)
{
  g_set_object (&self->guest, guest);
}

gboolean
tw_workspace_has_guest (TwWorkspace *self)
{
  return self->guest != NULL;
}

guint
tw_workspace_replace (TwWorkspace *self, GPtrArray *documents)
{
  /* The user was not asked about solutions and placements, so documents with such work stay
   * open. */
  for (guint i = self->documents->len; i-- > 0;)
    if (tw_document_is_modified (tw_workspace_get (self, i))
        || !tw_document_has_work (tw_workspace_get (self, i)))
      g_ptr_array_remove_index (self->documents, i);

  guint first = self->documents->len;

  g_ptr_array_extend_and_steal (self->documents, documents);
  tw_workspace_show (self, first);
  return first;
}

guint
tw_workspace_find (TwWorkspace *self, TwPuzzle *puzzle)
{
  for (guint i = 0; i < self->documents->len; i++)
    if (tw_document_get_puzzle (tw_workspace_get (self, i)) == puzzle)
      return i;
  g_ptr_array_add (self->documents, tw_document_new (puzzle));
  return self->documents->len - 1;
}

/* --- what would be lost --------------------------------------------------------------- */

static int
find (TwWorkspace *self, gboolean (*holds) (TwDocument *document))
{
  for (guint i = 0; i < self->documents->len; i++)
    if (holds (tw_workspace_get (self, i)))
      return (int) i;
  return -1;
}

int
tw_workspace_find_modified (TwWorkspace *self)
{
  return find (self, tw_document_is_modified);
}

int
tw_workspace_find_work (TwWorkspace *self)
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
tw_workspace_can_restore (TwWorkspace *self)
{
  return find (self, is_lost) < 0;
}

GPtrArray *
tw_workspace_dup_group (TwWorkspace *self)
{
  GPtrArray *group = g_ptr_array_new_with_free_func (g_object_unref);
  TwDocument *shown = tw_workspace_get_shown (self);
  const char *place = tw_document_get_file (shown);

  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_workspace_get (self, i);

    if (document == shown
        || (place != NULL && g_strcmp0 (place, tw_document_get_file (document)) == 0))
      g_ptr_array_add (group, g_object_ref (document));
  }
  if (group->len == 0) /* a guest */
    g_ptr_array_add (group, g_object_ref (shown));
  return group;
}

GStrv
tw_workspace_dup_uris (TwWorkspace *self)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();
  const char *last = NULL;

  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_workspace_get (self, i);
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
tw_workspace_print_kept (TwWorkspace *self)
{
  return tw_kept_print (self->documents);
}
