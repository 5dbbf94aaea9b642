/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text-list.c - see text-list.h. */
#include "app/text-list.h"

struct _TwTextList {
  GObject parent_instance;
  TwTextFunc text;
  gpointer data;
  GDestroyNotify free_data;
  guint n;
};

static GType
get_item_type (GListModel *model)
{
  return GTK_TYPE_STRING_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  return TW_TEXT_LIST (model)->n;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TwTextList *self = TW_TEXT_LIST (model);
  g_autofree char *text = position < self->n ? self->text (self->data, position) : NULL;

  return text != NULL ? gtk_string_object_new (text) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TwTextList, tw_text_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
tw_text_list_finalize (GObject *object)
{
  TW_TEXT_LIST (object)->free_data (TW_TEXT_LIST (object)->data);
  G_OBJECT_CLASS (tw_text_list_parent_class)->finalize (object);
}

static void
tw_text_list_class_init (TwTextListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_text_list_finalize;
}

static void
tw_text_list_init (TwTextList *self)
{
}

TwTextList *
tw_text_list_new (TwTextFunc text, gpointer data, GDestroyNotify free_data)
{
  TwTextList *self = g_object_new (TW_TYPE_TEXT_LIST, NULL);

  self->text = text;
  self->data = data;
  self->free_data = free_data;
  return self;
}

void
tw_text_list_set_n (TwTextList *self, guint n)
{
  guint before = self->n, same = MIN (n, before);

  self->n = n;
  if (n != before)
    g_list_model_items_changed (G_LIST_MODEL (self), same, before - same, n - same);
}
