/* http-private.h - what the http-*.c files share. */
#ifndef TW_NET_HTTP_PRIVATE_H
#define TW_NET_HTTP_PRIVATE_H

#include <libsoup/soup.h>

/* The client has done its part: it has reply_seconds anew. */
void tw_http_touch (SoupServerMessage *message);

/* The body of the reply if libsoup refuses the request itself. */
void tw_http_expect_error (SoupServerMessage *message, guint status, const char *reason);

#endif
