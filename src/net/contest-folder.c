/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder.c - writes the files of a contest session; contest-folder-load.c reads them.
 * See contest-folder.h. */
#include "net/contest-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "net/contest-folder-private.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind.h"
#include "puzzle/tasks.h"

enum {
  MAX_SAME_NAME = 1000,
};

struct TwContestFolder {
  char *path;
  char *log_path;
  int log; /* open for appending, locked */
  GMutex lock;
};

char *
tw_contest_default_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "tilewright", "contests", NULL);
}

void
tw_contest_plan_clear (TwContestPlan *plan)
{
  g_clear_pointer (&plan->server, g_free);
}

void
tw_contest_folder_close (TwContestFolder *folder)
{
  g_mutex_lock (&folder->lock);
  /* Closing releases the lock on the file. */
  if (folder->log >= 0)
    close (folder->log);
  folder->log = -1;
  g_mutex_unlock (&folder->lock);
}

static void
clear_folder (gpointer data)
{
  TwContestFolder *folder = data;

  tw_contest_folder_close (folder);
  g_mutex_clear (&folder->lock);
  g_free (folder->log_path);
  g_free (folder->path);
}

void
tw_contest_folder_unref (TwContestFolder *folder)
{
  g_atomic_rc_box_release_full (folder, clear_folder);
}

const char *
tw_contest_folder_get_path (const TwContestFolder *folder)
{
  return folder->path;
}

char *
tw_contest_folder_file (const char *path, const char *stem, guint index)
{
  g_autofree char *name = g_strdup_printf ("%s-%03u.json", stem, index);

  return g_build_filename (path, name, NULL);
}

char *
tw_contest_folder_database (const TwContestFolder *folder)
{
  return g_build_filename (folder->path, "practice.db", NULL);
}

gboolean
tw_contest_folder_fail (GError **error, const char *path, const char *reason)
{
  return tw_fail_file (error, TW_PUZZLE_ERROR_FILE, path, reason);
}

/* --- lines of the log ------------------------------------------------------- */

/* Unknown values, which are negative, are omitted. */
static void
add_int (TwJsonBuilder *builder, const char *name, gint64 value)
{
  if (value >= 0)
    tw_json_add_int (builder, name, value);
}

static void
add_seconds (TwJsonBuilder *builder, const char *name, double value)
{
  if (value >= 0)
    tw_json_add_seconds (builder, name, value);
}

static void
add_time (TwJsonBuilder *builder, gint64 real)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (real / G_USEC_PER_SEC);
  g_autofree char *text = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  tw_json_add_string (builder, "time", text);
}

char *
tw_contest_facts_line (const TwContestFacts *facts, gint64 real)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  add_time (builder, real);
  add_int (builder, "puzzle", facts->index);
  tw_json_add_string (builder, "mode", tw_contest_mode_name (facts->mode));
  tw_json_add_string (builder, "status", tw_contest_status_name (facts->status));
  tw_json_add_string (builder, "id", facts->id);
  add_int (builder, "width", facts->width);
  add_int (builder, "height", facts->height);
  add_int (builder, "numberOfSquares", facts->squares);
  add_int (builder, "bound", facts->bound);
  if (facts->squares >= 0)
    tw_json_add_boolean (builder, "optimal", facts->optimal);
  add_int (builder, "transform", facts->transform);
  add_int (builder, "captured", facts->captured);
  add_int (builder, "score", facts->score);
  add_int (builder, "timePenalty", facts->penalty);
  add_seconds (builder, "fetchSeconds", facts->fetch_seconds);
  add_seconds (builder, "solveSeconds", facts->solve_seconds);
  add_seconds (builder, "answerSeconds", facts->answer_seconds);
  add_seconds (builder, "submitSeconds", facts->submit_seconds);
  add_int (builder, "attempts", facts->attempts);
  tw_json_add_string (builder, "error", facts->error);
  return tw_json_end (builder);
}

char *
tw_contest_event_line (const char *event, const char *message, gint64 real)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  add_time (builder, real);
  tw_json_add_string (builder, "event", event);
  tw_json_add_string (builder, "message", message);
  return tw_json_end (builder);
}

/* An incomplete line is also cut off when the folder is opened, so a failure here is harmless. */
static void
cut_off (TwContestFolder *folder, off_t size)
{
  if (ftruncate (folder->log, size) != 0)
    g_debug ("%s: %s", folder->log_path, g_strerror (errno));
}

/* Writes the whole line or nothing, and flushes it to the disk. */
static gboolean
append_line (TwContestFolder *folder, const char *line, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder->log_path);
  struct stat status;
  gboolean fine = FALSE;

  g_mutex_lock (&folder->lock);
  if (fstat (folder->log, &status) != 0) {
    tw_contest_folder_fail (error, folder->log_path, g_strerror (errno));
  } else if (!tw_file_write_fd (folder->log, name, line, strlen (line), error)) {
    cut_off (folder, status.st_size);
  } else if (fsync (folder->log) != 0) {
    tw_contest_folder_fail (error, folder->log_path, g_strerror (errno));
    cut_off (folder, status.st_size);
  } else {
    fine = TRUE;
  }
  g_mutex_unlock (&folder->lock);
  return fine;
}

/* --- making and opening ------------------------------------------------------- */

/* Takes ownership of `path`, which exists. */
static TwContestFolder *
folder_new (char *path, int flags, GError **error)
{
  TwContestFolder *folder = g_atomic_rc_box_new0 (TwContestFolder);

  g_mutex_init (&folder->lock);
  folder->path = path;
  folder->log_path = g_build_filename (path, "log.jsonl", NULL);
  folder->log = g_open (folder->log_path, O_RDWR | O_APPEND | O_CLOEXEC | flags, 0600);
  if (folder->log < 0) {
    tw_contest_folder_fail (error, folder->log_path, g_strerror (errno));
  } else if (flock (folder->log, LOCK_EX | LOCK_NB) != 0) {
    tw_contest_folder_fail (error, folder->path,
                            errno == EWOULDBLOCK ? _ ("another contest is using this folder")
                                                 : g_strerror (errno));
  } else {
    return folder;
  }
  tw_contest_folder_unref (folder);
  return NULL;
}

/* A session that ends before it writes session.json leaves an empty log, and perhaps the
 * temporary file of session.json. */
static gboolean
is_leftover (const char *path, const char *name)
{
  g_autofree char *file = g_build_filename (path, name, NULL);
  GStatBuf status;

  if (g_str_has_prefix (name, "session.json."))
    return TRUE;
  return g_str_equal (name, "log.jsonl") && g_lstat (file, &status) == 0 && S_ISREG (status.st_mode)
         && status.st_size == 0;
}

static gboolean
is_unused (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && is_leftover (path, name))
    ;
  if (name == NULL)
    return TRUE;
  tw_contest_folder_fail (error, path,
                          _ ("the folder is not empty; a session in it can only be resumed"));
  return FALSE;
}

static gboolean
make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0700) == 0)
    return TRUE;
  return tw_contest_folder_fail (error, path, g_strerror (errno));
}

/* Creates a new folder in the default place, named by date and time. */
static char *
make_dated_folder (gint64 real, GError **error)
{
  g_autofree char *parent = tw_contest_default_folder ();
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (real / G_USEC_PER_SEC);
  g_autoptr (GDateTime) time = g_date_time_to_local (utc);
  g_autofree char *name = g_date_time_format (time, "%Y-%m-%d %H-%M-%S");

  if (!make_folder (parent, error))
    return NULL;
  for (int i = 1; i < MAX_SAME_NAME; i++) {
    g_autofree char *full = i > 1 ? g_strdup_printf ("%s (%d)", name, i) : g_strdup (name);
    g_autofree char *path = g_build_filename (parent, full, NULL);

    if (g_mkdir (path, 0700) == 0)
      return g_steal_pointer (&path);
    if (errno != EEXIST)
      break;
  }
  tw_contest_folder_fail (error, parent, g_strerror (errno));
  return NULL;
}

gboolean
tw_contest_folder_set_plan (TwContestFolder *folder, const TwContestPlan *plan, gint64 real,
                            GError **error)
{
  g_autofree char *file = g_build_filename (folder->path, "session.json", NULL);
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  g_autofree char *text = NULL;

  add_int (builder, "version", TW_CONTEST_FOLDER_VERSION);
  add_time (builder, real);
  tw_json_add_string (builder, "server", plan->server);
  tw_json_add_string (builder, "mode", tw_contest_mode_name (plan->mode));
  add_int (builder, "tetrominoes", plan->tetrominoes);
  add_int (builder, "count", plan->count);
  text = tw_json_end (builder);
  return tw_file_write (file, text, strlen (text), error);
}

TwContestFolder *
tw_contest_folder_create (const char *path, const TwContestPlan *plan, gint64 real, GError **error)
{
  g_autofree char *made = path != NULL ? g_canonicalize_filename (path, NULL)
                                       : make_dated_folder (real, error);
  g_autoptr (TwContestFolder) folder = NULL;

  if (made == NULL || !make_folder (made, error) || !is_unused (made, error))
    return NULL;
  folder = folder_new (g_steal_pointer (&made), O_CREAT, error);
  /* Another session may have started here before the lock was acquired. */
  if (folder == NULL || !is_unused (folder->path, error)
      || !tw_contest_folder_set_plan (folder, plan, real, error))
    return NULL;
  return g_steal_pointer (&folder);
}

/* An incomplete line at the end belongs to an interrupted write, so its step was never taken. */
static gboolean
cut_torn_line (TwContestFolder *folder, GError **error)
{
  gsize length;
  g_autofree char *text = tw_file_read_path (folder->log_path, &length, error);

  if (text == NULL)
    return FALSE;
  while (length > 0 && text[length - 1] != '\n')
    length--;
  if (ftruncate (folder->log, (off_t) length) == 0)
    return TRUE;
  return tw_contest_folder_fail (error, folder->log_path, g_strerror (errno));
}

/* Logs the uncertainty: otherwise the last line would say that the solution is being sent. */
static gboolean
give_up_sending (TwContestFolder *folder, TwContestEntry *entry, gint64 real, GError **error)
{
  TwContestFacts *facts = tw_contest_entry_edit (entry);
  g_autofree char *line = NULL;

  if (facts->status != TW_CONTEST_SENDING)
    return TRUE;
  facts->status = TW_CONTEST_UNCERTAIN;
  g_free (facts->error);
  facts->error = g_strdup (
    _ ("the contest was interrupted while the solution was being submitted"));
  line = tw_contest_facts_line (facts, real);
  return append_line (folder, line, error);
}

TwContestFolder *
tw_contest_folder_open (const char *path, TwContestPlan *plan, GPtrArray *entries, gint64 real,
                        GError **error)
{
  g_autoptr (TwContestFolder) folder = folder_new (g_canonicalize_filename (path, NULL), 0, error);

  if (folder == NULL || !cut_torn_line (folder, error)
      || !tw_contest_folder_load (folder->path, plan, entries, error))
    return NULL;
  tw_contest_folder_adopt (folder->path, plan, entries);
  for (guint i = 0; i < entries->len; i++)
    if (!give_up_sending (folder, g_ptr_array_index (entries, i), real, error)) {
      tw_contest_plan_clear (plan);
      return NULL;
    }
  return g_steal_pointer (&folder);
}

/* --- steps -------------------------------------------------------------------- */

typedef struct {
  TwContestFolder *folder;
  guint index;
  TwPuzzle *puzzle;
  TwResult *answer;
  char *reply;
  char *line;
} Step;

static void
step_free (gpointer data)
{
  Step *step = data;

  tw_contest_folder_unref (step->folder);
  g_clear_pointer (&step->puzzle, tw_puzzle_unref);
  g_clear_pointer (&step->answer, tw_result_unref);
  g_free (step->reply);
  g_free (step->line);
  g_free (step);
}

static gboolean
write_text (const Step *step, const char *stem, const char *text, GError **error)
{
  g_autofree char *path = tw_contest_folder_file (step->folder->path, stem, step->index);

  return tw_file_write (path, text, strlen (text), error);
}

static gboolean
write_puzzle (const Step *step, GError **error)
{
  g_autofree char *text = tw_puzzle_get_kind (step->puzzle)->write (step->puzzle);

  return write_text (step, "puzzle", text, error);
}

static gboolean
write_solution (const Step *step, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  if (tw_kind_check (step->answer, faults) > 0)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT,
                    _ ("the solution is incorrect and was not submitted: %s"),
                    faults->len > 0 ? (const char *) g_ptr_array_index (faults, 0) : "");
  text = tw_result_print (step->answer);
  return write_text (step, "answer", text, error);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Step *step = data;
  GError *error = NULL;

  tw_task_return (task,
                  (step->puzzle == NULL || write_puzzle (step, &error))
                    && (step->answer == NULL || write_solution (step, &error))
                    && (step->reply == NULL || write_text (step, "reply", step->reply, &error))
                    && append_line (step->folder, step->line, &error),
                  &error);
}

void
tw_contest_folder_save_async (TwContestFolder *folder, const TwContestStep *step,
                              GAsyncReadyCallback callback, gpointer data)
{
  Step *copy = g_new0 (Step, 1);

  copy->folder = g_atomic_rc_box_acquire (folder);
  copy->index = step->index;
  copy->puzzle = step->puzzle != NULL ? tw_puzzle_ref (step->puzzle) : NULL;
  copy->answer = step->answer != NULL ? tw_result_ref (step->answer) : NULL;
  copy->reply = g_strdup (step->reply);
  copy->line = g_strdup (step->line);
  tw_task_run (save_thread, copy, step_free, NULL, NULL, callback, data);
}

gboolean
tw_contest_folder_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
