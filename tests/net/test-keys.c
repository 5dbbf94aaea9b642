/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-keys.c - keys of servers in a test keyring: a file, as libsecret's own tests use. */
#include "net/keys.h"

#include "test-tools.h"

/* The file keyring of libsecret 0.20 leaks the file's etag in a function without a name, which
 * no suppression can match: so leak detection is off in this program. */
__attribute__ ((visibility ("default"))) int __lsan_is_turned_off (void);
int
__lsan_is_turned_off (void)
{
  return 1;
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  test_spin_until (*result != NULL);
  return *result;
}

static void
store (const char *server, const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  tw_keys_store_async (server, key, NULL, test_keep_result_cb, &result);
  g_assert_true (tw_keys_store_finish (wait_for (&result), &error));
  g_assert_no_error (error);
}

static char *
lookup (const char *server)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  tw_keys_lookup_async (server, NULL, test_keep_result_cb, &result);
  char *key = tw_keys_lookup_finish (wait_for (&result), &error);
  g_assert_no_error (error);
  return key;
}

static void
assert_key (const char *server, const char *expected)
{
  g_autofree char *key = lookup (server);
  g_autofree char *again = tw_keys_lookup (server);

  g_assert_cmpstr (key, ==, expected);
  g_assert_cmpstr (again, ==, expected);
}

TEST (keyring, "/keys/keyring")
{
  if (!tw_keys_are_supported ()) {
    g_test_skip ("built without libsecret");
    return;
  }
  assert_key ("http://one", NULL);
  store ("http://one", "key-1");
  store ("http://two/", "key-2");
  assert_key ("http://one", "key-1");
  assert_key ("http://one/", "key-1");
  assert_key ("http://two", "key-2");
  store ("http://one/", "key-3");
  assert_key ("http://one", "key-3");
  store ("http://one", NULL);
  store ("http://one", NULL);
  assert_key ("http://one", NULL);
  assert_key ("http://two", "key-2");
}

TEST (unsupported, "/keys/unsupported")
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (tw_keys_are_supported ()) {
    g_test_skip ("built with libsecret");
    return;
  }
  tw_keys_lookup_async ("http://one", NULL, test_keep_result_cb, &result);
  g_assert_null (tw_keys_lookup_finish (wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("keys-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "keyring", NULL);

  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", file, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
  g_test_init (&argc, &argv, NULL);
  test_add_cases ();
  int code = test_run_and_await ();
  test_remove_tree (folder);
  return code;
}
