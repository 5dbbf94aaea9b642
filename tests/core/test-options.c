/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-options.c - the option table: defaults, round trips, invalid values. */
#include "core-test.h"

TEST (defaults, "defaults")
{
  TwOptions options = default_options ();
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);
  char text[64];

  CHECK_INT (options.cost_margin, 5);
  CHECK_INT (options.size_deviation, 3);
  CHECK (options.time == 10.0);
  CHECK_STR (options.engine, "auto");
  CHECK_INT (tw_options_transform_mask (&options), 0xFF);

  /* Every default is valid and survives a round trip. */
  for (size_t i = 0; i < count; i++) {
    TwOptions copy = options;
    char again[64];

    tw_options_get (&options, &table[i], text, sizeof text);
    CHECK_INT (tw_options_set (&copy, table[i].name, text), TW_OPTION_FITS);
    tw_options_get (&copy, &table[i], again, sizeof again);
    CHECK_STR (again, text);
    CHECK (tw_options_find (table[i].name) == &table[i]);
  }
}

TEST (refusals, "refusals")
{
  static const struct {
    const char *name;
    const char *text;
    TwOptionFault fault;
  } bad[] = {
    { "cost-margin", "", TW_OPTION_NO_NUMBER },
    { "cost-margin", "x", TW_OPTION_NO_NUMBER },
    { "cost-margin", "1.5", TW_OPTION_NO_WHOLE_NUMBER },
    { "cost-margin", "-1", TW_OPTION_OUT_OF_RANGE },
    { "cost-margin", "1001", TW_OPTION_OUT_OF_RANGE },
    { "cost-margin", "nan", TW_OPTION_NO_NUMBER },
    { "cost-margin", "0x10", TW_OPTION_NO_NUMBER },
    { "cost-margin", "1e300", TW_OPTION_OUT_OF_RANGE },
    { "cost-margin", " 5", TW_OPTION_NO_NUMBER },
    { "time", "0", TW_OPTION_OUT_OF_RANGE },
    { "time", "inf", TW_OPTION_NO_NUMBER },
    { "time", "10s", TW_OPTION_NO_NUMBER },
    { "time", ".", TW_OPTION_NO_NUMBER },
    { "time", "1e", TW_OPTION_NO_NUMBER },
    { "time", "1e+", TW_OPTION_NO_NUMBER },
    { "time", "2,5", TW_OPTION_NO_NUMBER },
    { "time", "1e999999999999", TW_OPTION_NO_NUMBER },
    { "quick", "perhaps", TW_OPTION_NO_BOOL },
    { "transforms", "", TW_OPTION_NO_TRANSFORMS },
    { "transforms", "8", TW_OPTION_NO_TRANSFORMS },
    { "transforms", "1,,2", TW_OPTION_NO_TRANSFORMS },
    { "transforms", "1,", TW_OPTION_NO_TRANSFORMS },
    { "transforms", "12", TW_OPTION_NO_TRANSFORMS },
    { "colour", "red", TW_OPTION_UNKNOWN },
    { "engine", "0123456789012345678901234567890123456789", TW_OPTION_TOO_LONG },
    { "stripe-height", "16", TW_OPTION_OUT_OF_RANGE },
    { "stripe-height", "0", TW_OPTION_OUT_OF_RANGE },
  };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    TwOptions options, before;

    tw_options_init (&options);
    tw_options_init (&before);
    CHECK_INT (tw_options_set (&options, bad[i].name, bad[i].text), bad[i].fault);
    CHECK (memcmp (&options, &before, sizeof options) == 0);
  }
}

TEST (transforms, "transforms and threads")
{
  TwOptions options = default_options ();

  CHECK_INT (tw_options_set (&options, "transforms", "7,0"), TW_OPTION_FITS);
  CHECK_INT (tw_options_transform_mask (&options), 0x81);
  CHECK_INT (tw_options_set (&options, "time", "2.5e-1"), TW_OPTION_FITS);
  CHECK (options.time > 0.2499999 && options.time < 0.2500001);
  CHECK_INT (tw_options_set (&options, "time", "12."), TW_OPTION_FITS);
  CHECK (options.time == 12);
  CHECK (tw_options_threads (&options) >= 1);
  CHECK_INT (tw_options_set (&options, "threads", "3"), TW_OPTION_FITS);
  CHECK_INT (tw_options_threads (&options), 3);
}

CHECK_MAIN
