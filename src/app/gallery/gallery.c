/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gallery.c - see gallery.h. */
#include "app/gallery/gallery.h"

#include "app/gallery/catalogue.h"
#include "app/gallery/pictures.h"
#include "app/gallery/solved.h"
#include "app/online/setup.h"
#include "app/preferences/settings.h"
#include "app/recent.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/tasks.h"

enum {
  MAX_RECENT = 6,
  BATCH = 6,         /* cards created between two frames */
  RECORD_SIDE = 224, /* of the picture of a record */
};

/* The sections that are not named after a kind. */
#define RECENT  "recent"
#define RECORDS "records"

typedef struct {
  const char *name;
  GtkWidget *heading;
  GtkFlowBox *box;
  GtkWidget *jump; /* contains the button that leads to it */
} Section;

struct _TwGallery {
  TwPart parent_instance;

  GtkBox *entries;
  GtkWidget *resume; /* offers an online session that is not finished */
  GtkLabel *resume_text;
  GtkWidget *next; /* suggests an unsolved puzzle */
  GtkLabel *next_text;
  GtkEditable *search;
  GtkLabel *status;
  GtkFlowBox *jumps;
  GtkAdjustment *position;
  GtkBox *sections_box;

  GArray *sections;   /* Section */
  GPtrArray *waiting; /* TwCard, all of the catalogue; NULL: not read yet */
  guint n_made;       /* how many of `waiting` have a row */
  guint begin_id;     /* idle source that reads the catalogue */
  guint fill_id;      /* idle source that creates rows */
  GCancellable *reading;
  char *problem; /* why there is no catalogue; NULL: no error */
};

G_DEFINE_FINAL_TYPE (TwGallery, tw_gallery, TW_TYPE_PART)

/* --- cards ---------------------------------------------------------------------- */

static TwCard *
card_of (gpointer child)
{
  return g_object_get_data (child, "card");
}

/* How the puzzle of the card was solved; NULL: it was not, or it is a record, which has a solution. */
static const char *
describe_solved (const TwCard *card)
{
  static const char *const texts[] = { NULL, N_ ("Solved"), N_ ("Proved"), N_ ("Solved by you") };
  const char *text = card->kind != NULL && card->known == NULL ? texts[tw_solved_get (card->uri)]
                                                               : NULL;

  return text != NULL ? _ (text) : NULL;
}

/* The accessible description of the card, after its title. */
static char *
describe (const TwCard *card)
{
  g_autofree char *detail = tw_card_dup_detail (card);
  g_autofree char *fact = tw_card_dup_fact (card);
  g_autofree char *source = tw_card_dup_source (card);
  g_autofree char *story = tw_card_dup_story (card);
  GString *text = g_string_new (card->kind != NULL ? _ (card->kind->title) : _ ("Recent file"));
  const char *parts[] = { detail, fact, source, describe_solved (card), story };

  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      g_string_append_printf (text, ", %s", parts[i]);
  return g_string_free (text, FALSE);
}

static gboolean
is_wanted (GtkFlowBoxChild *child, gpointer data)
{
  TwGallery *self = data;
  TwCard *card = card_of (child);

  return card == NULL || tw_card_matches (card, gtk_editable_get_text (self->search));
}

static void
activated_cb (TwGallery *self, GtkFlowBoxChild *child)
{
  TwCard *card = card_of (child);

  gtk_widget_activate_action (GTK_WIDGET (self), "file.open-uri", "s", card->uri);
}

/* Scrolls to the section of the button, and moves the focus there. */
static void
jump_cb (TwGallery *self, GtkWidget *button)
{
  for (guint i = 0; i < self->sections->len; i++) {
    const Section *section = &g_array_index (self->sections, Section, i);
    graphene_point_t place;

    if (section->jump != gtk_widget_get_parent (button)
        || !gtk_widget_compute_point (section->heading,
                                      gtk_widget_get_parent (GTK_WIDGET (self->sections_box)),
                                      &GRAPHENE_POINT_INIT (0, 0), &place))
      continue;
    gtk_widget_child_focus (GTK_WIDGET (section->box), GTK_DIR_TAB_FORWARD);
    gtk_adjustment_set_value (self->position, place.y);
  }
}

/* The section of that name, which is static; the section of recent files is the first. */
static Section *
section_of (TwGallery *self, const char *name)
{
  const TwKind *kind = tw_kind_find (name);
  gboolean recent = g_str_equal (name, RECENT);
  const char *title = kind != NULL ? _ (kind->title) : recent ? _ ("Recent") : _ ("Records");
  const char *goal = kind != NULL ? _ (kind->solution->goal)
                     : recent     ? NULL
                                  : _ ("Tilings that answer what tables left open.");

  for (guint i = 0; i < self->sections->len; i++)
    if (g_str_equal (g_array_index (self->sections, Section, i).name, name))
      return &g_array_index (self->sections, Section, i);
  g_autoptr (GtkBuilder) builder = tw_builder_new ("gallery-section");
  Section section = { name, tw_builder_get (builder, "heading"), tw_builder_get (builder, "box"),
                      tw_builder_get (builder, "jump") };
  gtk_label_set_text (tw_builder_get (builder, "title"), title);
  tw_label_show_message (tw_builder_get (builder, "goal"), goal);
  gtk_button_set_label (tw_builder_get (builder, "button"), title);
  g_signal_connect_swapped (tw_builder_get (builder, "button"), "clicked", G_CALLBACK (jump_cb),
                            self);
  gtk_flow_box_append (self->jumps, section.jump);
  tw_name_widget (section.jump, title);
  gtk_widget_set_name (GTK_WIDGET (section.box), name);
  gtk_flow_box_set_filter_func (section.box, is_wanted, self, NULL);
  tw_name_widget (section.box, title);
  g_signal_connect_swapped (section.box, "child-activated", G_CALLBACK (activated_cb), self);
  if (recent) {
    gtk_box_prepend (self->sections_box, GTK_WIDGET (section.box));
    gtk_box_prepend (self->sections_box, section.heading);
  } else {
    gtk_box_append (self->sections_box, section.heading);
    gtk_box_append (self->sections_box, GTK_WIDGET (section.box));
  }
  g_array_append_val (self->sections, section);
  return &g_array_index (self->sections, Section, self->sections->len - 1);
}

/* Shows the badge of the card. */
static void
show_solved (gpointer child)
{
  g_autofree char *description = describe (card_of (child));

  tw_label_show_message (g_object_get_data (child, "badge"), describe_solved (card_of (child)));
  tw_describe_widget (child, description);
}

/* Suggests the first unsolved puzzle of the family that was opened last, or of any. */
static void
suggest_next (TwGallery *self)
{
  GtkWidget *newest = gtk_widget_get_first_child (GTK_WIDGET (section_of (self, RECENT)->box));
  const TwKind *family = newest != NULL ? card_of (newest)->kind : NULL;
  const TwCard *next = NULL;

  for (guint i = 0; self->waiting != NULL && i < self->waiting->len; i++) {
    const TwCard *card = g_ptr_array_index (self->waiting, i);

    if (tw_solved_get (card->uri) == TW_SOLVED_NOT && card->known == NULL
        && (next == NULL || (card->kind == family && next->kind != family)))
      next = card;
  }
  gtk_widget_set_visible (self->next, next != NULL);
  if (next == NULL)
    return;
  g_autofree char *title = tw_card_dup_title (next), *detail = tw_card_dup_detail (next);
  /* Translators: a puzzle, its size and difficulty */
  g_autofree char *text = g_strdup_printf (_ ("Next: %s (%s)"), title, detail);
  tw_label_set_text (self->next_text, text);
  tw_name_widget (self->next, text);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->next), "s", next->uri);
}

static void
solved_cb (TwGallery *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    for (GtkWidget *child =
           gtk_widget_get_first_child (GTK_WIDGET (g_array_index (self->sections, Section, i).box));
         child != NULL; child = gtk_widget_get_next_sibling (child))
      show_solved (child);
  suggest_next (self);
}

static void
add_card (TwGallery *self, TwCard *card, const char *section)
{
  g_autoptr (GtkBuilder) builder = tw_builder_new ("card");
  GtkWidget *child = tw_builder_get (builder, "card");
  gpointer picture = tw_builder_get (builder, "picture");
  g_autofree char *title = tw_card_dup_title (card);
  g_autofree char *detail = tw_card_dup_detail (card);
  g_autofree char *fact = tw_card_dup_fact (card);
  g_autofree char *source = tw_card_dup_source (card);
  g_autofree char *name = g_path_get_basename (card->uri);
  g_autofree char *story = g_str_equal (section, RECORDS) ? tw_card_dup_story (card) : NULL;

  if (story != NULL) {
    gtk_widget_set_size_request (picture, RECORD_SIDE, RECORD_SIDE);
    gtk_widget_set_vexpand (tw_builder_get (builder, "title"), FALSE);
  }
  tw_preview_show (picture, &tw_gallery_pictures, card, 0, NULL);
  gtk_label_set_text (tw_builder_get (builder, "title"), title);
  tw_label_show_message (tw_builder_get (builder, "detail"), detail);
  tw_label_show_message (tw_builder_get (builder, "fact"), fact);
  tw_label_show_message (tw_builder_get (builder, "story"), story);
  gtk_widget_set_name (child, name);
  gtk_widget_set_tooltip_text (child, source);
  tw_name_widget (child, title);
  g_object_set_data (G_OBJECT (child), "badge", tw_builder_get (builder, "badge"));
  g_object_set_data_full (G_OBJECT (child), "card", g_atomic_rc_box_acquire (card),
                          (GDestroyNotify) tw_card_unref);
  show_solved (child);
  gtk_flow_box_append (section_of (self, section)->box, child);
}

/* --- search --------------------------------------------------------------------- */

/* Shows and hides the sections. Returns the first card that matches; NULL: none. */
static GtkFlowBoxChild *
update_sections (TwGallery *self)
{
  GtkFlowBoxChild *first = NULL;

  for (guint i = 0; i < self->sections->len; i++) {
    const Section *section = &g_array_index (self->sections, Section, i);
    gboolean any = FALSE;

    for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (section->box));
         child != NULL && !any; child = gtk_widget_get_next_sibling (child)) {
      any = is_wanted (GTK_FLOW_BOX_CHILD (child), self);
      if (any && first == NULL)
        first = GTK_FLOW_BOX_CHILD (child);
    }
    gtk_widget_set_visible (GTK_WIDGET (section->box), any);
    gtk_widget_set_visible (section->heading, any);
    gtk_widget_set_visible (section->jump, any);
  }
  return first;
}

static void
show_status (TwGallery *self, gboolean any)
{
  const char *query = gtk_editable_get_text (self->search);
  g_autofree char *text = NULL;

  if (self->problem != NULL)
    text = g_strdup (self->problem);
  else if (!any && *query != '\0' && self->fill_id == 0)
    text = g_strdup_printf (_ ("No puzzle matches “%s”"), query);
  tw_label_show_message (self->status, text);
}

static void
search_changed_cb (TwGallery *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    gtk_flow_box_invalidate_filter (g_array_index (self->sections, Section, i).box);
  show_status (self, update_sections (self) != NULL);
}

static void
search_activated_cb (TwGallery *self)
{
  GtkFlowBoxChild *first = update_sections (self);

  if (first != NULL && *gtk_editable_get_text (self->search) != '\0')
    activated_cb (self, first);
}

/* --- keys ------------------------------------------------------------------------- */

typedef struct {
  GtkWidget *child;
  graphene_rect_t area; /* relative to the page */
} Place;

/* Lists the cards that match the search, in order. */
static GArray *
list_places (TwGallery *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (GtkWidget *box = gtk_widget_get_first_child (GTK_WIDGET (self->sections_box)); box != NULL;
       box = gtk_widget_get_next_sibling (box)) {
    if (!GTK_IS_FLOW_BOX (box) || !gtk_widget_get_visible (box))
      continue;
    for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
         child = gtk_widget_get_next_sibling (child)) {
      Place place = { .child = child };

      if (gtk_widget_get_child_visible (child)
          && gtk_widget_compute_bounds (child, GTK_WIDGET (self->sections_box), &place.area))
        g_array_append_val (places, place);
    }
  }
  return places;
}

/* Returns the card of the next line up or down that is nearest to `from`. */
static GtkWidget *
neighbour (GArray *places, const Place *from, int direction)
{
  const Place *best = NULL;
  float line = 0;

  for (guint i = 0; i < places->len; i++) {
    const Place *place = &g_array_index (places, Place, i);
    float away = (place->area.origin.y - from->area.origin.y) * (float) direction;
    float aside = ABS (place->area.origin.x - from->area.origin.x);

    if (away < 1)
      continue;
    if (best == NULL || away < line - 1
        || (away < line + 1 && aside < ABS (best->area.origin.x - from->area.origin.x))) {
      best = place;
      line = away;
    }
  }
  return best != NULL ? best->child : NULL;
}

static gboolean
is_in (GtkWidget *widget, GtkWidget *root)
{
  return widget != NULL && (widget == root || gtk_widget_is_ancestor (widget, root));
}

/* Tab leaves the cards of all families at once. */
static gboolean
leave_cards (TwGallery *self, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  for (guint i = 0; i < self->sections->len
                    && is_in (gtk_root_get_focus (root), GTK_WIDGET (self->sections_box));
       i++)
    gtk_widget_child_focus (GTK_WIDGET (root), direction);
  return TRUE;
}

/* Handles the keys of a card; the flow box itself moves the focus. */
static gboolean
card_key (TwGallery *self, GtkFlowBoxChild *card, guint key)
{
  int end = (int) strlen (gtk_editable_get_text (self->search)); /* not before it in any case */

  switch (key) {
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    activated_cb (self, card);
    return TRUE;
  case GDK_KEY_Tab:
    return leave_cards (self, GTK_DIR_TAB_FORWARD);
  case GDK_KEY_ISO_Left_Tab:
    return leave_cards (self, GTK_DIR_TAB_BACKWARD);
  case GDK_KEY_space: /* of the query that is being typed */
    if (*gtk_editable_get_text (self->search) == '\0')
      return FALSE;
    gtk_editable_insert_text (self->search, " ", 1, &end);
    return TRUE;
  default:
    return FALSE;
  }
}

/* Moves the focus with the arrow keys across all families. A flow box handles only its own lines,
 * and in GTK 4.8 a vertical move in a box with a single line never returns. */
static gboolean
key_pressed_cb (TwGallery *self, guint key, guint code, GdkModifierType state)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean in_search = is_in (focus, GTK_WIDGET (self->search));
  g_autoptr (GArray) places = NULL;
  GtkWidget *next = NULL;
  guint i = 0;

  if ((state & gtk_accelerator_get_default_mod_mask () & ~(guint) GDK_SHIFT_MASK) != 0)
    return FALSE;
  if (GTK_IS_FLOW_BOX_CHILD (focus) && is_in (focus, GTK_WIDGET (self->sections_box))
      && card_key (self, GTK_FLOW_BOX_CHILD (focus), key))
    return TRUE;
  if ((state & GDK_SHIFT_MASK) != 0)
    return FALSE;
  if (key != GDK_KEY_Down
      && (in_search || (key != GDK_KEY_Up && key != GDK_KEY_Left && key != GDK_KEY_Right)))
    return FALSE;
  places = list_places (self);
  while (i < places->len && g_array_index (places, Place, i).child != focus)
    i++;
  if (in_search && places->len > 0)
    next = g_array_index (places, Place, 0).child;
  else if (i == places->len)
    return FALSE; /* the focus is not on a card */
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    next = neighbour (places, &g_array_index (places, Place, i), key == GDK_KEY_Up ? -1 : 1);
  else if ((key == GDK_KEY_Left) != rtl)
    next = i > 0 ? g_array_index (places, Place, i - 1).child : NULL;
  else
    next = i + 1 < places->len ? g_array_index (places, Place, i + 1).child : NULL;

  if (next == NULL && key == GDK_KEY_Up)
    next = GTK_WIDGET (self->search);
  if (next != NULL)
    gtk_widget_grab_focus (next);
  return TRUE;
}

/* --- recent files ----------------------------------------------------------------- */

static void
show_recent (TwGallery *self)
{
  g_autoptr (GPtrArray) files = tw_recent_list (MAX_RECENT);
  GtkFlowBox *box = section_of (self, RECENT)->box;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_flow_box_remove (box, child);
  for (guint i = 0; i < files->len; i++) {
    GtkRecentInfo *info = g_ptr_array_index (files, i);
    const char *uri = gtk_recent_info_get_uri (info);
    TwCard *known = tw_cards_find (self->waiting, uri);
    g_autoptr (TwCard) card = known != NULL
                                ? g_atomic_rc_box_acquire (known)
                                : tw_card_new_recent (uri, gtk_recent_info_get_display_name (info));

    add_card (self, card, RECENT);
  }
  suggest_next (self);
  search_changed_cb (self);
}

static void
recent_changed_cb (TwGallery *self)
{
  if (self->waiting != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_recent (self);
}

/* --- creating the cards ---------------------------------------------------------- */

/* Creates a few cards between two frames, so that the window stays responsive. */
static gboolean
fill_cb (gpointer data)
{
  TwGallery *self = data;

  for (guint i = 0; i < BATCH && self->n_made < self->waiting->len; i++) {
    TwCard *card = g_ptr_array_index (self->waiting, self->n_made++);

    add_card (self, card, card->known != NULL ? RECORDS : card->kind->name);
  }
  if (self->n_made < self->waiting->len)
    return G_SOURCE_CONTINUE;
  self->fill_id = 0;
  search_changed_cb (self);
  return G_SOURCE_REMOVE;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwGallery *self = TW_GALLERY (source);
  g_autoptr (GError) error = NULL;
  GPtrArray *cards = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->reading == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading) {
    g_clear_pointer (&cards, g_ptr_array_unref);
    return;
  }
  g_clear_object (&self->reading);
  if (cards == NULL) {
    g_debug ("%s", error->message);
    self->problem = g_strdup (_ ("The puzzle collection is not installed."));
    cards = g_ptr_array_new ();
  }
  self->waiting = cards;
  show_recent (self);
  self->fill_id = g_idle_add (fill_cb, self);
}

static void
sessions_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwGallery) self = tw_weak_take (data);
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self == NULL || self->resume == NULL)
    return;
  gtk_widget_set_visible (self->resume, found->len > 0);
  if (found->len == 0)
    return;
  const TwContestSummary *newest = g_ptr_array_index (found, 0);
  g_autoptr (GFile) folder = g_file_new_for_path (newest->path);
  g_autofree char *uri = g_file_get_uri (folder);
  g_autofree char *session = tw_online_describe_session (newest);
  /* Translators: "today 13:00, 5 of 10, 822 squares" */
  g_autofree char *text = g_strdup_printf (_ ("Resume the online session (%s)"), session);
  tw_label_set_text (self->resume_text, text);
  tw_name_widget (self->resume, text);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->resume), "s", uri);
}

static gboolean
begin_cb (gpointer data)
{
  TwGallery *self = data;

  self->begin_id = 0;
  tw_online_list_sessions (1, sessions_cb, tw_weak_new (self));
  if (self->waiting != NULL) { /* the page is mapped again */
    show_recent (self);
    return G_SOURCE_REMOVE;
  }
  if (self->reading != NULL)
    return G_SOURCE_REMOVE;
  self->reading = g_cancellable_new ();
  tw_catalogue_load_async (self, self->reading, read_cb, NULL);
  return G_SOURCE_REMOVE;
}

/* Starts after the first frame, which has a higher priority than idle sources. */
static void
mapped_cb (TwGallery *self)
{
  gtk_editable_select_region (self->search, 0, -1); /* the next query replaces it */
  if (self->begin_id == 0)
    self->begin_id = g_idle_add_full (G_PRIORITY_LOW, begin_cb, self, NULL);
}

static void
unmapped_cb (TwGallery *self)
{
  g_clear_handle_id (&self->begin_id, g_source_remove);
}

static gboolean
tw_gallery_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TW_GALLERY (widget)->search));
}

static void
tw_gallery_class_init (TwGalleryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN_SOURCE (klass, TwGallery, begin_id);
  TW_OWN_SOURCE (klass, TwGallery, fill_id);
  TW_OWN (klass, TwGallery, reading, g_object_unref);
  TW_OWN (klass, TwGallery, waiting, g_ptr_array_unref);
  TW_OWN (klass, TwGallery, sections, g_array_unref);
  TW_OWN (klass, TwGallery, problem, g_free);
  widget_class->grab_focus = tw_gallery_grab_focus;
  g_type_ensure (TW_TYPE_PREVIEW);
  tw_class_set_template (klass, "gallery");
  TW_BIND_CHILDREN (klass, TwGallery, entries, resume, resume_text, next, next_text, search, status,
                    jumps, position);
  TW_BIND_CHILDREN (klass, TwGallery, sections_box);
  TW_BIND_CALLBACKS (klass, mapped_cb, unmapped_cb, search_changed_cb, search_activated_cb,
                     key_pressed_cb);
  gtk_widget_class_set_css_name (widget_class, "gallery");
}

static void
tw_gallery_init (TwGallery *self)
{
  self->sections = g_array_new (FALSE, FALSE, sizeof (Section));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), GTK_WIDGET (self));
  tw_connect (gtk_recent_manager_get_default (), "changed", G_CALLBACK (recent_changed_cb), self);
  tw_settings_watch ("solved", G_CALLBACK (solved_cb), self);
}

void
tw_gallery_set_narrow (TwGallery *self, gboolean narrow)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->entries),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

void
tw_gallery_search (TwGallery *self, const char *query)
{
  gtk_editable_set_text (self->search, query);
}

static gboolean
is_drawing (GtkWidget *root)
{
  gboolean drawing = TW_IS_PREVIEW (root) && tw_preview_is_busy (TW_PREVIEW (root));

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && !drawing;
       child = gtk_widget_get_next_sibling (child))
    drawing = is_drawing (child);
  return drawing;
}

gboolean
tw_gallery_is_settled (TwGallery *self)
{
  return self->waiting != NULL && self->n_made == self->waiting->len && self->begin_id == 0
         && self->fill_id == 0 && !is_drawing (GTK_WIDGET (self));
}

GPtrArray *
tw_gallery_list_cards (TwGallery *self)
{
  GPtrArray *cards = g_ptr_array_new ();

  for (guint i = 0; self->waiting != NULL && i < self->waiting->len; i++) {
    TwCard *card = self->waiting->pdata[i];

    if (card->known == NULL && tw_card_matches (card, gtk_editable_get_text (self->search)))
      g_ptr_array_add (cards, card);
  }
  return cards;
}
