/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - what the objects of the library share: errors, limits of blocking work, lists, and the
 * folder of translations. */
#include "library/private.h"

#include <libintl.h>

#include "places.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/tasks.h"

G_STATIC_ASSERT ((int) TILEWRIGHT_ERROR_FILE == (int) TW_PUZZLE_ERROR_FILE);
G_STATIC_ASSERT ((int) TILEWRIGHT_ERROR_USAGE == (int) TW_PUZZLE_ERROR_USAGE);
G_STATIC_ASSERT ((int) TILEWRIGHT_STATUS_OUT_OF_MEMORY == (int) TW_STATUS_OUT_OF_MEMORY);

/* Programs that use the library need not know of its translations. tw_i18n_init () of our own
 * programs comes later and may choose another folder. */
static void __attribute__ ((constructor)) bind_translations (void)
{
  bindtextdomain (TW_GETTEXT_DOMAIN, TW_LOCALE_DIR);
  bind_textdomain_codeset (TW_GETTEXT_DOMAIN, "UTF-8");
}

GQuark
tilewright_error_quark (void)
{
  return TW_PUZZLE_ERROR;
}

/* --- blocking work ----------------------------------------------------------------- */

TwRun *
tilewright_run_begin (const TwOptions *options, GCancellable *cancellable, gulong *handler,
                      GError **error)
{
  TwLimits limits = tw_kind_limits (options);
  TwRun *run = tw_run_new (&limits);

  *handler = 0;
  if (run == NULL)
    tilewright_run_fail (TW_STATUS_OUT_OF_MEMORY, NULL, error);
  else if (cancellable != NULL)
    *handler = tw_run_follow (run, cancellable);
  return run;
}

void
tilewright_run_end (TwRun *run, GCancellable *cancellable, gulong handler)
{
  g_cancellable_disconnect (cancellable, handler);
  tw_run_free (run);
}

gboolean
tilewright_run_fail (TwStatus status, GCancellable *cancellable, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return tw_fail (error, (TwPuzzleError) TILEWRIGHT_ERROR_STOPPED, "%s",
                  status == TW_STATUS_OUT_OF_MEMORY ? _ ("the memory budget was used up")
                                                    : _ ("time limit reached"));
}

/* --- properties ------------------------------------------------------------------------ */

GParamSpec *
tilewright_param_new (const char *name, GType type, double value, GParamFlags flags)
{
  switch (G_TYPE_FUNDAMENTAL (type)) {
  case G_TYPE_BOOLEAN:
    return g_param_spec_boolean (name, NULL, NULL, value != 0, flags);
  case G_TYPE_INT:
    return g_param_spec_int (name, NULL, NULL, G_MININT, G_MAXINT, (int) value, flags);
  case G_TYPE_UINT:
    return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, (guint) value, flags);
  case G_TYPE_INT64:
    return g_param_spec_int64 (name, NULL, NULL, -1, G_MAXINT64, (gint64) value, flags);
  case G_TYPE_UINT64:
    return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, (guint64) value, flags);
  case G_TYPE_DOUBLE:
    return g_param_spec_double (name, NULL, NULL, -1, G_MAXDOUBLE, value, flags);
  case G_TYPE_STRING:
    return g_param_spec_string (name, NULL, NULL, NULL, flags);
  case G_TYPE_BOXED:
    return g_param_spec_boxed (name, NULL, NULL, type, flags);
  case G_TYPE_ENUM:
    return g_param_spec_enum (name, NULL, NULL, type, (int) value, flags);
  default:
    return g_param_spec_object (name, NULL, NULL, type, flags);
  }
}

/* --- lists ----------------------------------------------------------------------------- */

#define TILEWRIGHT_TYPE_LIST (tilewright_list_get_type ())
G_DECLARE_FINAL_TYPE (TilewrightList, tilewright_list, TILEWRIGHT, LIST, GObject)

struct _TilewrightList {
  GObject parent_instance;
  GType type;
  GObject *owner;
  guint n;
  GObject *(*get) (GObject *owner, guint index);
};

static void tilewright_list_init_model (GListModelInterface *model);

G_DEFINE_FINAL_TYPE_WITH_CODE (TilewrightList, tilewright_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tilewright_list_init_model))

static GType
get_item_type (GListModel *model)
{
  return TILEWRIGHT_LIST (model)->type;
}

static guint
get_n_items (GListModel *model)
{
  return TILEWRIGHT_LIST (model)->n;
}

static gpointer
get_item (GListModel *model, guint index)
{
  TilewrightList *self = TILEWRIGHT_LIST (model);

  return index < self->n ? self->get (self->owner, index) : NULL;
}

static void
tilewright_list_init_model (GListModelInterface *model)
{
  model->get_item_type = get_item_type;
  model->get_n_items = get_n_items;
  model->get_item = get_item;
}

static void
tilewright_list_finalize (GObject *object)
{
  g_object_unref (TILEWRIGHT_LIST (object)->owner);
  G_OBJECT_CLASS (tilewright_list_parent_class)->finalize (object);
}

static void
tilewright_list_class_init (TilewrightListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tilewright_list_finalize;
}

static void
tilewright_list_init (TilewrightList *self)
{
}

GListModel *
tilewright_list_new (GType type, GObject *owner, guint n,
                     GObject *(*get) (GObject *owner, guint index))
{
  TilewrightList *self = g_object_new (TILEWRIGHT_TYPE_LIST, NULL);

  self->type = type;
  self->owner = g_object_ref (owner);
  self->n = n;
  self->get = get;
  return G_LIST_MODEL (self);
}
