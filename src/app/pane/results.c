/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.c - see results.h. */
#include "app/pane/results.h"

#include "app/canvas/preview.h"
#include "app/compat.h"
#include "app/pane/results-table.h"
#include "app/pane/solutions.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"

struct _TwResults {
  TwPart parent_instance;

  GtkSearchEntry *search;
  GtkStack *stack;
  GtkLabel *placeholder;
  GtkWidget *list; /* a list or a table */

  char *empty_text;
  GtkStringFilter *filter;
  GtkFilterListModel *shown;
  GtkSingleSelection *selection;
  GtkWidget *menu; /* NULL: the list has none */
};

G_DEFINE_FINAL_TYPE (TwResults, tw_results, TW_TYPE_PART)

/* --- texts ---------------------------------------------------------------------- */

static void
append (GString *text, char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
  g_free (part);
}

static void
append_solution (GString *text, TwEntry *entry)
{
  const TwResult *shown = tw_entry_get_result (entry);
  gint64 n = tw_result_count (shown);

  TwPieceSolutions *solutions = tw_result_get_piece_solutions (shown);

  if (tw_piece_solutions_count (solutions).raw > 0) {
    append (text, tw_solutions_describe (solutions, FALSE));
    return;
  }
  if (n < 0 || shown == NULL)
    return;
  if (tw_puzzle_get_kind (shown->puzzle)->solution->form
      == TW_FORM_OTHER) { /* there is nothing to count */
    append (text, tw_result_describe (shown));
    return;
  }
  append (text, g_strdup_printf (tw_result_has_squares (shown)
                                   ? tw_ngettext ("%'lld square", "%'lld squares", (gulong) n)
                                   : tw_ngettext ("%'lld piece", "%'lld pieces", (gulong) n),
                                 (long long) n));
}

static char *
dup_found (TwEntry *entry)
{
  GString *text = g_string_new (NULL);

  append_solution (text, entry);
  return g_string_free (text, FALSE);
}

char *
tw_results_title (TwEntry *entry)
{
  g_autofree char *found = dup_found (entry);

  /* Translators: what a search found, and its method: "884 squares, Column sweep" */
  return g_strdup_printf (_ ("%s, %s"), found, tw_entry_get_name (entry));
}

/* The figures; what a search found is the title of its row, so that its method stands here. */
static char *
describe (TwEntry *entry, gboolean search)
{
  const TwResult *result = tw_entry_get_result (entry);
  GString *text = g_string_new (search ? tw_entry_get_name (entry) : NULL);

  if (!search)
    append_solution (text, entry);
  if (result != NULL && result->bound > 0 && result->status != TW_STATUS_OPTIMAL)
    append (text, g_strdup_printf (_ ("at least %'lld"), (long long) result->bound));
  if (tw_entry_get_score (entry) >= 0 && tw_entry_get_penalty (entry) > 0)
    append (text, g_strdup_printf (_ ("score %'lld, %'lld of them penalty"),
                                   (long long) tw_entry_get_score (entry),
                                   (long long) tw_entry_get_penalty (entry)));
  else if (tw_entry_get_score (entry) >= 0)
    append (text, g_strdup_printf (_ ("score %'lld"), (long long) tw_entry_get_score (entry)));
  if (result != NULL)
    append (text, tw_result_is_by_hand (result) ? tw_result_dup_clock (result)
                                                : g_strdup_printf (_ ("%.2f s"), result->seconds));
  if (text->len == 0 && tw_entry_get_puzzle (entry) != NULL) {
    const TwBoard *board = tw_puzzle_get_board (tw_entry_get_puzzle (entry));

    append (text, g_strdup_printf (_ ("%d × %d"), board->width, board->height));
  }
  return g_string_free (text, FALSE);
}

char *
tw_results_describe (TwEntry *entry)
{
  return describe (entry, FALSE);
}

/* --- the context menu -------------------------------------------------------------- */

/* The menu of a row, at (x, y) of `widget`. */
static gboolean
open_menu (TwResults *self, guint position, GtkWidget *widget, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Compare with Shown Solution"), NULL);
  graphene_point_t at;

  if (self == NULL || self->menu == NULL
      || !gtk_widget_compute_point (widget, GTK_WIDGET (self),
                                    &GRAPHENE_POINT_INIT ((float) x, (float) y), &at))
    return FALSE;
  g_menu_item_set_action_and_target (item, "results.compare", "u", position);
  g_menu_append_item (menu, item);
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "results.compare",
                                 position != gtk_single_selection_get_selected (self->selection));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) at.x, (int) at.y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
  return TRUE;
}

static void
long_pressed_cb (GtkGesture *gesture, double x, double y, GtkListItem *item)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  if (open_menu (TW_RESULTS (gtk_widget_get_ancestor (widget, TW_TYPE_RESULTS)),
                 gtk_list_item_get_position (item), widget, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/* Not the list's own activation by a single click, with which the pointer selects as it moves. */
static void
released_cb (GtkGesture *gesture, int n, double x, double y, GtkListItem *item)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  tw_results_pick (TW_RESULTS (gtk_widget_get_ancestor (widget, TW_TYPE_RESULTS)),
                   gtk_list_item_get_position (item));
}

static void
pressed_cb (GtkGesture *gesture, int n, double x, double y, GtkListItem *item)
{
  long_pressed_cb (gesture, x, y, item);
}

/* The focused widget is a row; its child is the box of setup_cb (). */
static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWidget *row = gtk_widget_get_focus_child (widget);
  GtkWidget *box = row != NULL ? gtk_widget_get_first_child (row) : NULL;
  GtkListItem *item = box != NULL ? g_object_get_data (G_OBJECT (box), "item") : NULL;

  return item != NULL
         && open_menu (data, gtk_list_item_get_position (item), box,
                       gtk_widget_get_width (box) / 2.0, gtk_widget_get_height (box) / 2.0);
}

static void
compare_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwResults *self = TW_RESULTS (widget);
  g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->selection),
                                                     g_variant_get_uint32 (parameter));

  if (entry != NULL)
    g_signal_emit_by_name (self, "compared", entry);
}

/* --- rows ----------------------------------------------------------------------- */

/* The widgets of a row, looked up once. */
typedef struct {
  TwPreview *preview;
  GtkLabel *name;
  GtkLabel *figures;
  GtkLabel *message;
  GtkLabel *state;
  GtkListItem *item; /* owns the row */
  TwEntry *entry;    /* NULL: the row is not bound */
  gboolean search;   /* the entries are those of searches, and have no names of files */
} Row;

/* The CSS class of the state. */
static const char *
state_class (TwEntry *entry)
{
  if (tw_entry_get_state (entry) == TW_ENTRY_FAILED)
    return "error";
  if (tw_result_is_by_hand (tw_entry_get_result (entry)))
    return "badge";
  return "dim-label";
}

static TwScene *
scene_of_result (gpointer result, guint position)
{
  return tw_picture_scene (((TwResult *) result)->puzzle, result);
}

/* The solution, otherwise the puzzle alone. */
static void
show_picture (Row *row)
{
  static const TwPreviewSource results = { (GBoxedCopyFunc) tw_result_ref,
                                           (GDestroyNotify) tw_result_unref, scene_of_result, NULL,
                                           NULL };
  TwPuzzle *puzzle = tw_entry_get_puzzle (row->entry);
  TwResult *result = tw_entry_get_result (row->entry);

  if (puzzle == NULL || tw_puzzle_get_kind (puzzle)->solution->form == TW_FORM_OTHER)
    tw_preview_show (row->preview, NULL, NULL, 0, NULL);
  else if (tw_result_count (result) >= 0)
    tw_preview_show (row->preview, &results, result, 0, G_OBJECT (row->entry));
  else
    tw_preview_show (row->preview, &tw_preview_puzzles, puzzle, 0, G_OBJECT (row->entry));
}

static void
show_entry (Row *row)
{
  g_autofree char *figures = describe (row->entry, row->search);
  g_autofree char *title = row->search ? dup_found (row->entry)
                                       : g_strdup (tw_entry_get_name (row->entry));
  const char *message = tw_entry_get_message (row->entry);
  const char *classes[] = { state_class (row->entry), NULL };
  g_autofree char *description = g_strjoin (", ", tw_entry_describe_state (row->entry), figures,
                                            message, NULL);

  gtk_label_set_text (row->name, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->name), title);
  gtk_label_set_text (row->figures, figures);
  tw_label_show_message (row->message, message);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->message), message);
  gtk_label_set_text (row->state, tw_entry_describe_state (row->entry));
  gtk_widget_set_css_classes (GTK_WIDGET (row->state), (const char **) classes);
  tw_compat_name_list_item (row->item, title, description);
  show_picture (row);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwResults *self)
{
  g_autoptr (GtkBuilder) builder = tw_builder_new ("results-row");
  GtkWidget *box = tw_builder_get (builder, "row");
  Row *row = g_new (Row, 1);

  *row = (Row){
    .preview = tw_builder_get (builder, "preview"),
    .name = tw_builder_get (builder, "name"),
    .figures = tw_builder_get (builder, "figures"),
    .message = tw_builder_get (builder, "message"),
    .state = tw_builder_get (builder, "state"),
    .item = item,
    .search = self->menu != NULL,
  };
  gtk_list_item_set_child (item, box);
  g_signal_connect (tw_builder_get (builder, "click"), "pressed", G_CALLBACK (pressed_cb), item);
  g_signal_connect (tw_builder_get (builder, "choose"), "released", G_CALLBACK (released_cb), item);
  g_signal_connect (tw_builder_get (builder, "press"), "pressed", G_CALLBACK (long_pressed_cb),
                    item);
  g_object_set_data (G_OBJECT (box), "item", item); /* which owns the box */
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_object_get_data (G_OBJECT (item), "row");

  row->entry = gtk_list_item_get_item (item); /* the item holds a reference until unbind */
  g_signal_connect_swapped (row->entry, "changed", G_CALLBACK (show_entry), row);
  show_entry (row);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_object_get_data (G_OBJECT (item), "row");

  if (row->entry != NULL)
    g_signal_handlers_disconnect_by_data (row->entry, row);
  row->entry = NULL;
  tw_preview_show (row->preview, NULL, NULL, 0, NULL);
}

/* --- search ----------------------------------------------------------------------- */

/* What an entry is searched for. */
static char *
searched_text (TwEntry *entry)
{
  g_autofree char *figures = tw_results_describe (entry);

  return g_strjoin ("\n", figures, tw_entry_get_name (entry), tw_entry_describe_state (entry),
                    tw_entry_get_message (entry), NULL);
}

static void
update_stack (TwResults *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0;

  gtk_stack_set_visible_child_name (self->stack, any ? "list" : "empty");
  gtk_label_set_text (self->placeholder,
                      *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0'
                        ? _ ("No results found")
                      : self->empty_text != NULL ? self->empty_text
                                                 : "");
}

static void
search_changed_cb (TwResults *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  /* Entries change: a longer text may match hidden ones by now, a shorter one not all that are shown. */
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  update_stack (self);
}

static void
stop_search_cb (TwResults *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->list);
}

/* --- the widget -------------------------------------------------------------------- */

static void
drop_model (TwResults *self)
{
  if (self->list != NULL)
    g_object_set (self->list, "model", NULL, NULL);
  self->list = NULL;
}

static void
tw_results_class_init (TwResultsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, drop_model);
  TW_OWN (klass, TwResults, menu, gtk_widget_unparent);
  TW_OWN (klass, TwResults, empty_text, g_free);
  tw_class_add_signal (klass, "picked", 1, TW_TYPE_ENTRY);
  tw_class_add_signal (klass, "compared", 1, TW_TYPE_ENTRY);
  gtk_widget_class_install_action (widget_class, "results.compare", "u", compare_cb);
  g_type_ensure (TW_TYPE_PREVIEW);
  tw_class_set_template (klass, "results");
  TW_BIND_CHILDREN (klass, TwResults, search, stack, placeholder, list, filter, shown, selection);
  TW_BIND_CALLBACKS (klass, setup_cb, bind_cb, unbind_cb, search_changed_cb, stop_search_cb,
                     tw_results_pick, update_stack);
  gtk_widget_class_set_css_name (widget_class, "results");
}

static void
tw_results_init (TwResults *self)
{
  g_autoptr (GtkExpression) searched = gtk_cclosure_expression_new (
    G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (searched_text), NULL, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_string_filter_set_expression (self->filter, searched);
  update_stack (self);
}

/* --- public functions -------------------------------------------------------------- */

void
tw_results_set_searchable (TwResults *self, gboolean searchable)
{
  gtk_widget_set_visible (GTK_WIDGET (self->search), searchable);
}

void
tw_results_set_comparable (TwResults *self)
{
  g_autoptr (GMenu) menu = g_menu_new (); /* filled when it opens */
  GtkEventController *keys;

  g_return_if_fail (self->menu == NULL);
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_name (self->menu, "results-menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  keys = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                      gtk_callback_action_new (menu_key_cb, self, NULL)));
  gtk_widget_add_controller (self->list, keys);
}

static GtkScrolledWindow *
scroller (TwResults *self)
{
  return GTK_SCROLLED_WINDOW (gtk_widget_get_parent (self->list));
}

void
tw_results_set_table (TwResults *self)
{
  GtkColumnView *table = tw_results_table_new ();
  g_autoptr (GtkSortListModel) sorted = gtk_sort_list_model_new (
    g_object_ref (G_LIST_MODEL (self->shown)), g_object_ref (gtk_column_view_get_sorter (table)));

  gtk_widget_set_name (GTK_WIDGET (table), gtk_widget_get_name (self->list));
  g_object_set (self->list, "model", NULL, NULL);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (sorted));
  gtk_column_view_set_model (table, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_swapped (table, "activate", G_CALLBACK (tw_results_pick), self);
  g_object_set (scroller (self), "hscrollbar-policy", GTK_POLICY_AUTOMATIC, "child", table, NULL);
  self->list = GTK_WIDGET (table);
  tw_name_widget (table, _ ("Results"));
}

void
tw_results_sort (TwResults *self)
{
  gtk_sorter_changed (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->list)),
                      GTK_SORTER_CHANGE_DIFFERENT);
}

void
tw_results_set_max_height (TwResults *self, int height)
{
  gtk_scrolled_window_set_max_content_height (scroller (self), height);
}

void
tw_results_set_placeholder (TwResults *self, const char *text)
{
  g_free (self->empty_text);
  self->empty_text = g_strdup (text);
  update_stack (self);
}

void
tw_results_set_model (TwResults *self, GListModel *entries)
{
  if (gtk_filter_list_model_get_model (self->shown) == entries)
    return; /* the selection stays */
  gtk_filter_list_model_set_model (self->shown, entries);
  update_stack (self);
}

void
tw_results_select (TwResults *self, TwEntry *entry)
{
  GListModel *shown = G_LIST_MODEL (self->selection);
  GtkWidget *list = GTK_IS_COLUMN_VIEW (self->list) ? gtk_widget_get_last_child (self->list)
                                                    : self->list;

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++) {
    g_autoptr (TwEntry) other = g_list_model_get_item (shown, i);

    if (other == entry) {
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", i);
      return;
    }
  }
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

void
tw_results_pick (TwResults *self, guint position)
{
  g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (entry == NULL)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  if (tw_entry_get_puzzle (entry) != NULL)
    g_signal_emit_by_name (self, "picked", entry);
}
