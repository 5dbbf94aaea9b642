/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the option table as data: defaults, parsing, range checks. */
#include "core/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/threads.h"

/* clang-format off */
#define ROW_INT(name, option, value, least, most, doc) \
  { TW_OPTION_INT, option, value, NULL, least, most, doc, offsetof (TwOptions, name) },
#define ROW_REAL(name, option, value, least, most, doc) \
  { TW_OPTION_REAL, option, value, NULL, least, most, doc, offsetof (TwOptions, name) },
#define ROW_BOOL(name, option, value, least, most, doc) \
  { TW_OPTION_BOOL, option, value, NULL, least, most, doc, offsetof (TwOptions, name) },
#define ROW_TEXT(name, option, value, least, most, doc) \
  { TW_OPTION_TEXT, option, 0, value, least, most, doc, offsetof (TwOptions, name) },
/* clang-format on */

static const TwOptionInfo table[] = { TW_OPTIONS (ROW_INT, ROW_REAL, ROW_BOOL, ROW_TEXT) };

enum {
  TABLE_ROWS = sizeof table / sizeof table[0],
};

const TwOptionInfo *
tw_options_table (size_t *count)
{
  *count = TABLE_ROWS;
  return table;
}

const TwOptionInfo *
tw_options_find (const char *name)
{
  for (size_t i = 0; i < TABLE_ROWS; i++) {
    if (strcmp (table[i].name, name) == 0)
      return &table[i];
  }
  return NULL;
}

void
tw_options_init (TwOptions *options)
{
  memset (options, 0, sizeof *options);
  for (size_t i = 0; i < TABLE_ROWS; i++) {
    char *field = (char *) options + table[i].offset;

    switch (table[i].kind) {
    case TW_OPTION_INT:
      *(int *) (void *) field = (int) table[i].value;
      break;
    case TW_OPTION_REAL:
      *(double *) (void *) field = table[i].value;
      break;
    case TW_OPTION_BOOL:
      *(bool *) field = table[i].value != 0;
      break;
    case TW_OPTION_TEXT:
      strcpy (field, table[i].text);
      break;
    }
  }
}

/* Converts "0,3,7" to bits. Returns false for anything but a list of single digits 0..7. */
static bool
parse_transforms (const char *text, unsigned *mask)
{
  *mask = 0;
  for (;;) {
    if (*text < '0' || *text > '7')
      return false;
    *mask |= 1u << (*text - '0');
    text++;
    if (*text == '\0')
      return true;
    if (*text++ != ',')
      return false;
  }
}

/* Parses a decimal number with a point in every locale (strtod () depends on the locale): digits,
 * an optional fraction, an optional exponent. */
static bool
parse_number (const char *text, double *value)
{
  const char *p = text + (*text == '-' || *text == '+');
  double scale = 1;
  bool digits = false;
  long exponent = 0;

  *value = 0;
  for (; *p >= '0' && *p <= '9'; p++, digits = true)
    *value = *value * 10 + (*p - '0');
  if (*p == '.') {
    for (p++; *p >= '0' && *p <= '9'; p++, digits = true) {
      *value = *value * 10 + (*p - '0');
      scale *= 10;
    }
  }
  if (digits && (*p == 'e' || *p == 'E')) {
    char *end;

    exponent = strtol (p + 1, &end, 10);
    digits = end != p + 1 && end[-1] >= '0';
    p = end;
  }
  *value = *value / scale * pow (10, (double) exponent);
  if (*text == '-')
    *value = -*value;
  return digits && *p == '\0' && isfinite (*value);
}

static TwOptionFault
set_number (const TwOptionInfo *info, char *field, const char *text)
{
  double value;

  if (!parse_number (text, &value))
    return TW_OPTION_NO_NUMBER;
  if (info->kind == TW_OPTION_INT && value != floor (value))
    return TW_OPTION_NO_WHOLE_NUMBER;
  if (value < info->least || value > info->most)
    return TW_OPTION_OUT_OF_RANGE;
  if (info->kind == TW_OPTION_INT)
    *(int *) (void *) field = (int) value;
  else
    *(double *) (void *) field = value;
  return TW_OPTION_FITS;
}

static TwOptionFault
set_bool (bool *field, const char *text)
{
  static const char *const words[] = { "false", "true", "no", "yes", "0", "1", "off", "on" };

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp (text, words[i]) == 0) {
      *field = i % 2 == 1;
      return TW_OPTION_FITS;
    }
  }
  return TW_OPTION_NO_BOOL;
}

static TwOptionFault
set_text (const TwOptionInfo *info, char *field, const char *text)
{
  unsigned mask;

  if (strlen (text) > (size_t) info->most)
    return TW_OPTION_TOO_LONG;
  if (info->offset == offsetof (TwOptions, transforms) && !parse_transforms (text, &mask))
    return TW_OPTION_NO_TRANSFORMS;
  strcpy (field, text);
  return TW_OPTION_FITS;
}

TwOptionFault
tw_options_set (TwOptions *options, const char *name, const char *text)
{
  const TwOptionInfo *info = tw_options_find (name);
  char *field;

  if (info == NULL)
    return TW_OPTION_UNKNOWN;

  field = (char *) options + info->offset;
  switch (info->kind) {
  case TW_OPTION_INT:
  case TW_OPTION_REAL:
    return set_number (info, field, text);
  case TW_OPTION_BOOL:
    return set_bool ((bool *) field, text);
  case TW_OPTION_TEXT:
    return set_text (info, field, text);
  }
  return TW_OPTION_UNKNOWN;
}

void
tw_options_get (const TwOptions *options, const TwOptionInfo *info, char *text, size_t size)
{
  const char *field = (const char *) options + info->offset;

  switch (info->kind) {
  case TW_OPTION_INT:
    snprintf (text, size, "%d", *(const int *) (const void *) field);
    break;
  case TW_OPTION_REAL:
    snprintf (text, size, "%g", *(const double *) (const void *) field);
    /* The locale may use a decimal comma. */
    text += strspn (text, "+-0123456789e");
    if (*text != '\0')
      *text = '.';
    break;
  case TW_OPTION_BOOL:
    snprintf (text, size, "%s", *(const bool *) field ? "true" : "false");
    break;
  case TW_OPTION_TEXT:
    snprintf (text, size, "%s", field);
    break;
  }
}

unsigned
tw_options_transform_mask (const TwOptions *options)
{
  unsigned mask;

  return parse_transforms (options->transforms, &mask) ? mask : 0xFF;
}

int
tw_options_threads (const TwOptions *options)
{
  return options->threads > 0 ? options->threads : tw_threads_processors ();
}
