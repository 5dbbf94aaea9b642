/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results-table.c - see results-table.h. */
#include "app/pane/results-table.h"

#include "puzzle/i18n.h"

/* A column: its text, and what its rows are sorted by. At least one is set. */
typedef struct {
  const char *title;
  char *(*text) (TwEntry *entry); /* NULL: the number they are sorted by */
  gint64 (*key) (TwEntry *entry); /* NULL: the text */
} Column;

/* --- the columns ------------------------------------------------------------------- */

/* An unknown value is empty, and comes last. */
#define UNKNOWN G_MAXINT64

static char *
number_text (gint64 n)
{
  return n == UNKNOWN ? g_strdup ("") : g_strdup_printf ("%'lld", (long long) n);
}

static gint64
count_of (const TwResult *result)
{
  return tw_result_count (result) >= 0 ? tw_result_count (result) : UNKNOWN;
}

static char *
name_text (TwEntry *entry)
{
  return g_strdup (tw_entry_get_name (entry));
}

static char *
size_text (TwEntry *entry)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);

  return puzzle != NULL ? g_strdup_printf (_ ("%d × %d"), tw_puzzle_get_board (puzzle)->width,
                                           tw_puzzle_get_board (puzzle)->height)
                        : g_strdup ("");
}

static gint64
size_key (TwEntry *entry)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);

  return puzzle != NULL
           ? (gint64) tw_puzzle_get_board (puzzle)->width * tw_puzzle_get_board (puzzle)->height
           : UNKNOWN;
}

static gint64
before_key (TwEntry *entry)
{
  return count_of (tw_entry_get_old (entry));
}

static gint64
now_key (TwEntry *entry)
{
  return count_of (tw_entry_get_result (entry));
}

static gint64
difference_key (TwEntry *entry)
{
  gint64 difference;

  return tw_entry_compare (entry, NULL, &difference) ? difference : UNKNOWN;
}

/* "−3 ↓" */
static char *
difference_text (TwEntry *entry)
{
  gint64 n = difference_key (entry);

  if (n == UNKNOWN || n == 0)
    return number_text (n);
  return g_strdup_printf (n < 0 ? "−%'lld ↓" : "+%'lld ↑", (long long) ABS (n));
}

static gint64
bound_key (TwEntry *entry)
{
  TwResult *result = tw_entry_get_result (entry);

  return result != NULL && result->bound > 0 ? result->bound : UNKNOWN;
}

static gint64
time_key (TwEntry *entry)
{
  TwResult *result = tw_entry_get_result (entry);

  return result != NULL ? (gint64) (result->seconds * G_USEC_PER_SEC) : UNKNOWN;
}

static char *
time_text (TwEntry *entry)
{
  gint64 time = time_key (entry);

  return time != UNKNOWN ? g_strdup_printf (_ ("%.2f s"), (double) time / G_USEC_PER_SEC)
                         : g_strdup ("");
}

static char *
status_text (TwEntry *entry)
{
  const char *message = tw_entry_get_message (entry);

  return g_strconcat (tw_entry_describe_state (entry), message != NULL ? ": " : "", message, NULL);
}

static Column columns[] = {
  { N_ ("Name"), name_text, NULL },
  { N_ ("Size"), size_text, size_key },
  { N_ ("Before"), NULL, before_key },
  { N_ ("Now"), NULL, now_key },
  { N_ ("Difference"), difference_text, difference_key },
  { N_ ("Bound"), NULL, bound_key },
  { N_ ("Time"), time_text, time_key },
  { N_ ("Status"), status_text, NULL },
};

static int
compare (TwEntry *first, TwEntry *second, const Column *column)
{
  if (column->key != NULL) {
    gint64 one = column->key (first), other = column->key (second);

    return (one > other) - (one < other);
  }
  g_autofree char *text = column->text (first), *other_text = column->text (second);

  return g_utf8_collate (text, other_text);
}

/* --- cells ------------------------------------------------------------------------- */

static void
show_cell (GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (item), "column");
  TwEntry *entry = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = column->text != NULL ? column->text (entry)
                                               : number_text (column->key (entry));
  gint64 difference = column->key == difference_key ? difference_key (entry) : 0;
  const char *classes[] = { "numeric",
                            difference < 0                            ? "success"
                            : difference > 0 && difference != UNKNOWN ? "warning"
                                                                      : NULL,
                            NULL };

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, column->key == NULL ? text : NULL);
  gtk_widget_set_css_classes (label, classes);
}

/* See results.c: the single click of the list itself selects what the pointer is on. */
static void
released_cb (GtkGesture *gesture, int n, double x, double y, GtkListItem *item)
{
  gtk_widget_activate_action (gtk_list_item_get_child (item), "list.activate-item", "u",
                              gtk_list_item_get_position (item));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  gboolean number = column->key != NULL;
  /* In a narrow window names and states take several lines. */
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", number ? 1.0 : 0.0, "wrap", !number,
                                   "wrap-mode", PANGO_WRAP_WORD_CHAR, "width-chars",
                                   number ? -1 : 10, NULL);

  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "released", G_CALLBACK (released_cb), item);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
  g_object_set_data (G_OBJECT (item), "column", column);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_connect_swapped (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_cell), item);
  show_cell (item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

GtkColumnView *
tw_results_table_new (void)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++) {
    g_autoptr (GtkSorter) sorter = GTK_SORTER (
      gtk_custom_sorter_new ((GCompareDataFunc) (GCallback) compare, &columns[i], NULL));
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
    g_autoptr (GtkColumnViewColumn)
      column = gtk_column_view_column_new (_ (columns[i].title), factory);

    g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), &columns[i]);
    g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
    g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
    gtk_column_view_column_set_sorter (column, sorter);
    gtk_column_view_column_set_resizable (column, TRUE);
    gtk_column_view_column_set_expand (column, columns[i].key == NULL);
    gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  }
  return GTK_COLUMN_VIEW (view);
}
