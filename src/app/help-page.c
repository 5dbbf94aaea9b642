/* help-page.c - see help-page.h. The language is told at projectmallard.org. */
#include "config.h"

#include "app/help-page.h"

#define INDENT 18 /* pixels a level of lists */

typedef struct {
  GtkBox *box;
  GCallback activate_link;
  gpointer data;

  char *title;      /* of the page, without markup; NULL: not read yet */
  char *heading;    /* Pango markup of a section that has no content yet, or NULL */
  GString *text;    /* Pango markup of the paragraph that is being read, or NULL */
  gboolean listing; /* white space in it counts */
  int sections;     /* that are open, the page not counted */
  int lists;
  int step;         /* the last number in a list of steps, -1: bullets */
  gboolean bullet;  /* the next paragraph begins an item */
  gboolean info;    /* what is read is about the page */
  int part;         /* in a sequence of keys or menu items: how many, -1: in none */
  const char *join; /* between them */
} Reader;

/* What stands for an element within a paragraph; the rest is plain. */
static const struct {
  const char *element;
  const char *tag;
} inlines[] = {
  { "gui", "b" },   { "key", "b" }, { "code", "tt" }, { "cmd", "tt" },
  { "file", "tt" }, { "em", "i" },  { "var", "i" },
};

static const char *
tag_of (const char *element)
{
  for (size_t i = 0; i < G_N_ELEMENTS (inlines); i++)
    if (g_str_equal (inlines[i].element, element))
      return inlines[i].tag;
  return NULL;
}

/* --- widgets -------------------------------------------------------------------- */

static void
append_label (Reader *reader, const char *markup, const char *style, int indent)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  if (reader->listing)
    gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  gtk_widget_set_margin_start (label, indent);
  g_signal_connect (label, "activate-link", reader->activate_link, reader->data);
  gtk_box_append (reader->box, label);
}

static void
append_paragraph (Reader *reader, const char *markup, const char *style)
{
  g_autofree char *item = NULL;

  if (reader->heading != NULL)
    append_label (reader, reader->heading, "heading", 0);
  g_clear_pointer (&reader->heading, g_free);
  if (reader->bullet && reader->step >= 0)
    item = g_strdup_printf ("%d. %s", ++reader->step, markup);
  else if (reader->bullet)
    item = g_strdup_printf ("• %s", markup);
  reader->bullet = FALSE;
  append_label (reader, item != NULL ? item : markup, style, INDENT * reader->lists);
}

/* --- parser --------------------------------------------------------------------- */

static void
begin_inline (Reader *reader, const char *element, const char **names, const char **values)
{
  if (reader->part >= 0 && reader->part++ > 0)
    g_string_append (reader->text, reader->join);
  if (g_str_equal (element, "keyseq") || g_str_equal (element, "guiseq")) {
    reader->part = 0;
    reader->join = g_str_equal (element, "keyseq")                           ? "+"
                   : gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL ? " ◂ "
                                                                             : " ▸ ";
  } else if (g_str_equal (element, "link")) {
    const char *target = "";
    for (int i = 0; names[i] != NULL; i++)
      if (g_str_equal (names[i], "xref"))
        target = values[i];
    g_autofree char *escaped = g_markup_escape_text (target, -1);
    g_string_append_printf (reader->text, "<a href=\"%s\">", escaped);
  } else if (tag_of (element) != NULL) {
    g_string_append_printf (reader->text, "<%s>", tag_of (element));
  }
}

static void
start_cb (GMarkupParseContext *context, const char *element, const char **names,
          const char **values, gpointer data, GError **error)
{
  Reader *reader = data;

  if (g_str_equal (element, "info")) {
    reader->info = TRUE;
  } else if (reader->info) {
    return;
  } else if (reader->text != NULL) {
    begin_inline (reader, element, names, values);
  } else if (g_str_equal (element, "section")) {
    reader->sections++;
  } else if (g_str_equal (element, "list") || g_str_equal (element, "steps")
             || g_str_equal (element, "terms")) {
    reader->lists++;
    reader->step = g_str_equal (element, "steps") ? 0 : -1;
  } else if (g_str_equal (element, "item")) {
    reader->bullet = TRUE;
  } else if (g_str_equal (element, "p") || g_str_equal (element, "title")
             || g_str_equal (element, "code") || g_str_equal (element, "screen")) {
    reader->text = g_string_new (NULL);
    reader->listing = g_str_equal (element, "code") || g_str_equal (element, "screen");
  }
}

static void
end_title (Reader *reader, char *markup)
{
  if (reader->lists > 0) {
    g_autofree char *bold = g_strdup_printf ("<b>%s</b>", markup);
    reader->bullet = FALSE; /* a term, then what it means */
    append_paragraph (reader, bold, NULL);
    g_free (markup);
  } else if (reader->sections > 0) {
    g_free (reader->heading);
    reader->heading = markup;
  } else {
    append_paragraph (reader, markup, "welcome");
    g_free (reader->title);
    reader->title = NULL;
    pango_parse_markup (markup, -1, 0, NULL, &reader->title, NULL, NULL);
    g_free (markup);
  }
}

static void
end_cb (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reader *reader = data;

  if (g_str_equal (element, "info")) {
    reader->info = FALSE;
  } else if (reader->info) {
    return;
  } else if (g_str_equal (element, "section")) {
    reader->sections--;
    g_clear_pointer (&reader->heading, g_free);
  } else if (g_str_equal (element, "list") || g_str_equal (element, "steps")
             || g_str_equal (element, "terms")) {
    reader->lists--;
  } else if (reader->text != NULL && g_str_equal (element, "title")) {
    end_title (reader, g_strstrip (g_string_free (g_steal_pointer (&reader->text), FALSE)));
  } else if (reader->text != NULL
             && (g_str_equal (element, "p") || g_str_equal (element, "screen")
                 || (g_str_equal (element, "code") && reader->listing))) {
    g_autofree char *markup = g_string_free (g_steal_pointer (&reader->text), FALSE);
    append_paragraph (reader, reader->listing ? g_strchomp (markup) : g_strstrip (markup),
                      reader->listing ? "monospace" : NULL);
    reader->listing = FALSE;
  } else if (g_str_equal (element, "keyseq") || g_str_equal (element, "guiseq")) {
    reader->part = -1;
  } else if (reader->text != NULL && g_str_equal (element, "link")) {
    g_string_append (reader->text, "</a>");
  } else if (reader->text != NULL && tag_of (element) != NULL) {
    g_string_append_printf (reader->text, "</%s>", tag_of (element));
  }
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         GError **error)
{
  Reader *reader = data;
  const char *element = g_markup_parse_context_get_element (context);
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) length);

  if (reader->text == NULL || g_str_equal (element, "keyseq") || g_str_equal (element, "guiseq"))
    return;
  if (reader->listing) {
    g_string_append (reader->text,
                     *escaped == '\n' && reader->text->len == 0 ? escaped + 1 : escaped);
    return;
  }
  for (const char *c = escaped; *c != '\0'; c++)
    if (!g_ascii_isspace (*c))
      g_string_append_c (reader->text, *c);
    else if (reader->text->len == 0 || !g_str_has_suffix (reader->text->str, " "))
      g_string_append_c (reader->text, ' ');
}

char *
tw_help_page_read (GBytes *page, GtkBox *box, GCallback activate_link, gpointer data,
                   GError **error)
{
  static const GMarkupParser parser = {
    .start_element = start_cb,
    .end_element = end_cb,
    .text = text_cb,
  };
  Reader reader = {
    .box = box,
    .activate_link = activate_link,
    .data = data,
    .step = -1,
    .part = -1,
  };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  gsize size;
  const char *text = g_bytes_get_data (page, &size);

  if (!g_markup_parse_context_parse (context, text, (gssize) size, error)
      || !g_markup_parse_context_end_parse (context, error))
    g_clear_pointer (&reader.title, g_free);
  if (reader.text != NULL)
    g_string_free (reader.text, TRUE);
  g_free (reader.heading);
  return reader.title;
}
