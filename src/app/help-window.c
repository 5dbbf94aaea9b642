/* help-window.c - see help-window.h. */
#include "config.h"

#include "app/help-window.h"

#include "app/help-page.h"
#include "puzzle/i18n.h"

#define FOLDER "/io/github/tilewright/Tilewright/help/"

struct _TwHelpWindow {
  GtkWindow parent_instance;
  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (TwHelpWindow, tw_help_window, GTK_TYPE_WINDOW)

const char *const *
tw_help_pages (void)
{
  static const char *const pages[] = {
    "index",       "opening", "editing", "keyboard", "squares",      "pieces", "quadrillion",
    "tetrominoes", "capped",  "online",  "export",   "command-line", NULL,
  };
  return pages;
}

/* "pieces" and "editing#place" are pages; anything else is for the desktop. */
static gboolean
activate_link_cb (GtkLabel *label, const char *uri, TwHelpWindow *self)
{
  g_auto (GStrv) parts = g_strsplit (uri, "#", 2);

  if (!g_strv_contains (tw_help_pages (), parts[0]))
    return FALSE;
  tw_help_window_show_page (self, parts[0]);
  return TRUE;
}

static void
add_page (TwHelpWindow *self, const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, ".page", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) page = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_autofree char *title = NULL;

  if (page != NULL)
    title = tw_help_page_read (page, GTK_BOX (box), G_CALLBACK (activate_link_cb), self, &error);
  if (title == NULL) {
    g_warning ("help page %s: %s", name, error != NULL ? error->message : "no title");
    title = g_strdup (name);
  }
  gtk_widget_add_css_class (box, "help-page");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_stack_add_titled (self->stack, scrolled, name, title);
}

static void
tw_help_window_class_init (TwHelpWindowClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
tw_help_window_init (TwHelpWindow *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *sidebar = gtk_stack_sidebar_new ();

  self->stack = GTK_STACK (gtk_stack_new ());
  for (const char *const *name = tw_help_pages (); *name != NULL; name++)
    add_page (self, *name);
  gtk_widget_set_hexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_name (GTK_WIDGET (self->stack), "help-pages");
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (sidebar), self->stack);
  gtk_accessible_update_property (GTK_ACCESSIBLE (sidebar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pages"), -1);
  gtk_paned_set_start_child (GTK_PANED (paned), sidebar);
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_end_child (GTK_PANED (paned), GTK_WIDGET (self->stack));
  gtk_window_set_child (GTK_WINDOW (self), paned);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Tilewright Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), 760, 600);
}

TwHelpWindow *
tw_help_window_new (GtkWindow *parent)
{
  return g_object_new (TW_TYPE_HELP_WINDOW, "transient-for", parent, "destroy-with-parent", TRUE,
                       NULL);
}

void
tw_help_window_show_page (TwHelpWindow *self, const char *name)
{
  g_return_if_fail (TW_IS_HELP_WINDOW (self));
  gtk_stack_set_visible_child_name (self->stack, name);
}

const char *
tw_help_window_get_page (TwHelpWindow *self)
{
  g_return_val_if_fail (TW_IS_HELP_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
