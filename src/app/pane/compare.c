/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - see compare.h. */
#include "app/pane/compare.h"

#include "draw/picture.h"
#include "puzzle/i18n.h"

struct _TwCompare {
  TwPart parent_instance;

  GtkToggleButton *first_button;
  GtkToggleButton *second_button;
  GtkLabel *sentence;

  TwResult *first; /* NULL: nothing is compared */
};

TW_DEFINE_TEMPLATE_TYPE (TwCompare, tw_compare, TW_TYPE_PART)

static void
toggled_cb (TwCompare *self)
{
  if (self->first != NULL)
    g_signal_emit_by_name (self, "switched");
}

static void
tw_compare_class_init (TwCompareClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN (klass, TwCompare, first, tw_result_unref);
  tw_class_add_signal (klass, "switched", 0);
  tw_class_set_template (klass, "compare");
  TW_BIND_CHILDREN (klass, TwCompare, first_button, second_button, sentence);
  TW_BIND_CALLBACKS (klass, toggled_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "view.compare", NULL);
  gtk_widget_class_set_css_name (widget_class, "comparebar");
}

static void
name_button (GtkToggleButton *button, const char *name)
{
  gtk_label_set_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), name);
  tw_name_widget (button, name);
}

/* --- public functions -------------------------------------------------------------- */

void
tw_compare_begin (TwCompare *self, TwResult *first, const char *name)
{
  tw_compare_end (self);
  gtk_toggle_button_set_active (self->second_button, TRUE);
  name_button (self->first_button, name);
  self->first = tw_result_ref (first);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

void
tw_compare_end (TwCompare *self)
{
  g_clear_pointer (&self->first, tw_result_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

gboolean
tw_compare_is_active (TwCompare *self)
{
  return self->first != NULL;
}

TwPuzzle *
tw_compare_get_puzzle (TwCompare *self)
{
  return self->first != NULL ? self->first->puzzle : NULL;
}

static char *
describe (const TwScene *shown, size_t n_differ)
{
  unsigned long long n = n_differ, all = shown->n_regions;

  if (n == 0)
    return g_strdup (_ ("Both solutions are the same"));
  if (shown->kind == TW_PALETTE_SIZES)
    return g_strdup_printf (
      /* Translators: "17 of 104 squares differ", of two solutions */
      tw_ngettext ("%'llu of %'llu squares differs", "%'llu of %'llu squares differ", (gulong) n),
      n, all);
  return g_strdup_printf (
    tw_ngettext ("%'llu of %'llu pieces differs", "%'llu of %'llu pieces differ", (gulong) n), n,
    all);
}

TwScene *
tw_compare_show (TwCompare *self, TwResult *second, const char *name)
{
  size_t n_differ;

  g_return_val_if_fail (self->first != NULL, NULL);

  gboolean first = tw_compare_get_first_shown (self) != NULL;
  g_autoptr (TwScene) a = tw_picture_scene (self->first->puzzle, self->first);
  g_autoptr (TwScene) b = tw_picture_scene (second->puzzle, second);
  TwScene *scene = tw_scene_new_difference (first ? a : b, first ? b : a, &n_differ);
  g_autofree char *sentence = describe (scene, n_differ);

  name_button (self->second_button, name);
  gtk_label_set_text (self->sentence, sentence);
  return scene;
}

void
tw_compare_switch (TwCompare *self)
{
  gtk_toggle_button_set_active (
    gtk_toggle_button_get_active (self->first_button) ? self->second_button : self->first_button,
    TRUE);
}

TwResult *
tw_compare_get_first_shown (TwCompare *self)
{
  return gtk_toggle_button_get_active (self->first_button) ? self->first : NULL;
}
