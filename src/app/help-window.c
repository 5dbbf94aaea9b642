/* help-window.c - see help-window.h. */
#include "config.h"

#include "app/help-window.h"

#include "app/help-page.h"
#include "places.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"

#define FOLDER "/io/github/tilewright/Tilewright/help/"

struct _TwHelpWindow {
  GtkWindow parent_instance;
  GtkStack *stack;
  char *wanted;              /* the page to show when there are pages, or NULL */
  GCancellable *cancellable; /* of reading them */
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

/* --- reading, on a worker thread ------------------------------------------------- */

/* Translated pages are files beside the program, or where TW_HELP_DIR says; NULL when there is none. */
static GBytes *
read_translated (const char *language, const char *name)
{
  const char *root = g_getenv ("TW_HELP_DIR");
  g_autofree char *page = g_strconcat (name, ".page", NULL);
  g_autofree char *path = root != NULL && *root != '\0'
                            ? g_build_filename (root, language, page, NULL)
                            : g_build_filename (TW_HELP_DIR, language, TW_GETTEXT_DOMAIN, page,
                                                NULL);
  gsize length;
  char *text = tw_file_read_path (path, &length, NULL);

  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

/* In the first language of the user's that there is; the program itself has the English ones. */
static GBytes *
read_page (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, ".page", NULL);

  for (const char *const *language = g_get_language_names (); *language != NULL; language++) {
    GBytes *page;

    if (g_str_equal (*language, "C") || g_str_has_prefix (*language, "en"))
      break;
    page = read_translated (*language, name);
    if (page != NULL)
      return page;
  }
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static void
read_pages (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (const char *const *name = tw_help_pages (); *name != NULL; name++)
    g_ptr_array_add (pages, read_page (*name));
  g_task_return_pointer (task, pages, (GDestroyNotify) g_ptr_array_unref);
}

/* --- the window ------------------------------------------------------------------- */

static void
add_page (TwHelpWindow *self, const char *name, GBytes *page)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_autofree char *title = tw_help_page_read (page, GTK_BOX (box), G_CALLBACK (activate_link_cb),
                                              self, &error);

  if (title == NULL) {
    g_warning ("help page %s: %s", name, error->message);
    title = g_strdup (name);
  }
  gtk_widget_add_css_class (box, "help-page");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_stack_add_titled (self->stack, scrolled, name, title);
}

static void
pages_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GPtrArray) pages = g_task_propagate_pointer (G_TASK (result), NULL);
  TwHelpWindow *self = data;

  if (pages == NULL) /* cancelled: the window is gone */
    return;
  for (guint i = 0; i < pages->len; i++)
    add_page (self, tw_help_pages ()[i], g_ptr_array_index (pages, i));
  if (self->wanted != NULL)
    gtk_stack_set_visible_child_name (self->stack, self->wanted);
}

static void
tw_help_window_dispose (GObject *object)
{
  TwHelpWindow *self = TW_HELP_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->wanted, g_free);
  G_OBJECT_CLASS (tw_help_window_parent_class)->dispose (object);
}

static void
tw_help_window_class_init (TwHelpWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tw_help_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
tw_help_window_init (TwHelpWindow *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *sidebar = gtk_stack_sidebar_new ();
  g_autoptr (GTask) task = NULL;

  self->stack = GTK_STACK (gtk_stack_new ());
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

  self->cancellable = g_cancellable_new ();
  /* The task holds no window: one that outlives its parent leaves GTK with a dangling pointer. */
  task = g_task_new (NULL, self->cancellable, pages_read_cb, self);
  g_task_run_in_thread (task, read_pages);
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
  g_free (self->wanted);
  self->wanted = g_strdup (name);
  if (gtk_stack_get_child_by_name (self->stack, name) != NULL)
    gtk_stack_set_visible_child_name (self->stack, name);
}

const char *
tw_help_window_get_page (TwHelpWindow *self)
{
  g_return_val_if_fail (TW_IS_HELP_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
