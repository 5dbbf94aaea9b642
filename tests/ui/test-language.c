/* The window in another language, as TW_LOCALE_DIR, LANGUAGE and LC_ALL ask for it:
 * words come from the catalogue, numbers are written as the locale does, files are not. */
#include "ui-test.h"

#include <json-glib/json-glib.h>
#include <locale.h>
#include <string.h>

#include "app/settings.h"
#include "app/window-private.h"
#include "puzzle/i18n.h"
#include "puzzle/result.h"

static void
test_words (void)
{
  TwWindow *window = ui_window ();
  const char *label = gtk_button_get_label (GTK_BUTTON (ui_find (GTK_WIDGET (window), "solve")));

  /* From the code, and from a template. */
  g_assert_cmpstr (_ ("No puzzle"), !=, "No puzzle");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, _ ("No puzzle"));
  g_assert_cmpstr (_ ("_Solve"), !=, "_Solve");
  g_assert_cmpstr (label, ==, _ ("_Solve"));
  ui_close (window);
}

/* A decimal comma on the screen; a point in every file. */
static void
test_numbers (void)
{
  if (g_str_equal (localeconv ()->decimal_point, ".")) {
    g_test_skip ("the locale could not be made");
    return;
  }
  g_autoptr (GSettings) settings = tw_settings_new ();
  TwWindow *window = ui_window_with ("sample.json");

  g_settings_set_string (settings, "engine", "greedy");
  g_settings_set_double (settings, "time", 2.5);
  ui_activate (window, "win.solve");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (GTK_WIDGET (window), "time"))), ==,
                   "2,5");

  g_autoptr (GFile) file = ui_scratch_file ("solution.json");
  ui_activate_uri (window, "win.save-solution-to", file);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (tw_window_get_message (window), ==, NULL);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  g_autoptr (TwResult) saved = tw_result_from_json (tw_window_get_puzzle (window),
                                                    json_parser_get_root (parser), NULL);
  g_assert_nonnull (saved);
  g_assert_cmpuint (saved->tiling.count, ==, tw_window_get_result (window)->tiling.count);

  g_autoptr (GFile) picture = ui_scratch_file ("picture.svg");
  g_autofree char *svg = NULL;
  ui_activate_uri (window, "win.export-picture-to", picture);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_true (g_file_load_contents (picture, NULL, &svg, NULL, NULL, NULL));
  g_assert_false (g_regex_match_simple ("[0-9],[0-9]", svg, 0, 0));
  ui_close (window);
}

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  ui_test_init (&argc, &argv);
  g_test_add_func ("/ui/language/words", test_words);
  g_test_add_func ("/ui/language/numbers", test_numbers);
  return ui_test_run ();
}
