// The C face of CMicroHTTPD: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CMicroHTTPD
#define COFFER_SHIM_CMicroHTTPD

#include <microhttpd.h>

/// The callbacks of one daemon; `context` is handed to each of them.
struct coffer_mhd_callbacks {
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    void *context;
};

/// `MHD_start_daemon` is variadic: the callbacks go by position, everything else by the list (ends with MHD_OPTION_END).
static inline struct MHD_Daemon *coffer_mhd_start(
    unsigned int flags, const struct coffer_mhd_callbacks *calls, struct MHD_OptionItem *options)
{
    return MHD_start_daemon(
        flags, 0, NULL, NULL, calls->access, calls->context,
        MHD_OPTION_NOTIFY_COMPLETED, calls->completed, calls->context,
        MHD_OPTION_NOTIFY_CONNECTION, calls->connection, calls->context,
        MHD_OPTION_URI_LOG_CALLBACK, calls->target, calls->context,
        MHD_OPTION_UNESCAPE_CALLBACK, calls->unescape, calls->context,
        MHD_OPTION_ARRAY, options,
        MHD_OPTION_END);
}

/// The pointer given to the socket by the connection callback; NULL before.
static inline void *coffer_mhd_socket_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// The bytes of the request's head, or 0 if it is not complete.
static inline size_t coffer_mhd_head_bytes(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// The connection's socket, or -1.
static inline int coffer_mhd_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The peer's address, or NULL.
static inline const struct sockaddr *coffer_mhd_peer(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

#endif
