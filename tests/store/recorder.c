/* Records what a process tells the disk, in its order: preloaded (LD_PRELOAD) before the C library.
 *
 * RECORDER_FOLDER names the folder whose files count, RECORDER_LOG the file that the records are appended to: a head of
 * six 64-bit numbers (kind, inode, first, second, size of a text, size of data), the text and the data.
 * Kinds: W write (first: offset), T truncate (first: size), S sync, N new name, R rename (the data is the new name),
 * U remove a name, D sync of the folder, O output on the standard output.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void put(int log, const void *data, size_t size) {
    while (size) {
        ssize_t done = syscall(SYS_write, log, data, size);
        if (done <= 0) abort();
        data = (const char *)data + done;
        size -= (size_t)done;
    }
}

static void record(char kind, uint64_t inode, uint64_t first, const char *text, const void *data, size_t size) {
    const char *log = getenv("RECORDER_LOG");
    int saved = errno;
    if (!log) return;
    pthread_mutex_lock(&lock);
    long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) abort();
    uint64_t head[6] = {(uint64_t)kind, inode, first, 0, text ? strlen(text) : 0, size};
    put((int)file, head, sizeof head);
    if (text) put((int)file, text, strlen(text));
    put((int)file, data, size);
    syscall(SYS_close, file);
    pthread_mutex_unlock(&lock);
    errno = saved;
}

/* Whether a path is the folder (2), in it (1), or elsewhere (0). */
static int inside(const char *path) {
    const char *folder = getenv("RECORDER_FOLDER");
    size_t size = folder ? strlen(folder) : 0;
    if (!size || strncmp(path, folder, size)) return 0;
    return path[size] == '/' ? 1 : path[size] == 0 ? 2 : 0;
}

static int counts(int file, uint64_t *inode) {
    char link[64], path[PATH_MAX];
    struct stat status;
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    int found = 0;
    if (size > 0) {
        path[size] = 0;
        found = inside(path);
        if (found && !fstat(file, &status)) *inode = status.st_ino;
    }
    errno = saved;
    return found;
}

static ssize_t noted(int file, const void *data, ssize_t done, int64_t offset) {
    uint64_t inode = 0;
    if (done <= 0) return done;
    if (file == 1) record('O', 0, 0, NULL, data, (size_t)done);
    else if (counts(file, &inode) == 1) {
        if (offset < 0) offset = lseek(file, 0, SEEK_CUR) - done;
        record('W', inode, (uint64_t)offset, NULL, data, (size_t)done);
    }
    return done;
}

ssize_t write(int file, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return noted(file, data, real(file, data, size), -1);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return noted(file, data, real(file, data, size, offset), offset);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return noted(file, data, real(file, data, size, offset), offset);
}

static int truncated(int file, int result, int64_t size) {
    uint64_t inode = 0;
    if (!result && counts(file, &inode) == 1) record('T', inode, (uint64_t)size, NULL, NULL, 0);
    return result;
}

int ftruncate(int file, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    return truncated(file, real(file, size), size);
}

int ftruncate64(int file, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    return truncated(file, real(file, size), size);
}

static int synced(int file, int result) {
    uint64_t inode = 0;
    int found = result ? 0 : counts(file, &inode);
    if (found) record(found == 2 ? 'D' : 'S', inode, 0, NULL, NULL, 0);
    return result;
}

int fsync(int file) {
    REAL(int, "fsync", int);
    return synced(file, real(file));
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int);
    return synced(file, real(file));
}

static void named(const char *path) {
    struct stat status;
    char full[PATH_MAX];
    int saved = errno;
    if (path[0] != '/' || !inside(path)) {
        errno = saved;
        return;
    }
    snprintf(full, sizeof full, "%s", path);
    if (!stat(full, &status) && S_ISREG(status.st_mode)) record('N', status.st_ino, 0, full, NULL, 0);
    errno = saved;
}

static int opened(const char *name, int folder, const char *path, int flags, mode_t mode) {
    static int (*real)(int, const char *, int, ...);
    if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, name);
    int is_new = flags & O_CREAT && access(path, F_OK);
    int file = real(folder, path, flags, mode);
    if (file >= 0 && is_new) named(path);
    return file;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return opened("openat", AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened("openat64", AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened("openat", at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened("openat64", at, path, flags, mode); }

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    int result = real(path);
    if (!result && inside(path) == 1) record('U', 0, 0, path, NULL, 0);
    return result;
}

int rename(const char *old, const char *new) {
    REAL(int, "rename", const char *, const char *);
    int result = real(old, new);
    if (!result && inside(old) == 1) record('R', 0, 0, old, new, strlen(new));
    return result;
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    int result = real(from, old, to, new, flags);
    if (!result) {
        char link[64], folder[PATH_MAX], path[2 * PATH_MAX];
        snprintf(link, sizeof link, "/proc/self/fd/%d", to);
        ssize_t size = readlink(link, folder, sizeof folder - 1);
        if (size > 0) {
            folder[size] = 0;
            snprintf(path, sizeof path, "%s/%s", folder, new);
            named(path);
        }
    }
    return result;
}
