/* Stands between a store and its disk: what is written to an append-only file is kept
 * back until it is synced. A process that is killed then loses what a power cut would
 * have taken. For tests; put in front of the C library with LD_PRELOAD. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILES 4096

static char *kept[FILES];
static size_t size[FILES];
static char is_watched[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_sync)(int);

__attribute__((constructor)) static void find_real_ones(void) {
  real_open = dlsym(RTLD_NEXT, "open64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_sync = dlsym(RTLD_NEXT, "fdatasync");
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = va_arg(more, int);
  va_end(more);
  int file = real_open(path, flags, mode);
  if (file >= 0 && file < FILES)
    is_watched[file] = strstr(path, ".incr.aof") != NULL;
  return file;
}

ssize_t write(int file, const void *data, size_t count) {
  if (file < 0 || file >= FILES || !is_watched[file])
    return real_write(file, data, count);
  pthread_mutex_lock(&lock);
  kept[file] = realloc(kept[file], size[file] + count);
  memcpy(kept[file] + size[file], data, count);
  size[file] += count;
  pthread_mutex_unlock(&lock);
  return (ssize_t)count;
}

static int sync_now(int file) {
  if (file >= 0 && file < FILES && is_watched[file]) {
    pthread_mutex_lock(&lock);
    size_t done = 0;
    while (done < size[file]) {
      ssize_t count = real_write(file, kept[file] + done, size[file] - done);
      if (count < 0)
        break;
      done += (size_t)count;
    }
    size[file] = 0;
    pthread_mutex_unlock(&lock);
  }
  return real_sync(file);
}

int fdatasync(int file) { return sync_now(file); }

int fsync(int file) { return sync_now(file); }
