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

gboolean
tw_keys_store_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, tw_keys_store_async), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

char *
tw_keys_lookup_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, tw_keys_lookup_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

#if TW_HAVE_LIBSECRET

static const SecretSchema schema = {
  .name = TW_APP_ID ".ContestKey",
  .flags = SECRET_SCHEMA_NONE,
  .attributes = { { "server", SECRET_SCHEMA_ATTRIBUTE_STRING } },
};

gboolean
tw_keys_are_supported (void)
{
  return TRUE;
}

/* "http://host/" and "http://host" name the same server. */
static char *
normalize (const char *server)
{
  gsize length = strlen (server);

  while (length > 0 && server[length - 1] == '/')
    length--;
  return g_strndup (server, length);
}

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  secret_password_store_finish (result, &error);
  tw_task_return (task, error == NULL, &error);
}

/* Finishing returns FALSE without an error if there was no key. */
static void
cleared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  secret_password_clear_finish (result, &error);
  tw_task_return (task, error == NULL, &error);
}

void
tw_keys_store_async (const char *server, const char *key, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  g_autofree char *name = normalize (server);
  /* Translators: how keyrings list the key; %s is a server's address */
  g_autofree char *label = g_strdup_printf (_ ("Tilewright: key for %s"), name);

  g_task_set_source_tag (task, tw_keys_store_async);
  if (key == NULL)
    secret_password_clear (&schema, cancellable, cleared_cb, task, "server", name, NULL);
  else
    secret_password_store (&schema, SECRET_COLLECTION_DEFAULT, label, key, cancellable, stored_cb,
                           task, "server", name, NULL);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  char *key = secret_password_lookup_finish (result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_strdup (key), g_free);
  secret_password_free (key);
}

void
tw_keys_lookup_async (const char *server, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  g_autofree char *name = normalize (server);

  g_task_set_source_tag (task, tw_keys_lookup_async);
  secret_password_lookup (&schema, cancellable, found_cb, task, "server", name, NULL);
}

char *
tw_keys_lookup (const char *server)
{
  g_autofree char *name = normalize (server);
  char *key = secret_password_lookup_sync (&schema, NULL, NULL, "server", name, NULL);
  char *copy = g_strdup (key);

  secret_password_free (key);
  return copy;
}

#else

gboolean
tw_keys_are_supported (void)
{
  return FALSE;
}

static void
refuse (gpointer tag, GAsyncReadyCallback callback, gpointer data)
{
  g_task_report_new_error (NULL, callback, data, tag, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                           _ ("Tilewright was built without libsecret and cannot keep keys"));
}

void
tw_keys_store_async (const char *server, const char *key, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer data)
{
  refuse (tw_keys_store_async, callback, data);
}

void
tw_keys_lookup_async (const char *server, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer data)
{
  refuse (tw_keys_lookup_async, callback, data);
}

char *
tw_keys_lookup (const char *server)
{
  return NULL;
}

#endif
