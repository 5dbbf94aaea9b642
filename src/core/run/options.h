/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the table of solver options, used by the engines, the window, the command line and
 * JSON.
 *
 * Each row: kind (INT, REAL, BOOL or TEXT), C name, option name, default, minimum, maximum, and
 * description. For TEXT the maximum is the length in bytes. A row added here is parsed, checked,
 * shown by --help and saved without further code. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

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
  INT  (cost_margin, "cost-margin", 5, 0, 1000, N_ ("Keep partial solutions up to this many squares worse than the best")) \
  INT  (size_deviation, "size-deviation", 3, 0, 1000, N_ ("Try squares smaller than the largest that fits by up to this many cells")) \
  TEXT (transforms, "transforms", "0,1,2,3,4,5,6,7", 0, 31, N_ ("Transforms to run, 0 to 7, separated by commas")) \
  BOOL (quick, "quick", true, 0, 1, N_ ("Add a ninth run with cost margin 0")) \
  INT  (stripe_height, "stripe-height", 15, 1, 15, N_ ("Rows or columns of a stripe that is improved")) \
  INT  (stripe_step, "stripe-step", 10, 1, 1000, N_ ("Rows or columns from one stripe to the next")) \
  INT  (gate1_percent, "gate1-percent", 40, 0, 100, N_ ("Share of the time after which the first gate lowers the cost margin")) \
  INT  (gate1_column, "gate1-column", 20, 0, 1000, N_ ("The first gate closes only before this column")) \
  INT  (gate1_margin, "gate1-margin", 3, 0, 1000, N_ ("Cost margin after the first gate")) \
  INT  (gate2_percent, "gate2-percent", 60, 0, 100, N_ ("Share of the time after which the second gate lowers the cost margin")) \
  INT  (gate2_margin, "gate2-margin", 2, 0, 1000, N_ ("Cost margin after the second gate")) \
  INT  (gate3_percent, "gate3-percent", 70, 0, 100, N_ ("Share of the time after which the third gate lowers the cost margin")) \
  INT  (gate3_margin, "gate3-margin", 0, 0, 1000, N_ ("Cost margin after the third gate")) \
  INT  (stripes_percent, "stripes-percent", 85, 0, 100, N_ ("Share of the time after which no further stripe is started")) \
  INT  (answer_percent, "answer-percent", 95, 1, 100, N_ ("Share of the time after which the best solution is returned")) \
  INT  (limit, "limit", 1, 0, 1000000000, N_ ("Solutions of a piece puzzle to find; 0: all of them")) \
  BOOL (raw, "raw", false, 0, 1, N_ ("List every solution of a piece puzzle, not one of each up to symmetry")) \
  BOOL (count_only, "count-only", false, 0, 1, N_ ("Count the solutions of a piece puzzle and keep none"))
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
