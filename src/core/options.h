/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the table of solver options, used by the engines, the window, the command line and
 * JSON. An option that only one engine uses is declared in a header of that engine.
 *
 * Each row: kind (INT, REAL, BOOL or TEXT), C name, option name, default, minimum, maximum, and
 * description. For TEXT the maximum is the length in bytes. A row added here is parsed, checked,
 * shown by --help and saved without further code. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/pieces/search-options.h"
#include "core/squares/engines/classic-options.h"

/* Marks a string for translation; the layers above core call gettext on it. */
#ifndef N_
#define N_(text) text
#endif

/* clang-format off */
#define TW_OPTIONS(INT, REAL, BOOL, TEXT) \
  TEXT (engine, "engine", "auto", 0, 31, N_ ("Name of the engine, or auto")) \
  REAL (time, "time", 10.0, 0.01, 1e6, N_ ("Time budget in seconds")) \
  INT  (threads, "threads", 0, 0, 256, N_ ("Worker threads; 0: one for every processor")) \
  INT  (memory, "memory", 4096, 1, 1048576, N_ ("Memory budget in MiB")) \
  INT  (seed, "seed", 1, 0, 2147483647, N_ ("Seed of the random choices")) \
  TEXT (transforms, "transforms", "0,1,2,3,4,5,6,7", 0, 31, N_ ("Transforms to run, 0 to 7, separated by commas")) \
  TW_CLASSIC_OPTIONS (INT, REAL, BOOL, TEXT) \
  TW_PIECES_OPTIONS (INT, REAL, BOOL, TEXT)
/* clang-format on */

#define TW_OPTION_INT(name, ...)                              int name;
#define TW_OPTION_REAL(name, ...)                             double name;
#define TW_OPTION_BOOL(name, ...)                             bool name;
#define TW_OPTION_TEXT(name, option, value, least, most, ...) char name[(most) + 1];

typedef struct {
  TW_OPTIONS (TW_OPTION_INT, TW_OPTION_REAL, TW_OPTION_BOOL, TW_OPTION_TEXT)
} TwOptions;

#undef TW_OPTION_INT
#undef TW_OPTION_REAL
#undef TW_OPTION_BOOL
#undef TW_OPTION_TEXT

typedef enum {
  TW_OPTION_INT,
  TW_OPTION_REAL,
  TW_OPTION_BOOL,
  TW_OPTION_TEXT,
} TwOptionKind;

typedef struct {
  TwOptionKind kind;
  const char *name; /* as on the command line, without the dashes */
  double value;     /* the default, of INT, REAL and BOOL */
  const char *text; /* the default of TEXT */
  double least;
  double most;
  const char *doc; /* untranslated */
  size_t offset;   /* in TwOptions */
} TwOptionInfo;

/* Returns the table; *count is set to its number of rows. */
const TwOptionInfo *tw_options_table (size_t *count);
/* Returns NULL when there is no option of this name. */
const TwOptionInfo *tw_options_find (const char *name);

/* Sets all options to their defaults. */
void tw_options_init (TwOptions *options);

/* What is wrong with the text of an option; puzzle/option-text.h has the messages. */
typedef enum {
  TW_OPTION_FITS,
  TW_OPTION_UNKNOWN, /* there is no such option */
  TW_OPTION_NO_NUMBER,
  TW_OPTION_NO_WHOLE_NUMBER,
  TW_OPTION_OUT_OF_RANGE,
  TW_OPTION_NO_BOOL,
  TW_OPTION_TOO_LONG,
  TW_OPTION_NO_TRANSFORMS,
} TwOptionFault;

/* Sets one option from its text ("5", "0.5", "true", "0,4"). When the text is invalid the options
 * are unchanged. */
TwOptionFault tw_options_set (TwOptions *options, const char *name, const char *text);
/* Writes the value in the format of tw_options_set (), at most `size` bytes. */
void tw_options_get (const TwOptions *options, const TwOptionInfo *info, char *text, size_t size);

/* Returns the transforms as bits 0..7. tw_options_set () has already checked them. */
unsigned tw_options_transform_mask (const TwOptions *options);
/* Returns the number of worker threads: the option, or the number of processors when it is 0. */
int tw_options_threads (const TwOptions *options);
