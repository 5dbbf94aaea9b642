/* test-options.c - the option table: defaults, round trips, refusals. */
#include "check.h"
#include "core/options.h"

static void
test_defaults (void)
{
  TwOptions options;
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);
  char text[64], error[200];

  tw_options_init (&options);
  CHECK_INT (options.cost_margin, 5);
  CHECK_INT (options.size_deviation, 3);
  CHECK (options.time == 10.0);
  CHECK_STR (options.engine, "auto");
  CHECK_INT (tw_options_transform_mask (&options), 0xFF);

  /* Every default passes its own check and survives the way there and back. */
  for (size_t i = 0; i < count; i++) {
    TwOptions copy = options;
    char again[64];

    tw_options_get (&options, &table[i], text, sizeof text);
    CHECK (tw_options_set (&copy, table[i].name, text, error, sizeof error));
    tw_options_get (&copy, &table[i], again, sizeof again);
    CHECK_STR (again, text);
    CHECK (tw_options_find (table[i].name) == &table[i]);
  }
}

static void
test_refusals (void)
{
  static const char *const bad[][2] = {
    { "cost-margin", "" },
    { "cost-margin", "x" },
    { "cost-margin", "1.5" },
    { "cost-margin", "-1" },
    { "cost-margin", "1001" },
    { "cost-margin", "nan" },
    { "cost-margin", "0x10" },
    { "cost-margin", "1e300" },
    { "cost-margin", " 5" },
    { "time", "0" },
    { "time", "inf" },
    { "time", "10s" },
    { "time", "." },
    { "time", "1e" },
    { "time", "1e+" },
    { "time", "2,5" },
    { "time", "1e999999999999" },
    { "quick", "perhaps" },
    { "transforms", "" },
    { "transforms", "8" },
    { "transforms", "1,,2" },
    { "transforms", "1," },
    { "transforms", "12" },
    { "colour", "red" },
    { "engine", "0123456789012345678901234567890123456789" },
    { "stripe-height", "16" },
    { "stripe-height", "0" },
  };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    TwOptions options, before;
    char error[200] = "";

    tw_options_init (&options);
    tw_options_init (&before);
    CHECK (!tw_options_set (&options, bad[i][0], bad[i][1], error, sizeof error));
    CHECK (strstr (error, bad[i][0]) == error);
    CHECK (memcmp (&options, &before, sizeof options) == 0);
  }
}

static void
test_transforms (void)
{
  TwOptions options;
  char error[200];

  tw_options_init (&options);
  CHECK (tw_options_set (&options, "transforms", "7,0", error, sizeof error));
  CHECK_INT (tw_options_transform_mask (&options), 0x81);
  CHECK (tw_options_set (&options, "time", "2.5e-1", error, sizeof error));
  CHECK (options.time > 0.2499999 && options.time < 0.2500001);
  CHECK (tw_options_set (&options, "time", "12.", error, sizeof error));
  CHECK (options.time == 12);
  CHECK (tw_options_threads (&options) >= 1);
  CHECK (tw_options_set (&options, "threads", "3", error, sizeof error));
  CHECK_INT (tw_options_threads (&options), 3);
}

int
main (void)
{
  check_run ("defaults", test_defaults);
  check_run ("refusals name the option", test_refusals);
  check_run ("transforms and threads", test_transforms);
  return check_done ();
}
