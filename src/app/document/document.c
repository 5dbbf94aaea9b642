/* document.c - see document.h. */
#include "config.h"

#include "app/document/document.h"

/* Values of the puzzle whose results Undo and Redo may come back to. */
#define MAX_LEFT 16

struct _TwDocument {
  GObject parent_instance;

  TwPuzzle *original;
  TwHistory *history;
  char *file; /* as "Save As" said; NULL: where the puzzle came from */
  TwResult *result;
  GPtrArray *left; /* TwResult of other values, the newest last */
};

enum {
  PROP_PUZZLE = 1,
  PROP_RESULT,
  PROP_FILE,
  PROP_MODIFIED,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TwDocument, tw_document, G_TYPE_OBJECT)

static void
tw_document_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TwDocument *self = TW_DOCUMENT (object);

  switch (id) {
  case PROP_PUZZLE:
    g_value_set_boxed (value, tw_document_get_puzzle (self));
    break;
  case PROP_RESULT:
    g_value_set_boxed (value, self->result);
    break;
  case PROP_FILE:
    g_value_set_string (value, tw_document_get_file (self));
    break;
  case PROP_MODIFIED:
    g_value_set_boolean (value, tw_document_is_modified (self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tw_document_finalize (GObject *object)
{
  TwDocument *self = TW_DOCUMENT (object);

  g_clear_pointer (&self->original, tw_puzzle_unref);
  g_clear_pointer (&self->history, tw_history_free);
  g_clear_pointer (&self->result, tw_result_unref);
  g_ptr_array_unref (self->left);
  g_free (self->file);
  G_OBJECT_CLASS (tw_document_parent_class)->finalize (object);
}

static void
tw_document_class_init (TwDocumentClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (klass)->get_property = tw_document_get_property;
  G_OBJECT_CLASS (klass)->finalize = tw_document_finalize;
  props[PROP_PUZZLE] = g_param_spec_boxed ("puzzle", NULL, NULL, TW_TYPE_PUZZLE, flags);
  props[PROP_RESULT] = g_param_spec_boxed ("result", NULL, NULL, TW_TYPE_RESULT, flags);
  props[PROP_FILE] = g_param_spec_string ("file", NULL, NULL, NULL, flags);
  props[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
tw_document_init (TwDocument *self)
{
  self->left = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
}

TwDocument *
tw_document_new (TwPuzzle *puzzle)
{
  TwDocument *self = g_object_new (TW_TYPE_DOCUMENT, NULL);

  self->original = tw_puzzle_ref (puzzle);
  self->history = tw_history_new (puzzle);
  return self;
}

/* --- the puzzle ------------------------------------------------------------------- */

TwPuzzle *
tw_document_get_original (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return self->original;
}

TwPuzzle *
tw_document_get_puzzle (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return tw_history_get (self->history);
}

TwHistory *
tw_document_get_history (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return self->history;
}

static void
leave_result (TwDocument *self)
{
  if (self->result == NULL)
    return;
  if (self->left->len == MAX_LEFT)
    g_ptr_array_remove_index (self->left, 0);
  g_ptr_array_add (self->left, g_steal_pointer (&self->result));
}

/* NULL: there is none. */
static TwResult *
take_result (TwDocument *self)
{
  for (guint i = self->left->len; i-- > 0;) {
    TwResult *result = g_ptr_array_index (self->left, i);

    if (result->puzzle == tw_history_get (self->history))
      return g_ptr_array_steal_index (self->left, i);
  }
  return NULL;
}

/* The history is at another value. What was found for the one before is no result of this
 * one, but it is again once that value comes back. */
static void
puzzle_changed (TwDocument *self)
{
  leave_result (self);
  self->result = take_result (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PUZZLE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RESULT]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MODIFIED]);
}

void
tw_document_change (TwDocument *self, TwPuzzle *puzzle, const char *name, TwStepKind kind)
{
  g_return_if_fail (TW_IS_DOCUMENT (self));
  tw_history_push (self->history, puzzle, name, kind);
  tw_puzzle_unref (puzzle);
  puzzle_changed (self);
}

gboolean
tw_document_undo (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), FALSE);
  if (!tw_history_undo (self->history))
    return FALSE;
  puzzle_changed (self);
  return TRUE;
}

gboolean
tw_document_redo (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), FALSE);
  if (!tw_history_redo (self->history))
    return FALSE;
  puzzle_changed (self);
  return TRUE;
}

/* --- the file --------------------------------------------------------------------- */

const char *
tw_document_get_file (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return self->file != NULL ? self->file : tw_puzzle_get_file (tw_document_get_puzzle (self));
}

char *
tw_document_dup_name (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return self->file != NULL ? g_path_get_basename (self->file)
                            : g_strdup (tw_puzzle_get_name (tw_document_get_puzzle (self)));
}

gboolean
tw_document_is_modified (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), FALSE);
  return tw_history_is_modified (self->history);
}

gboolean
tw_document_set_saved (TwDocument *self, const TwPuzzle *puzzle, const char *file)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), FALSE);
  if (!tw_history_set_saved_as (self->history, puzzle))
    return FALSE;
  if (g_strcmp0 (file, tw_document_get_file (self)) != 0) {
    g_free (self->file);
    self->file = g_strdup (file);
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FILE]);
  }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MODIFIED]);
  return TRUE;
}

void
tw_document_set_unsaved (TwDocument *self)
{
  g_return_if_fail (TW_IS_DOCUMENT (self));
  tw_history_set_unsaved (self->history);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MODIFIED]);
}

/* --- results ---------------------------------------------------------------------- */

TwResult *
tw_document_get_result (TwDocument *self)
{
  g_return_val_if_fail (TW_IS_DOCUMENT (self), NULL);
  return self->result;
}

void
tw_document_set_result (TwDocument *self, TwResult *result)
{
  g_return_if_fail (TW_IS_DOCUMENT (self));
  if (result != NULL)
    tw_result_ref (result);
  g_clear_pointer (&self->result, tw_result_unref);
  self->result = result;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RESULT]);
}
