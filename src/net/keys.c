/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - keys of contest servers in the keyring; see keys.h. */
#include "net/keys.h"

#include <string.h>

#include "config.h"

#if TW_HAVE_LIBSECRET
#include <libsecret/secret.h>
#endif

#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

#if TW_HAVE_LIBSECRET

static const SecretSchema schema = {
  .name = TW_APP_ID ".ContestKey",
  .flags = SECRET_SCHEMA_NONE,
  .attributes = { { "server", SECRET_SCHEMA_ATTRIBUTE_STRING } },
};

/* "http://host/" and "http://host" name the same server. */
static char *
normalize (const char *server)
{
  gsize length = strlen (server);

  while (length > 0 && server[length - 1] == '/')
    length--;
  return g_strndup (server, length);
}

/* Clearing returns FALSE without an error if there was no key. */
static void
store (const char *server, const char *key, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = normalize (server);
  /* Translators: how keyrings list the key; %s is a server's address */
  g_autofree char *label = g_strdup_printf (_ ("Tilewright: key for %s"), name);

  if (key == NULL)
    secret_password_clear_sync (&schema, cancellable, error, "server", name, NULL);
  else
    secret_password_store_sync (&schema, SECRET_COLLECTION_DEFAULT, label, key, cancellable, error,
                                "server", name, NULL);
}

static char *
lookup (const char *server, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = normalize (server);
  char *key = secret_password_lookup_sync (&schema, cancellable, error, "server", name, NULL);
  char *copy = g_strdup (key);

  secret_password_free (key);
  return copy;
}

#else

static void
store (const char *server, const char *key, GCancellable *cancellable, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       _ ("Tilewright was built without libsecret and cannot keep keys"));
}

static char *
lookup (const char *server, GCancellable *cancellable, GError **error)
{
  store (server, NULL, cancellable, error);
  return NULL;
}

#endif

gboolean
tw_keys_are_supported (void)
{
  return TW_HAVE_LIBSECRET;
}

/* The data of both threads: the server and the key. Unlike tw_task_run (), this reports a cancelled
 * task as such whatever the thread found: the key is of an address that is no longer wanted. */
static void
run (GTaskThreadFunc thread, const char *server, const char *key, GCancellable *cancellable,
     GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  const char *words[] = { server, key, NULL };

  g_task_set_task_data (task, g_strdupv ((char **) (guintptr) words), (GDestroyNotify) g_strfreev);
  g_task_run_in_thread (task, thread);
}

static void
store_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **words = data;
  GError *error = NULL;

  store (words[0], words[1], cancellable, &error);
  tw_task_return (task, error == NULL, &error);
}

void
tw_keys_store_async (const char *server, const char *key, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer data)
{
  run (store_thread, server, key, cancellable, callback, data);
}

gboolean
tw_keys_store_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
lookup_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **words = data;
  GError *error = NULL;
  char *key = lookup (words[0], cancellable, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, key, g_free);
}

void
tw_keys_lookup_async (const char *server, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer data)
{
  run (lookup_thread, server, NULL, cancellable, callback, data);
}

char *
tw_keys_lookup_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
tw_keys_lookup (const char *server)
{
  return lookup (server, NULL, NULL);
}
