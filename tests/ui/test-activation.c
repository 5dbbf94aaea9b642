/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the program as the desktop does, by its name on a private session bus, which finds it
 * through the installed service file. The window is observed from outside, through the objects that
 * GApplication exports. */
#include "ui-test.h"

#include <signal.h>

#include "config.h"

#define OBJECT  "/io/github/tilewright/Tilewright"
#define TIMEOUT (60 * 1000) /* ms; only a program that hangs takes this long */

static GDBusConnection *bus;

/* Writes the installed service file with the program of the build directory. */
static void
write_service (const char *folder)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = g_build_filename (folder, TW_APP_ID ".service", NULL);
  const char *group = "D-BUS Service";

  g_assert_true (
    g_key_file_load_from_file (file, g_getenv ("TW_TEST_SERVICE"), G_KEY_FILE_NONE, NULL));
  g_autofree char *name = g_key_file_get_string (file, group, "Name", NULL);
  g_autofree char *line = g_key_file_get_string (file, group, "Exec", NULL);
  const char *arguments = strstr (line, "/bin/tilewright ");

  g_assert_cmpstr (name, ==, TW_APP_ID);
  g_assert_nonnull (arguments);
  g_autofree char *here = g_strconcat (g_getenv ("TW_TEST_PROGRAM"), strchr (arguments, ' '), NULL);
  g_key_file_set_string (file, group, "Exec", here);
  g_assert_true (g_key_file_save_to_file (file, path, NULL));
}

static GVariant *
call (const char *path, const char *interface, const char *method, GVariant *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = g_dbus_connection_call_sync (bus, TW_APP_ID, path, interface, method,
                                                 parameters, NULL, G_DBUS_CALL_FLAGS_NONE, TIMEOUT,
                                                 NULL, &error);

  g_assert_no_error (error);
  return reply;
}

static void
activate_action (const char *name)
{
  g_autoptr (GVariant) reply = call (
    OBJECT, "org.freedesktop.Application", "ActivateAction",
    g_variant_new ("(s@av@a{sv})", name, g_variant_new_array (G_VARIANT_TYPE_VARIANT, NULL, 0),
                   g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0)));
  g_assert_nonnull (reply);
}

/* Windows are children of the application's object. */
static guint
count_windows (void)
{
  g_autoptr (GVariant)
    reply = call (OBJECT "/window", "org.freedesktop.DBus.Introspectable", "Introspect", NULL);
  const char *xml;
  guint n = 0;

  g_variant_get (reply, "(&s)", &xml);
  while ((xml = strstr (xml, "<node name=")) != NULL) {
    xml++;
    n++;
  }
  return n;
}

static gboolean
is_running (void)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
    bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
    g_variant_new ("(s)", TW_APP_ID), NULL, G_DBUS_CALL_FLAGS_NONE, TIMEOUT, NULL, NULL);
  gboolean running;

  g_variant_get (reply, "(b)", &running);
  return running;
}

static void
quit (void)
{
  activate_action ("quit");
  ui_spin_until (!is_running ());
}

/* Opens a file as a double click does. */
TEST (open, "/ui/activation/open")
{
  g_autoptr (GFile) sample = ui_data_file ("sample.json");
  g_autofree char *uri = g_file_get_uri (sample);
  const char *uris[] = { uri, NULL };

  g_assert_false (is_running ());
  g_autoptr (GVariant) reply = call (
    OBJECT, "org.freedesktop.Application", "Open",
    g_variant_new ("(^as@a{sv})", uris, g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0)));
  ui_spin_until (count_windows () == 1);
  quit ();
}

static const char *const file_types[] = {
  "application/x-burrtools-puzzle",
  "application/x-tilewright-puzzle+json",
  "text/x-dancing-links",
  "text/x-tilewright-certificate",
};

/* What the desktop takes a file for, with the types of the program installed. */
static char *
type_of (const char *name, const char *text)
{
  g_autoptr (GFile) file = ui_text_file (name, text);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;

  /* Another process: this one may have read the types before. */
  g_autoptr (GSubprocess)
    gio = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "gio", "info", "-a",
                            "standard::content-type", g_file_peek_path (file), NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (gio, NULL, NULL, &output, NULL, NULL));
  const char *type = strstr (output, "content-type: ");
  g_assert_nonnull (type);
  type += strlen ("content-type: ");
  return g_strndup (type, strcspn (type, "\n"));
}

/* Puzzles and certificates open with the program, other JSON files do not. */
TEST (types, "/ui/activation/types")
{
  const struct {
    const char *name;
    const char *text;
    const char *type;
  } files[] = {
    { "plain.json", "{\"format\":\"tilewright-pieces\"}", file_types[1] },
    { "spaced.json", "{\n  \"format\" : \"tilewright-pieces\"}", file_types[1] },
    { "any.tiling.json", "[[true]]", file_types[1] },
    { "other.json", "{\"format\": \"other\"}", "application/json" },
    { "board.json", "{\"width\": 3}", "application/json" },
    { "burr.xmpuzzle", "x", file_types[0] },
    { "cover.dlx", "a b\n", file_types[2] },
    { "proof.twc", "x", file_types[3] },
    { "proof", "tilewright-certificate 2\n", file_types[3] },
  };
  g_autofree char *update = g_find_program_in_path ("update-mime-database");
  g_autofree char *gio = g_find_program_in_path ("gio");
  g_autoptr (GFile) packages = ui_scratch_file ("mime/packages");
  g_autoptr (GFile) mime = g_file_get_parent (packages);
  g_autoptr (GFile) to = g_file_get_child (packages, TW_APP_ID ".xml");
  g_autoptr (GFile) from = g_file_new_for_path (g_getenv ("TW_TEST_MIME"));
  g_autoptr (GError) error = NULL;

  if (update == NULL || gio == NULL) {
    g_test_skip ("no update-mime-database or gio");
    return;
  }
  g_file_make_directory_with_parents (packages, NULL, &error);
  g_assert_no_error (error);
  g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, update,
                                                      g_file_peek_path (mime), NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *type = type_of (files[i].name, files[i].text);

    g_assert_cmpstr (type, ==, files[i].type);
  }
}

/* --- the search of GNOME ---------------------------------------------------------------- */

/* Calls the object that the installed file names. */
static GVariant *
call_provider (const char *method, GVariant *parameters)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  const char *group = "Shell Search Provider";

  g_assert_true (
    g_key_file_load_from_file (file, g_getenv ("TW_TEST_PROVIDER"), G_KEY_FILE_NONE, NULL));
  g_autofree char *name = g_key_file_get_string (file, group, "BusName", NULL);
  g_autofree char *desktop = g_key_file_get_string (file, group, "DesktopId", NULL);
  g_autofree char *object = g_key_file_get_string (file, group, "ObjectPath", NULL);
  g_autofree char *desktop_here = g_path_get_basename (g_getenv ("TW_TEST_DESKTOP"));

  g_assert_cmpstr (name, ==, TW_APP_ID);
  g_assert_cmpstr (desktop, ==, desktop_here);
  g_assert_cmpint (g_key_file_get_integer (file, group, "Version", NULL), ==, 2);
  return call (object, "org.gnome.Shell.SearchProvider2", method, parameters);
}

/* The identifiers of the puzzles that are found, within the earlier ones unless these are NULL. */
static GStrv
find (const char *const *earlier, const char *const *terms)
{
  g_autoptr (GVariant) reply = call_provider (
    earlier != NULL ? "GetSubsearchResultSet" : "GetInitialResultSet",
    earlier != NULL ? g_variant_new ("(^as^as)", earlier, terms) : g_variant_new ("(^as)", terms));
  GStrv found;

  g_variant_get (reply, "(^as)", &found);
  return found;
}

/* Shows what is found in a window, and returns how many there are. A start page is used again. */
static guint
launch_search (const char *const *terms)
{
  g_autoptr (GVariant)
    launched = call_provider ("LaunchSearch", g_variant_new ("(^asu)", terms, 0));

  return count_windows ();
}

/* The program is started by a search, shows no window for it, and opens the puzzle that is chosen. */
TEST (search, "/ui/activation/search")
{
  static const char *const wide[] = { "minoes", NULL };
  static const char *const narrow[] = { "Minoes", "5x5", NULL };
  static const char *const none[] = { "minoes", "nowhere", NULL };

  g_assert_false (is_running ());
  g_auto (GStrv) many = find (NULL, wide);
  g_auto (GStrv) few = find ((const char *const *) many, narrow);
  g_auto (GStrv) empty = find ((const char *const *) many, none);

  g_assert_cmpuint (g_strv_length (many), >, g_strv_length (few));
  g_assert_cmpuint (g_strv_length (few), >, 0);
  g_assert_cmpuint (g_strv_length (empty), ==, 0);
  for (char **id = few; *id != NULL; id++)
    g_assert_true (g_strv_contains ((const char *const *) many, *id));
  g_autoptr (GVariant) reply = call_provider ("GetResultMetas", g_variant_new ("(^as)", few));
  g_autoptr (GVariant) metas = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (metas), ==, g_strv_length (few));
  for (gsize i = 0; i < g_variant_n_children (metas); i++) {
    g_autoptr (GVariant) meta = g_variant_get_child_value (metas, i);
    const char *id, *name, *description;

    g_assert_true (g_variant_lookup (meta, "id", "&s", &id));
    g_assert_true (g_variant_lookup (meta, "name", "&s", &name));
    g_assert_true (g_variant_lookup (meta, "description", "&s", &description));
    g_assert_cmpstr (id, ==, few[i]);
    g_assert_nonnull (strstr (description, "5"));
    g_autoptr (GVariant) icon_value = g_variant_lookup_value (meta, "icon", NULL);
    g_autoptr (GIcon) icon = g_icon_deserialize (icon_value);
    g_assert_nonnull (icon);
  }
  g_assert_cmpuint (count_windows (), ==, 0);
  g_autoptr (GVariant)
    activated = call_provider ("ActivateResult", g_variant_new ("(s^asu)", few[0], narrow, 0));
  ui_spin_until (count_windows () == 1);
  /* When the puzzle is open, the start page needs another window. */
  ui_spin_until (launch_search (wide) == 2);
  quit ();
}

/* Every action in the desktop file's menu opens a window. */
TEST (actions, "/ui/activation/actions")
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_assert_true (
    g_key_file_load_from_file (file, g_getenv ("TW_TEST_DESKTOP"), G_KEY_FILE_NONE, NULL));
  g_auto (GStrv) names = g_key_file_get_string_list (file, "Desktop Entry", "Actions", NULL, NULL);

  g_auto (GStrv) types = g_key_file_get_string_list (file, "Desktop Entry", "MimeType", NULL, NULL);

  /* The program must not be registered for all JSON files. */
  g_assert_cmpuint (g_strv_length (types), ==, G_N_ELEMENTS (file_types));
  for (gsize i = 0; i < G_N_ELEMENTS (file_types); i++)
    g_assert_true (g_strv_contains ((const char *const *) types, file_types[i]));
  g_assert_true (g_key_file_get_boolean (file, "Desktop Entry", "DBusActivatable", NULL));
  g_assert_cmpuint (g_strv_length (names), >=, 2);
  for (char **name = names; *name != NULL; name++) {
    g_autofree char *group = g_strconcat ("Desktop Action ", *name, NULL);
    g_autofree char *line = g_key_file_get_string (file, group, "Exec", NULL);
    g_autofree char *expected = g_strconcat ("tilewright --", *name, NULL);

    g_assert_cmpstr (line, ==, expected);
    g_assert_false (is_running ());
    activate_action (*name);
    ui_spin_until (count_windows () >= 1);
    quit ();
  }
}

/* Starts from a terminal: the first process stays, the second one hands over to it. */
TEST (options, "/ui/activation/options")
{
  const char *program = g_getenv ("TW_TEST_PROGRAM");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess)
    first = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--new-window", NULL);

  g_assert_no_error (error);
  ui_spin_until (is_running () && count_windows () == 1);
  g_autoptr (GSubprocess)
    second = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--new-window", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (second, NULL, NULL));
  ui_spin_until (count_windows () == 2);
  quit ();
  g_assert_true (g_subprocess_wait_check (first, NULL, NULL));
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL));
  *(gboolean *) data = TRUE;
}

/* Repeated SIGTERM, also while the program ends already, is no error. */
TEST (terminate_often, "/ui/activation/terminate-often")
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;
  gboolean ended = FALSE;

  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-criticals", TRUE);
  g_autoptr (GSubprocess) program = g_subprocess_launcher_spawn (
    launcher, &error, g_getenv ("TW_TEST_PROGRAM"), "--new-window", NULL);
  g_assert_no_error (error);
  ui_spin_until (is_running () && count_windows () == 1);
  g_subprocess_wait_async (program, NULL, ended_cb, &ended);
  while (!ended) {
    g_subprocess_send_signal (program, SIGTERM);
    ui_iterate ();
  }
  /* Once the program has removed its handler, the signal itself may end it. */
  if (g_subprocess_get_if_signaled (program))
    g_assert_cmpint (g_subprocess_get_term_sig (program), ==, SIGTERM);
  else
    g_assert_true (g_subprocess_get_successful (program));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_autoptr (GFile) marker = ui_scratch_file ("services");
  g_autofree char *services = g_file_get_path (marker);
  g_autoptr (GTestDBus) dbus = g_test_dbus_new (G_TEST_DBUS_NONE);

  g_assert_cmpint (g_mkdir_with_parents (services, 0700), ==, 0);
  write_service (services);
  g_test_dbus_add_service_dir (dbus, services);
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  g_test_dbus_up (dbus);
  g_setenv ("DISPLAY", display, TRUE); /* GTestDBus has unset it */
  g_autoptr (GError) error = NULL;
  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);

  test_add_cases ();
  int status = ui_test_run ();

  g_clear_object (&bus);
  g_test_dbus_down (dbus);
  return status;
}
