/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli-test.h - runs of the real tilewright-cli in a scratch folder, for the tests of the
 * command line. The program is named by TW_TEST_CLI. */
#ifndef TW_TESTS_CLI_TEST_H
#define TW_TESTS_CLI_TEST_H

#include "test-tools.h"

/* Before and instead of g_test_run (). */
void cli_test_init (int *argc, char ***argv);
int cli_test_run (void);

/* A file in the scratch folder, which the program runs in. g_free () it. */
char *cli_path (const char *name);
void cli_write_file (const char *name, const char *text);
void cli_expect_content (const char *name, const char *content);

/* The words of `line`, separated by blanks, after the program's name; as another user if
 * `nobody`, with standard output to `out_path` unless NULL. */
GSubprocess *cli_start (const char *line, gboolean nobody, const char *out_path);
/* With so many bytes of address space. */
GSubprocess *cli_start_within (const char *line, guint64 memory);
TestOutcome cli_finish (GSubprocess *process, const char *input);
TestOutcome cli_run_with (const char *input, const char *line);
TestOutcome cli_run (const char *line);
/* The code, and a part of each output. */
void cli_expect (const char *line, int code, const char *out_part, const char *err_part);

#endif
