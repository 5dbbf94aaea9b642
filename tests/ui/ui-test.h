/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ui-test.h - what the tests of real widgets share: bounded spinning of the
 * main loop, finding widgets by their names, an application without a desktop.
 */
#ifndef TW_TESTS_UI_TEST_H
#define TW_TESTS_UI_TEST_H

#include "app/application.h"
#include "app/window.h"

/* g_test_init () and GTK; a scratch folder stands in for the user's own. */
void ui_test_init (int *argc, char ***argv);
/* g_test_run (), then the end of the application. */
int ui_test_run (void);

/* The application of the program, registered but not run. */
TwApplication *ui_application (void);
/* A window that has been drawn. Close it with ui_close (). */
TwWindow *ui_window (void);
/* The same with tests/ui/data/NAME in it. */
TwWindow *ui_window_with (const char *name);
/* A board of squares, and two pieces of two colours of which one is placed. */
extern const char ui_board_text[];
extern const char ui_pieces_text[];
/* The same with a file of that name and text. */
TwWindow *ui_window_with_text (const char *name, const char *text);
void ui_close (TwWindow *window);

GFile *ui_data_file (const char *name);
/* In the scratch folder. */
GFile *ui_scratch_file (const char *name);
/* A square board with scattered obstacles, written to the scratch folder. */
GFile *ui_board_file (int side);

/* The widget of that name below `root`; the test fails when there is none. */
GtkWidget *ui_find (GtkWidget *root, const char *name);
#define ui_find_label(root, name) gtk_label_get_text (GTK_LABEL (ui_find (GTK_WIDGET (root), name)))
/* Calls `see` for a widget and all below it, popovers of menus left out: their
 * letters count only while they are open. */
void ui_walk (GtkWidget *widget, void (*see) (GtkWidget *widget, gpointer data), gpointer data);
/* What the labels of a widget and of all below it say, a line each. */
char *ui_dup_text (GtkWidget *widget);
/* The first controller of a type. */
gpointer ui_controller (GtkWidget *widget, GType type);
/* The first window of a type; NULL: none. */
gpointer ui_find_dialog (GType type);
/* The same; the test fails when there is none. */
gpointer ui_dialog_of (GType type);
void ui_click (gpointer root, const char *name);
/* Gives a key to all that listen before the canvas, until one takes it. */
gboolean ui_press (TwCanvas *canvas, guint key, GdkModifierType state);
/* The cells of the puzzle that is shown. */
void ui_assert_board (TwWindow *window, const char *expected);
void ui_activate (TwWindow *window, const char *action);
void ui_activate_uri (TwWindow *window, const char *action, GFile *file);

/* Sanitized programs are many times slower. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UI_PATIENCE_SECONDS 600
#else
#define UI_PATIENCE_SECONDS 60
#endif

/* Runs the main loop until `condition` holds; fails the test when that does not
 * happen within a bound that only a hanging program reaches. */
#define ui_spin_until(condition)                                                     \
  G_STMT_START                                                                       \
  {                                                                                  \
    gint64 ui_end_ = g_get_monotonic_time () + UI_PATIENCE_SECONDS * G_USEC_PER_SEC; \
    while (!(condition)) {                                                           \
      if (g_get_monotonic_time () > ui_end_)                                         \
        g_error ("%s:%d: never came true: %s", __FILE__, __LINE__, #condition);      \
      ui_iterate ();                                                                 \
    }                                                                                \
  }                                                                                  \
  G_STMT_END
void ui_iterate (void);

/* What a desktop of high contrast sets, and back. */
void ui_use_contrast (gboolean high);

/* What the widget looks like, in ARGB32 of cairo. */
cairo_surface_t *ui_picture (GtkWidget *widget);

#endif
