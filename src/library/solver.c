/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver.c - a search as an object: a job whose figures a timer turns into properties and signals;
 * see tilewright/solver.h. */
#include "library/private.h"
#include "library/properties.h"

#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"

#define TICK_MILLISECONDS 100

struct _TilewrightSolver {
  GObject parent_instance;
  TilewrightPuzzle *puzzle;
  TilewrightOptions *options; /* NULL: the defaults */
  TwResult *stopped;          /* the next search continues this one; NULL: none */
  TwJob *job;                 /* of the running search; NULL: none is running */
  GSource *timer;             /* as the job, and so is the next one */
  GSource *watch;             /* of the cancellable; NULL: there is none */
  TilewrightResult *best;
  gint64 bound;
  double fraction;
};

G_DEFINE_FINAL_TYPE (TilewrightSolver, tilewright_solver, G_TYPE_OBJECT)

enum {
  PROP_0,
  TILEWRIGHT_SOLVER_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
};
static GParamSpec *props[N_PROPS];

enum {
  SIGNAL_IMPROVED,
  SIGNAL_PROGRESS,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- figures of the search ---------------------------------------------------------------- */

/* Takes ownership of `best`, which may be NULL. */
static void
take_figures (TilewrightSolver *self, TwResult *best, gint64 bound, double fraction)
{
  gboolean improved = tw_result_compare (
                        best, self->best != NULL ? tilewright_result_peek (self->best) : NULL)
                      < 0;

  if (improved) {
    g_clear_object (&self->best);
    self->best = tilewright_result_wrap (self->puzzle, g_steal_pointer (&best));
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BEST]);
  }
  g_clear_pointer (&best, tw_result_unref);
  if (bound > self->bound) {
    self->bound = bound;
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BOUND]);
  }
  if (fraction != self->fraction) {
    self->fraction = fraction;
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FRACTION]);
  }
  if (improved)
    g_signal_emit (self, signals[SIGNAL_IMPROVED], 0, self->best);
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0, self->fraction);
}

static gboolean
tick_cb (gpointer data)
{
  g_autoptr (TilewrightSolver) self = g_object_ref (data);
  TwRun *run = tw_job_get_run (self->job);
  gint64 bound = run != NULL ? tw_run_bound (run) : 0;

  take_figures (self, tw_job_dup_best (self->job), bound > 0 ? bound : -1,
                run != NULL ? tw_run_permille (run) / 1000.0 : 0);
  return G_SOURCE_CONTINUE;
}

/* --- searching -------------------------------------------------------------------------------- */

static GSource *
attach_source (TilewrightSolver *self, GSource *source, int priority, GSourceFunc callback)
{
  g_source_set_priority (source, priority);
  g_source_set_callback (source, callback, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

static void
detach_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* The thread that cancels may be any; a job is abandoned on its own thread. Nothing is emitted from
 * then on. */
static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  TilewrightSolver *self = data;

  detach_source (&self->timer);
  tw_job_abandon (self->job);
  return G_SOURCE_REMOVE;
}

static void
end_search (TilewrightSolver *self)
{
  detach_source (&self->timer);
  detach_source (&self->watch);
  g_clear_object (&self->job);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

static void
searched_cb (GObject *source, GAsyncResult *done, gpointer data)
{
  g_autoptr (GTask) task = data;
  TilewrightSolver *self = g_task_get_source_object (task);
  GError *error = NULL;
  TwResult *result = tw_job_run_finish (TW_JOB (source), done, &error);

  if (result == NULL) {
    end_search (self);
    g_task_return_error (task, error);
    return;
  }

  g_autoptr (TilewrightResult)
    found = tilewright_result_wrap (self->puzzle, tw_result_ref (result));
  gboolean proved = result->status <= TW_STATUS_INFEASIBLE && result->status != TW_STATUS_FEASIBLE;

  take_figures (self, result, tilewright_result_get_bound (found), proved ? 1 : self->fraction);
  /* The final result has figures that the last improvement did not have. */
  if (tilewright_result_has_solution (found) && g_set_object (&self->best, found))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BEST]);
  /* From here on another search may have begun. */
  end_search (self);
  g_task_return_pointer (task, g_steal_pointer (&found), g_object_unref);
}

static void
start_search (TilewrightSolver *self, const TwOptions *options, GCancellable *cancellable)
{
  self->job = tw_job_new (tilewright_puzzle_peek (self->puzzle), options);
  if (self->stopped != NULL)
    tw_job_continue (self->job, self->stopped);
  g_clear_pointer (&self->stopped, tw_result_unref);
  g_clear_object (&self->best);
  self->bound = -1;
  self->fraction = 0;
  self->timer = attach_source (self, g_timeout_source_new (TICK_MILLISECONDS), G_PRIORITY_DEFAULT,
                               tick_cb);
  if (cancellable != NULL)
    self->watch = attach_source (self, g_cancellable_source_new (cancellable), G_PRIORITY_HIGH,
                                 G_SOURCE_FUNC (cancelled_cb));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

void
tilewright_solver_solve_async (TilewrightSolver *self, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  TwOptions options;

  g_return_if_fail (TILEWRIGHT_IS_SOLVER (self));
  task = g_task_new (self, cancellable, callback, user_data);
  /* The job says whether it was abandoned. */
  g_task_set_check_cancellable (task, FALSE);
  if (self->job != NULL) {
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "%s", _ ("a search is running"));
  } else if (!tilewright_options_read (self->options, tilewright_puzzle_peek (self->puzzle),
                                       &options, &error)) {
    g_task_return_error (task, error);
  } else {
    start_search (self, &options, cancellable);
    tw_job_run_async (self->job, NULL, searched_cb, g_steal_pointer (&task));
  }
}

TilewrightResult *
tilewright_solver_solve_finish (TilewrightSolver *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
keep_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

TilewrightResult *
tilewright_solver_solve (TilewrightSolver *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) done = NULL;
  TilewrightResult *result;

  g_return_val_if_fail (TILEWRIGHT_IS_SOLVER (self), NULL);
  g_main_context_push_thread_default (context);
  tilewright_solver_solve_async (self, cancellable, keep_cb, &done);
  while (done == NULL)
    g_main_context_iteration (context, TRUE);
  /* A callback of an abandoned search that does not run here would keep the context alive. */
  while (g_main_context_iteration (context, FALSE))
    ;
  result = tilewright_solver_solve_finish (self, done, error);
  g_main_context_pop_thread_default (context);
  return result;
}

TwJob *
tilewright_solver_peek_job (TilewrightSolver *self)
{
  return self->job;
}

void
tilewright_solver_stop (TilewrightSolver *self)
{
  g_return_if_fail (TILEWRIGHT_IS_SOLVER (self));
  if (self->job != NULL)
    tw_job_cancel (self->job);
}

gboolean
tilewright_solver_resume (TilewrightSolver *self, TilewrightResult *stopped, GError **error)
{
  TwResult *result = tilewright_result_peek (stopped);

  g_return_val_if_fail (TILEWRIGHT_IS_SOLVER (self), FALSE);
  if (result->puzzle != tilewright_puzzle_peek (self->puzzle))
    return tw_fail_usage (error, "%s", _ ("the result is of another puzzle"));
  if (self->job != NULL) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PENDING, _ ("a search is running"));
    return FALSE;
  }
  if (!tw_kind_accept (result, error))
    return FALSE;
  g_clear_pointer (&self->stopped, tw_result_unref);
  self->stopped = tilewright_result_dup_start (stopped);
  return TRUE;
}

/* --- the object ------------------------------------------------------------------------------- */

static void
tilewright_solver_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TilewrightSolver *self = TILEWRIGHT_SOLVER (object);

  switch (id) {
    TILEWRIGHT_SOLVER_PROPERTIES (TILEWRIGHT_PROPERTY_GET)
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tilewright_solver_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TilewrightSolver *self = TILEWRIGHT_SOLVER (object);

  switch (id) {
  case PROP_PUZZLE:
    self->puzzle = g_value_dup_object (value);
    break;
  case PROP_OPTIONS:
    g_set_object (&self->options, g_value_get_object (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tilewright_solver_constructed (GObject *object)
{
  TilewrightSolver *self = TILEWRIGHT_SOLVER (object);

  if (self->puzzle == NULL)
    self->puzzle = g_object_new (TILEWRIGHT_TYPE_PUZZLE, NULL);
  G_OBJECT_CLASS (tilewright_solver_parent_class)->constructed (object);
}

static void
tilewright_solver_finalize (GObject *object)
{
  TilewrightSolver *self = TILEWRIGHT_SOLVER (object);

  TW_DROP (self, (stopped, tw_result_unref), (best, g_object_unref), (options, g_object_unref),
           (puzzle, g_object_unref));
  G_OBJECT_CLASS (tilewright_solver_parent_class)->finalize (object);
}

static void
tilewright_solver_class_init (TilewrightSolverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = tilewright_solver_get_property;
  object_class->set_property = tilewright_solver_set_property;
  object_class->constructed = tilewright_solver_constructed;
  object_class->finalize = tilewright_solver_finalize;
  TILEWRIGHT_SOLVER_PROPERTIES (TILEWRIGHT_PROPERTY_PARAM)
  props[PROP_PUZZLE]->flags |= G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY;
  props[PROP_OPTIONS]->flags |= G_PARAM_WRITABLE;
  g_object_class_install_properties (object_class, N_PROPS, props);

  /**
   * TilewrightSolver::improved:
   * @self: the solver
   * @best: the new best solution
   *
   * Emitted when the search has found a better solution, at least once before a search with a
   * solution ends.
   */
  signals[SIGNAL_IMPROVED] = g_signal_new ("improved", TILEWRIGHT_TYPE_SOLVER, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1,
                                           TILEWRIGHT_TYPE_RESULT);
  /**
   * TilewrightSolver::progress:
   * @self: the solver
   * @fraction: the property
   *
   * Emitted about ten times a second while a search runs, and once when it has ended.
   */
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", TILEWRIGHT_TYPE_SOLVER, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
tilewright_solver_init (TilewrightSolver *self)
{
  self->bound = -1;
}

TilewrightSolver *
tilewright_solver_new (TilewrightPuzzle *puzzle, TilewrightOptions *options)
{
  g_return_val_if_fail (TILEWRIGHT_IS_PUZZLE (puzzle), NULL);
  return g_object_new (TILEWRIGHT_TYPE_SOLVER, "puzzle", puzzle, "options", options, NULL);
}
