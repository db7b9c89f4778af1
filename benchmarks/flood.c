/* Floods a server on loopback with frames that were built before, and tells how fast it responded, as one line of JSON.
 *
 *     flood PORT FILE CONNECTIONS DEPTH MILLISECONDS [tls]
 *
 * FILE holds frames one after another, each with its four bytes of length; every connection gets an equal share of
 * them, in order, and sends its share again and again, keeping DEPTH of them without a response. Of a response only
 * the length is looked at. It is in C because a client in Python would take the core that the server should have;
 * `versus` builds it, checks the server's responses before, and its logs after. Where OpenSSL's headers are it is built
 * with WITH_TLS, and speaks TLS 1.3 as the last argument says; whose certificate the server has, it does not ask.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_TLS
#include <openssl/ssl.h>
#else
typedef void SSL;
#endif

enum { DEPTH_MAX = 64, EVENTS_MAX = 128, STALL_MS = 20000 };

struct frame {
    const unsigned char *bytes;
    size_t size;
};

struct connection {
    int fd;
    SSL *tls; /* NULL: plaintext */
    const struct frame *frames; /* its share, `share` of them */
    long turn;                  /* the next to send */
    size_t written;             /* of that one */
    int unsent;                 /* begun, not written to the end */
    uint64_t begun_ns[DEPTH_MAX];
    unsigned long sends, responses;
    unsigned char prefix[4];
    int prefix_have;
    uint32_t missing; /* of the response that is being read */
    int wants_out;
};

static unsigned char received[1 << 20];
static uint64_t *latencies_ns;
static size_t latencies, latencies_room;
static uint64_t bytes_received;
static long share;

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "flood: %s: %s\n", what, errno ? strerror(errno) : "the server ended");
    exit(1);
}

#ifdef WITH_TLS

enum { READ_AHEAD = 1 << 18 }; /* a record at a time costs two calls each, which a client in earnest does not pay */

static SSL *shaken(int fd) {
    static SSL_CTX *context;
    if (!context) {
        context = SSL_CTX_new(TLS_client_method());
        if (!context) fail("TLS");
        SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        SSL_CTX_set_read_ahead(context, 1);
        SSL_CTX_set_default_read_buffer_len(context, READ_AHEAD);
    }
    SSL *tls = SSL_new(context);
    if (!tls || !SSL_set_fd(tls, fd) || SSL_connect(tls) != 1) fail("TLS handshake");
    return tls;
}

/* Returns what a system call would have: -1 and EAGAIN where the socket has to be waited for. */
static ssize_t as_call(SSL *tls, int done) {
    if (done > 0) return done;
    int problem = SSL_get_error(tls, done);
    if (problem == SSL_ERROR_ZERO_RETURN) return 0;
    if (problem == SSL_ERROR_WANT_READ || problem == SSL_ERROR_WANT_WRITE) errno = EAGAIN;
    else errno = EPROTO;
    return -1;
}

static ssize_t put(const struct connection *c, const unsigned char *bytes, size_t size) {
    return c->tls ? as_call(c->tls, SSL_write(c->tls, bytes, (int)size)) : send(c->fd, bytes, size, MSG_NOSIGNAL);
}

static ssize_t get(const struct connection *c, unsigned char *bytes, size_t size) {
    return c->tls ? as_call(c->tls, SSL_read(c->tls, bytes, (int)size)) : recv(c->fd, bytes, size, 0);
}

#else

static SSL *shaken(int fd) {
    (void)fd;
    errno = ENOTSUP;
    fail("built without TLS");
    return NULL;
}

static ssize_t put(const struct connection *c, const unsigned char *bytes, size_t size) {
    return send(c->fd, bytes, size, MSG_NOSIGNAL);
}

static ssize_t get(const struct connection *c, unsigned char *bytes, size_t size) {
    return recv(c->fd, bytes, size, 0);
}

#endif

static void begin(struct connection *c, uint64_t now) {
    c->begun_ns[c->sends++ % DEPTH_MAX] = now;
    c->unsent++;
}

static void write_out(struct connection *c, int poll_fd) {
    int wants_out = 0;
    while (c->unsent) {
        const struct frame *frame = &c->frames[c->turn];
        ssize_t done = put(c, frame->bytes + c->written, frame->size - c->written);
        if (done < 0) {
            if (errno != EAGAIN) fail("send");
            wants_out = 1;
            break;
        }
        c->written += (size_t)done;
        if (c->written < frame->size) continue;
        c->written = 0;
        c->turn = (c->turn + 1) % share;
        c->unsent--;
    }
    if (wants_out != c->wants_out) {
        struct epoll_event wanted = {.events = EPOLLIN | (wants_out ? EPOLLOUT : 0), .data = {.ptr = c}};
        epoll_ctl(poll_fd, EPOLL_CTL_MOD, c->fd, &wanted);
        c->wants_out = wants_out;
    }
}

static void responded(struct connection *c, uint64_t now) {
    if (latencies == latencies_room) {
        latencies_room = latencies_room ? latencies_room * 2 : 1 << 16;
        latencies_ns = realloc(latencies_ns, latencies_room * sizeof *latencies_ns);
        if (!latencies_ns) fail("realloc");
    }
    latencies_ns[latencies++] = now - c->begun_ns[c->responses++ % DEPTH_MAX];
}

/* Counts the responses that end in these bytes. */
static int take(struct connection *c, const unsigned char *at, size_t size) {
    int done = 0;
    while (size) {
        if (c->missing) {
            size_t some = size < c->missing ? size : c->missing;
            at += some, size -= some, c->missing -= (uint32_t)some;
        } else {
            c->prefix[c->prefix_have++] = *at++;
            size--;
            if (c->prefix_have < 4) continue;
            c->prefix_have = 0;
            c->missing = (uint32_t)c->prefix[0] << 24 | (uint32_t)c->prefix[1] << 16 | (uint32_t)c->prefix[2] << 8 |
                         c->prefix[3];
            if (c->missing) continue;
        }
        done += !c->missing;
    }
    return done;
}

static void read_in(struct connection *c, uint64_t end) {
    for (;;) {
        ssize_t got = get(c, received, sizeof received);
        if (got < 0 && errno == EAGAIN) return;
        if (got == 0) errno = 0;
        if (got <= 0) fail("recv");
        bytes_received += (uint64_t)got;
        int done = take(c, received, (size_t)got);
        uint64_t now = now_ns();
        for (; done; done--) {
            responded(c, now);
            if (now < end) begin(c, now);
        }
        if (!c->tls && (size_t)got < sizeof received) return; /* of TLS a call gives one record */
    }
}

static void open_connection(struct connection *c, int port, int is_tls) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&there, sizeof there)) fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    c->fd = fd;
    c->tls = is_tls ? shaken(fd) : NULL;
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

static long load(const char *path, struct frame **frames) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file), count = 0, room = 0;
    rewind(file);
    unsigned char *bytes = malloc((size_t)size + 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) fail(path);
    fclose(file);
    for (long at = 0; at + 4 <= size; count++) {
        if (count == room) *frames = realloc(*frames, (size_t)(room = room * 2 + 16) * sizeof **frames);
        uint32_t length;
        memcpy(&length, bytes + at, 4);
        (*frames)[count] = (struct frame){bytes + at, 4 + ntohl(length)};
        at += (long)(*frames)[count].size;
    }
    return count;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double percentile_ms(double part) {
    return latencies ? (double)latencies_ns[(size_t)(part * (double)(latencies - 1))] / 1e6 : 0.0;
}

int main(int count, char **arguments) {
    int is_tls = count == 7 && !strcmp(arguments[6], "tls");
    if (count != 6 + is_tls) return fprintf(stderr, "flood PORT FILE CONNECTIONS DEPTH MILLISECONDS [tls]\n"), 2;
    int port = atoi(arguments[1]), connections = atoi(arguments[3]), depth = atoi(arguments[4]);
    struct frame *frames = NULL;
    share = load(arguments[2], &frames) / connections;
    if (share < 1 || depth < 1 || depth > DEPTH_MAX) return fprintf(stderr, "flood: no frames, or no depth\n"), 2;
    struct connection *all = calloc((size_t)connections, sizeof *all);
    int poll_fd = epoll_create1(0);
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < connections; i++) {
        open_connection(&all[i], port, is_tls);
        all[i].frames = frames + i * share;
        struct epoll_event wanted = {.events = EPOLLIN, .data = {.ptr = &all[i]}};
        epoll_ctl(poll_fd, EPOLL_CTL_ADD, all[i].fd, &wanted);
    }
    uint64_t start = now_ns(), end = start + (uint64_t)atol(arguments[5]) * 1000000u;
    for (int i = 0; i < connections; i++) {
        for (int k = 0; k < depth; k++) begin(&all[i], start);
        write_out(&all[i], poll_fd);
    }
    while (now_ns() < end) {
        struct epoll_event events[EVENTS_MAX];
        int ready = epoll_wait(poll_fd, events, EVENTS_MAX, STALL_MS);
        if (ready == 0) errno = ETIMEDOUT;
        if (ready <= 0) fail("epoll_wait");
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            if (events[i].events & ~(uint32_t)EPOLLOUT) read_in(c, end);
            write_out(c, poll_fd);
        }
    }
    double seconds = (double)(now_ns() - start) / 1e9;
    qsort(latencies_ns, latencies, sizeof *latencies_ns, ascending);
    printf("{\"requests\": %zu, \"seconds\": %.6f, \"bytes\": %llu, \"p50_ms\": %.4f, \"p99_ms\": %.4f}\n", latencies,
           seconds, (unsigned long long)bytes_received, percentile_ms(0.50), percentile_ms(0.99));
    return 0;
}
