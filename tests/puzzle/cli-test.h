/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli-test.h - runs the real tilewright-cli in a scratch folder, for the tests of the command line.
 * TW_TEST_CLI names the program. */
#pragma once

#include "test-tools.h"

/* Call these before and instead of g_test_run (). */
void cli_test_init (int *argc, char ***argv);
int cli_test_run (void);

/* The path of a file, seen from the scratch folder, which is the program's working folder. The caller
 * frees it with g_free (). */
char *cli_path (const char *name);
void cli_write_file (const char *name, const char *text);

/* Starts the program with the words of `line`, separated by spaces. */
GSubprocess *cli_start (const char *line);
TestOutcome cli_finish (GSubprocess *process);
TestOutcome cli_run (const char *line);
/* Runs the program and checks the exit code and a substring of each output. */
void cli_expect (const char *line, int code, const char *out_part, const char *err_part);
/* "small.json: 1234 solutions, 4936 with symmetric ones", as `count` prints it. The caller frees it
 * with g_free (). */
char *cli_expected_sum (const char *puzzle);
/* Returns whether the process catches SIGUSR1 by now, or has ended. */
gboolean cli_catches_usr1 (GSubprocess *process);
