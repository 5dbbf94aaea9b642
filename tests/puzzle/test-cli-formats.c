/* test-cli-formats.c - files of other programs on the command line: exact covers, and what
 * puzzles are converted to, judged by programs that are not ours where they are there. */
#include <string.h>

#include "cli-test.h"

/* The rows of x are primary, the crossings spell words. */
static const char crossings[] = "| two words across, two down, letters A and B\n"
                                "r1 r2 c1 c2 | s11 s12 s21 s22\n"
                                "r1 s11:A s12:B\n"
                                "r1 s11:B s12:B\n"
                                "r2 s21:B s22:A\n"
                                "c1 s11:A s21:B\n"
                                "c1 s11:B s21:B\n"
                                "c2 s12:B s22:A\n"
                                "c2 s12:A s22:A\n";

static void
test_cover (void)
{
  cli_write_file ("x.dlx", crossings);
  cli_expect ("count x.dlx", 0, "x.dlx: 2 solutions (cover, ", "");
  cli_expect ("count x.dlx --json -", 0,
              "\"status\":\"complete\",\"engine\":\"cover\",\"raw\":2,"
              "\"distinct\":2,",
              "");
  cli_expect ("solve x.dlx", 0, "x.dlx: 4 options (cover, ", "");
  cli_expect ("solve x.dlx --all", 0, "x.dlx: 2 solutions (cover, ", "");
  cli_expect ("solve x.dlx --json -", 0, "\"numberOfOptions\":4,\"options\":[[\"r1\",\"s11:", "");
  cli_expect ("solve x.dlx --json a.json", 0, "", "");
  cli_expect ("check x.dlx a.json", 0, "", "");
  cli_expect ("info x.dlx", 0, "Secondary items  4", "");
  cli_expect ("convert x.dlx", 0, "r1 r2 c1 c2 | s11 s12 s21 s22\nr1 s11:A s12:B\n", "");
  cli_expect ("count x.dlx --checkpoint c", 2, "", "--checkpoint is for piece puzzles only");
  cli_expect ("count x.dlx --engine frontier", 2, "", "there is no engine “frontier”");

  cli_write_file ("a.json", "{\"options\": [[\"s12:B\", \"s11:A\", \"r1\"]]}");
  cli_expect ("check x.dlx a.json", 1, "The item “r2” is not covered", "");
  cli_write_file ("a.json", "{\"options\": [[\"s12:B\", \"r1\"]]}");
  cli_expect ("check x.dlx a.json", 2, "", "options[0]: the items of an option");
  cli_write_file ("a.json", "{\"options\": [[\"r1\", 5]]}");
  cli_expect ("check x.dlx a.json", 2, "", "options[0]: the items of an option");

  cli_write_file ("none.dlx", "a b\na\n");
  cli_expect ("count none.dlx", 0, "none.dlx: no solution: all choices of options were tried", "");
  cli_expect ("solve none.dlx", 1, "", "");
  cli_write_file ("bad.dlx", "a b\n\na c\n");
  cli_expect ("count bad.dlx", 2, "",
              "bad.dlx: line 3: “c” is not among the items of the first line");
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-formats/cover", test_cover);
  return cli_test_run ();
}
