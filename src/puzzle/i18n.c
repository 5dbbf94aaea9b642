/* SPDX-License-Identifier: GPL-3.0-or-later */
/* i18n.c - sets up the translations, and looks texts up in the catalogue of one language; see
 * i18n.h. main () of the window and of the command line call it once. */
#include "puzzle/i18n.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "places.h"

struct TwLanguage {
  const char *tag;
  const char *data; /* a catalogue as msgfmt writes it: "The Format of GNU MO Files" in the manual
                     * of gettext */
  gsize size;
};

enum {
  LONGEST_TAG = 8,
  MAGIC = 0x950412de,
  AT_COUNT = 8,
  AT_ORIGINALS = 12,
  AT_TRANSLATIONS = 16,
};

static const TwLanguage english = { "en", "", 0 };
static GPrivate thread_language;

static const char *
locale_folder (void)
{
  const char *folder = g_getenv ("TW_LOCALE_DIR");

  return folder != NULL && *folder != '\0' ? folder : TW_LOCALE_DIR;
}

void
tw_i18n_init (void)
{
  setlocale (LC_ALL, "");
  bindtextdomain (TW_GETTEXT_DOMAIN, locale_folder ());
  bind_textdomain_codeset (TW_GETTEXT_DOMAIN, "UTF-8");
  textdomain (TW_GETTEXT_DOMAIN);
}

/* 0 behind the end of the file. */
static guint32
number_at (const TwLanguage *language, gsize at)
{
  guint32 number;

  if (language->size < sizeof number || at > language->size - sizeof number)
    return 0;
  memcpy (&number, language->data + at, sizeof number);
  return GUINT32_FROM_LE (number);
}

/* Text `i` of the table whose place the file has at `table`; "" when the file is damaged. */
static const char *
text_at (const TwLanguage *language, gsize table, guint32 i)
{
  gsize entry = number_at (language, table) + 8 * (gsize) i;
  gsize start = number_at (language, entry + 4), end = start + number_at (language, entry);

  return end < language->size && language->data[end] == '\0' ? language->data + start : "";
}

const char *
tw_gettext (const char *text)
{
  const TwLanguage *language = g_private_get (&thread_language);
  guint32 low = 0, high;

  if (language == NULL)
    return g_dgettext (TW_GETTEXT_DOMAIN, text);
  high = number_at (language, AT_COUNT);
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    int order = strcmp (text, text_at (language, AT_ORIGINALS, middle));

    if (order == 0) {
      const char *found = text_at (language, AT_TRANSLATIONS, middle);

      return *found != '\0' ? found : text;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return text;
}

static TwLanguage *
load (const char *tag)
{
  g_autofree char *path = g_strconcat (locale_folder (), "/", tag,
                                       "/LC_MESSAGES/" TW_GETTEXT_DOMAIN ".mo", NULL);
  GMappedFile *file = g_mapped_file_new (path, FALSE, NULL);
  TwLanguage *language;

  if (file == NULL)
    return NULL;
  language = g_new (TwLanguage, 1);
  *language = (TwLanguage){ g_strdup (tag), g_mapped_file_get_contents (file),
                            g_mapped_file_get_length (file) };
  if (number_at (language, 0) != MAGIC)
    language->size = 0;
  return language;
}

const TwLanguage *
tw_language_find (const char *tag)
{
  static GMutex lock;
  static GHashTable *known;
  g_autofree char *name = g_ascii_strdown (tag, (gssize) strcspn (tag, "-_"));
  TwLanguage *language;

  if (g_str_equal (name, english.tag))
    return &english;
  if (*name == '\0' || strlen (name) > LONGEST_TAG
      || strspn (name, "abcdefghijklmnopqrstuvwxyz") < strlen (name))
    return NULL;
  g_mutex_lock (&lock);
  if (known == NULL)
    known = g_hash_table_new (g_str_hash, g_str_equal);
  language = g_hash_table_lookup (known, name);
  if (language == NULL && (language = load (name)) != NULL)
    g_hash_table_insert (known, (char *) (guintptr) language->tag, language);
  g_mutex_unlock (&lock);
  return language;
}

void
tw_language_use (const TwLanguage *language)
{
  g_private_set (&thread_language, (gpointer) (guintptr) language);
}

const char *
tw_language_used (void)
{
  const TwLanguage *language = g_private_get (&thread_language);

  return language != NULL ? language->tag : NULL;
}
