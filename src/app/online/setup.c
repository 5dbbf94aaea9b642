/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.c - see setup.h. */
#include "app/online/setup.h"

#include "app/compat.h"
#include "app/preferences/settings.h"
#include "net/keys.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

/* The rows of the lists in online-setup.ui. */
enum { SERVER_PRACTICE, SERVER_OTHER };
enum { TYPE_SQUARES, TYPE_TETROMINOES };

/* Sessions that are offered. */
#define MOST_SESSIONS 5

struct _TwOnlineSetup {
  TwPart parent_instance;

  GtkDropDown *server;
  GtkEntry *address;
  GtkPasswordEntry *key;
  GtkCheckButton *keep_key;
  GtkDropDown *mode;
  GtkDropDown *type;
  GtkSpinButton *side;
  GtkSpinButton *count;
  GtkLabel *folder_name;
  GtkButton *begin;
  GtkWidget *sessions_box;
  GtkListBox *sessions;

  GCancellable *looking; /* the keyring query for the address; NULL: none is running */
  char *key_address;     /* the address that the filled-in key belongs to; NULL: none */
  GFile *folder;         /* NULL: a new folder */
};

G_DEFINE_FINAL_TYPE (TwOnlineSetup, tw_online_setup, TW_TYPE_PART)

static void look_for_key_cb (TwOnlineSetup *self);

static gboolean
is_practice (TwOnlineSetup *self)
{
  return gtk_drop_down_get_selected (self->server) == SERVER_PRACTICE;
}

static gboolean
is_tetrominoes (TwOnlineSetup *self)
{
  return gtk_drop_down_get_selected (self->type) == TYPE_TETROMINOES;
}

static const char *
text_of (gpointer editable)
{
  return gtk_editable_get_text (GTK_EDITABLE (editable));
}

static void
update (TwOnlineSetup *self)
{
  gboolean other = !is_practice (self), tetrominoes = is_tetrominoes (self);

  gtk_widget_set_visible (GTK_WIDGET (self->address), other);
  gtk_widget_set_visible (GTK_WIDGET (self->key), other);
  gtk_widget_set_visible (GTK_WIDGET (self->keep_key), other && tw_keys_are_supported ());
  gtk_widget_set_visible (GTK_WIDGET (self->side), tetrominoes);
  gtk_widget_set_sensitive (
    GTK_WIDGET (self->begin),
    !other || (*text_of (self->address) != '\0' && *text_of (self->key) != '\0'));
}

static void
changed_cb (TwOnlineSetup *self)
{
  if (self->begin != NULL) /* not while the template is being built */
    update (self);
}

static void
server_changed_cb (TwOnlineSetup *self)
{
  changed_cb (self);
  if (self->begin != NULL)
    look_for_key_cb (self);
}

/* --- the keyring ---------------------------------------------------------------------- */

static void
found_key_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *key = tw_keys_lookup_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self == NULL)
    return;
  g_clear_object (&self->looking);
  if (error != NULL) /* a keyring is optional: keys can be typed */
    g_debug ("no key: %s", error->message);
  if (key == NULL)
    return;
  g_free (self->key_address);
  self->key_address = g_strdup (text_of (self->address));
  gtk_editable_set_text (GTK_EDITABLE (self->key), key);
  gtk_check_button_set_active (self->keep_key, TRUE);
}

/* Each server has its own key, so the key that was found for the previous address is cleared. */
static void
look_for_key_cb (TwOnlineSetup *self)
{
  const char *address = text_of (self->address);

  if (g_strcmp0 (address, self->key_address) == 0)
    return;
  tw_cancel (&self->looking);
  if (self->key_address != NULL) {
    g_clear_pointer (&self->key_address, g_free);
    gtk_editable_set_text (GTK_EDITABLE (self->key), "");
    gtk_check_button_set_active (self->keep_key, FALSE);
  }
  if (*address == '\0' || *text_of (self->key) != '\0' || is_practice (self)
      || !tw_keys_are_supported ())
    return;
  self->looking = g_cancellable_new ();
  tw_keys_lookup_async (address, self->looking, found_key_cb, tw_weak_new (self));
}

static void
stored_key_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;

  if (!tw_keys_store_finish (result, &error) && self != NULL) {
    g_autofree char *message = g_strdup_printf (_ ("The key is not in the keyring: %s"),
                                                error->message);

    g_signal_emit_by_name (self, "failed", message);
  }
}

static void
cleared_key_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;

  if (!tw_keys_store_finish (result, &error) && self != NULL)
    g_signal_emit_by_name (self, "failed", error->message);
}

/* Stores the key in the keyring, or removes it, as the user chose. */
static void
keep_key (TwOnlineSetup *self)
{
  const char *address = text_of (self->address);

  if (is_practice (self) || !tw_keys_are_supported ())
    return;
  tw_cancel (&self->looking);
  if (gtk_check_button_get_active (self->keep_key)) {
    tw_keys_store_async (address, text_of (self->key), NULL, stored_key_cb, tw_weak_new (self));
    g_free (self->key_address);
    self->key_address = g_strdup (address);
  } else if (g_strcmp0 (address, self->key_address) == 0) {
    tw_keys_store_async (address, NULL, NULL, cleared_key_cb, tw_weak_new (self));
    g_clear_pointer (&self->key_address, g_free);
  }
}

/* --- settings ----------------------------------------------------------------------- */

static void
load (TwOnlineSetup *self)
{
  g_autofree char *address = g_settings_get_string (tw_settings (), "online-server");
  int side = g_settings_get_int (tw_settings (), "online-tetrominoes");

  gtk_drop_down_set_selected (
    self->server,
    g_settings_get_boolean (tw_settings (), "online-practice") ? SERVER_PRACTICE : SERVER_OTHER);
  gtk_editable_set_text (GTK_EDITABLE (self->address), address);
  gtk_drop_down_set_selected (self->type, side > 0 ? TYPE_TETROMINOES : TYPE_SQUARES);
  if (side > 0)
    gtk_spin_button_set_value (self->side, side);
  gtk_spin_button_set_value (self->count, g_settings_get_int (tw_settings (), "online-count"));
}

/* Contest mode is not stored: the user chooses it each time. */
static void
save (TwOnlineSetup *self)
{
  g_settings_set_boolean (tw_settings (), "online-practice", is_practice (self));
  g_settings_set_string (tw_settings (), "online-server", text_of (self->address));
  g_settings_set_int (tw_settings (), "online-tetrominoes",
                      is_tetrominoes (self) ? gtk_spin_button_get_value_as_int (self->side) : 0);
  g_settings_set_int (tw_settings (), "online-count",
                      gtk_spin_button_get_value_as_int (self->count));
}

/* --- folders ------------------------------------------------------------------------ */

static void
show_folder (TwOnlineSetup *self)
{
  g_autofree char *name = self->folder != NULL ? g_file_get_parse_name (self->folder)
                                               : g_strdup (_ ("A new one for each session"));

  gtk_label_set_text (self->folder_name, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->folder_name), name);
}

void
tw_online_setup_set_folder (TwOnlineSetup *self, GFile *folder)
{
  gboolean usable = folder != NULL && g_file_peek_path (folder) != NULL;

  g_set_object (&self->folder, (usable ? folder : NULL));
  show_folder (self);
}

char *
tw_online_describe_session (const TwContestSummary *summary)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (summary->time);
  gboolean today = g_date_time_get_year (now) == g_date_time_get_year (time)
                   && g_date_time_get_day_of_year (now) == g_date_time_get_day_of_year (time);
  /* Translators: formats of g_date_time_format () */
  g_autofree char *when = g_date_time_format (time, today ? _ ("today %H:%M") : _ ("%x %H:%M"));

  /* Translators: a time, and how much of a contest is done */
  return g_strdup_printf (tw_ngettext ("%s, %u of %u, %'lld square", "%s, %u of %u, %'lld squares",
                                       (gulong) summary->squares),
                          when, summary->accepted, summary->plan.count,
                          (long long) summary->squares);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tw_contest_folder_list (GPOINTER_TO_UINT (data)),
                         (GDestroyNotify) g_ptr_array_unref);
}

void
tw_online_list_sessions (guint most, GAsyncReadyCallback done, gpointer data)
{
  tw_task_run (list_thread, GUINT_TO_POINTER (most), NULL, NULL, NULL, done, data);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);
  GtkWidget *row;

  if (self == NULL)
    return;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->sessions))) != NULL)
    gtk_list_box_remove (self->sessions, row);
  for (guint i = 0; i < found->len; i++) {
    const TwContestSummary *summary = g_ptr_array_index (found, i);
    g_autofree char *text = tw_online_describe_session (summary);

    gtk_list_box_append (self->sessions, g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0,
                                                       "wrap", TRUE, NULL));
    row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->sessions, (int) i));
    g_object_set_data_full (G_OBJECT (row), "path", g_strdup (summary->path), g_free);
    tw_name_widget (row, text);
  }
  gtk_widget_set_visible (self->sessions_box, found->len > 0);
}

static void
list_sessions (TwOnlineSetup *self)
{
  tw_online_list_sessions (MOST_SESSIONS, listed_cb, tw_weak_new (self));
}

static void
session_activated_cb (TwOnlineSetup *self, GtkListBoxRow *row)
{
  g_autoptr (GFile) folder = g_file_new_for_path (g_object_get_data (G_OBJECT (row), "path"));

  g_signal_emit_by_name (self, "resume", folder);
}

static GtkWindow *
window_of (TwOnlineSetup *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

/* Returns NULL when there is nothing to do; errors have been shown. */
static GFile *
chosen (TwOnlineSetup *self, GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = tw_compat_choose_finish (result, &error);

  if (self == NULL)
    return NULL;
  if (error != NULL)
    g_signal_emit_by_name (self, "failed", error->message);
  return g_steal_pointer (&file);
}

static void
folder_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GFile) folder = chosen (self, result);

  if (folder != NULL)
    tw_online_setup_set_folder (self, folder);
}

static void
choose_folder_cb (TwOnlineSetup *self)
{
  TwFileRequest request = { .title = _ ("Folder for the Session"), .accept = _ ("_Choose") };

  tw_compat_choose (window_of (self), TW_CHOOSE_FOLDER, &request, folder_chosen_cb,
                    tw_weak_new (self));
}

static void
resume_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwOnlineSetup) self = tw_weak_take (data);
  g_autoptr (GFile) folder = chosen (self, result);

  if (folder != NULL)
    g_signal_emit_by_name (self, "resume", folder);
}

static void
resume_cb (TwOnlineSetup *self)
{
  g_autofree char *path = tw_contest_default_folder ();
  g_autoptr (GFile) contests = g_file_new_for_path (path);
  TwFileRequest request = {
    .title = _ ("Resume a Session"),
    .accept = _ ("_Resume"),
    .folder = contests,
  };

  tw_compat_choose (window_of (self), TW_CHOOSE_FOLDER, &request, resume_chosen_cb,
                    tw_weak_new (self));
}

/* --- the widget ----------------------------------------------------------------------- */

static void
begin_cb (TwOnlineSetup *self)
{
  look_for_key_cb (self); /* Enter may be pressed before the address field loses the focus */
  if (!gtk_widget_get_sensitive (GTK_WIDGET (self->begin)))
    return;
  save (self);
  g_signal_emit_by_name (self, "begin");
  keep_key (self);
}

static void
tw_online_setup_class_init (TwOnlineSetupClass *klass)
{
  TW_OWN (klass, TwOnlineSetup, looking, tw_drop_cancellable);
  TW_OWN (klass, TwOnlineSetup, key_address, g_free);
  TW_OWN (klass, TwOnlineSetup, folder, g_object_unref);
  tw_class_add_signal (klass, "begin", 0);
  tw_class_add_signal (klass, "resume", 1, G_TYPE_FILE);
  tw_class_add_signal (klass, "failed", 1, G_TYPE_STRING);
  tw_class_set_template (klass, "online-setup");
  TW_BIND_CHILDREN (klass, TwOnlineSetup, server, address, key, keep_key, mode);
  TW_BIND_CHILDREN (klass, TwOnlineSetup, type, side, count, folder_name, begin, sessions_box,
                    sessions);
  TW_BIND_CALLBACKS (klass, changed_cb, server_changed_cb, look_for_key_cb, choose_folder_cb,
                     resume_cb, begin_cb, session_activated_cb);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "online-setup");
}

static void
tw_online_setup_init (TwOnlineSetup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  load (self);
  show_folder (self);
  update (self);
  look_for_key_cb (self);
  g_signal_connect (self, "map", G_CALLBACK (list_sessions), NULL);
}

void
tw_online_setup_get_config (TwOnlineSetup *self, TwContestConfig *config)
{
  *config = (TwContestConfig){
    .server = is_practice (self) ? NULL : text_of (self->address),
    .key = is_practice (self) || *text_of (self->key) == '\0' ? NULL : text_of (self->key),
    .key_server = text_of (self->address),
    .mode = gtk_drop_down_get_selected (self->mode) == TW_CONTEST_MODE_CONTEST
              ? TW_CONTEST_MODE_CONTEST
              : TW_CONTEST_MODE_TRIAL,
    .tetrominoes = is_tetrominoes (self) ? gtk_spin_button_get_value_as_int (self->side) : 0,
    .count = (guint) gtk_spin_button_get_value_as_int (self->count),
    .folder = self->folder != NULL ? g_file_peek_path (self->folder) : NULL,
  };
}

const char *
tw_online_setup_get_server_name (TwOnlineSetup *self)
{
  return is_practice (self) ? _ ("the practice server of this computer") : text_of (self->address);
}

void
tw_online_setup_ask_for_key (TwOnlineSetup *self, const char *server)
{
  tw_cancel (&self->looking);
  g_clear_pointer (&self->key_address, g_free);
  gtk_drop_down_set_selected (self->server, SERVER_OTHER);
  gtk_editable_set_text (GTK_EDITABLE (self->address), server);
  gtk_editable_set_text (GTK_EDITABLE (self->key), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->key));
}
