/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c - see choose.h. */
#include "app/choose.h"

#include "app/part.h"
#include "app/preferences/settings.h"
#include "draw/export.h"
#include "puzzle/i18n.h"

typedef struct {
  GtkWindow *parent;
  TwChosen chosen; /* NULL: the parent has been destroyed */
  gpointer object;
  char *extension; /* NULL: not an export */
} Choice;

static void
destroyed_cb (Choice *choice)
{
  choice->chosen = NULL;
}

/* Ends the choice, and remembers the folder of an export. */
static void
end (Choice *choice, GFile *file, const char *message)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL && choice->extension != NULL)
    g_settings_set_string (tw_settings (), "export-folder", uri);
  g_signal_handlers_disconnect_by_data (choice->parent, choice);
  if (choice->chosen != NULL)
    choice->chosen (choice->object, file, message);
  g_object_unref (choice->parent);
  g_free (choice->extension);
  g_free (choice);
}

/* The file with this extension: another picture extension is replaced, anything else is kept. */
static GFile *
with_extension (GFile *file, const char *extension)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_autoptr (GFile) folder = g_file_get_parent (file);

  if (g_str_has_suffix (lower, extension) || folder == NULL)
    return g_object_ref (file);
  if (tw_export_format_of (name, &(TwExportFormat){ 0 }, NULL))
    *strrchr (name, '.') = '\0';
  g_autofree char *full = g_strconcat (name, extension, NULL);
  return g_file_get_child (folder, full);
}

static void
looked_cb (GObject *file, GAsyncResult *result, gpointer choice)
{
  g_autoptr (GFileInfo) there = g_file_query_info_finish (G_FILE (file), result, NULL);
  g_autofree char *name = g_file_get_basename (G_FILE (file));
  g_autofree char *message = g_strdup_printf (
    _ ("“%s” exists already: choose that name to replace it"), name);

  if (there == NULL)
    end (choice, G_FILE (file), NULL);
  else
    end (choice, NULL, message);
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Choice *choice = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) chosen = tw_compat_choose_finish (result, &error);
  g_autoptr (GFile) file = chosen != NULL && choice->extension != NULL
                             ? with_extension (chosen, choice->extension)
                             : NULL;

  if (file == NULL || g_file_equal (file, chosen))
    end (choice, chosen, error != NULL ? error->message : NULL);
  else /* the save dialog asked about the other name */
    g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, NULL, looked_cb, choice);
}

static void
choose (GtkWindow *parent, TwChoose what, const TwFileRequest *request, const char *extension,
        TwChosen chosen, gpointer object)
{
  Choice *choice = g_new0 (Choice, 1);

  choice->parent = g_object_ref (parent);
  g_signal_connect_swapped (parent, "destroy", G_CALLBACK (destroyed_cb), choice);
  choice->chosen = chosen;
  choice->object = object;
  choice->extension = g_strdup (extension);
  tw_compat_choose (parent, what, request, chosen_cb, choice);
}

void
tw_choose_file (GtkWindow *parent, TwChoose what, const TwFileRequest *request, TwChosen chosen,
                gpointer object)
{
  choose (parent, what, request, NULL, chosen, object);
}

void
tw_choose_export (GtkWindow *parent, const char *title, const char *accept, const char *name,
                  const char *type, const char *patterns, const char *extension, TwChosen chosen,
                  gpointer object)
{
  g_autofree char *uri = g_settings_get_string (tw_settings (), "export-folder");
  /* Do not check that it still exists: a file system that hangs would block the window. The file
   * chooser shows the parent of a missing folder. */
  g_autoptr (GFile) folder = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
  const TwFileFilter filter = { type, patterns };
  const TwFileRequest request = {
    .title = title,
    .accept = accept,
    .name = name,
    .folder = folder,
    .filters = &filter,
    .n_filters = 1,
  };

  choose (parent, TW_CHOOSE_SAVE, &request, extension, chosen, object);
}

static void
chosen_for_dialog_cb (gpointer label, GFile *file, const char *message)
{
  GtkWidget *dialog = GTK_WIDGET (gtk_widget_get_root (label));

  if (message != NULL)
    tw_label_show_message (label, message);
  if (file == NULL)
    return;
  g_signal_emit_by_name (dialog, "chosen", file);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

void
tw_choose_for_dialog (GtkLabel *label, const char *title, const char *accept, const char *name,
                      const char *type, const char *patterns, const char *extension)
{
  tw_choose_export (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (label))), title, accept, name,
                    type, patterns, extension, chosen_for_dialog_cb, label);
}

GPtrArray *
tw_value_dup_files (const GValue *value)
{
  GPtrArray *files = g_ptr_array_new ();

  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST)) {
    for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
      g_ptr_array_add (files, l->data);
  } else if (G_VALUE_HOLDS (value, G_TYPE_FILE)) {
    g_ptr_array_add (files, g_value_get_object (value));
  }
  return files;
}
