/*
 * A power cut for one process, without a machine to unplug: every write to a file under POWER_CUT_DIR is noted with
 * what it overwrote, and an fsync of the file forgets its notes, for those bytes are safe now. When the file
 * POWER_CUT_DIR/cut appears, no further call is let through, everything not yet safe is taken back, newest first, and
 * the process is killed. The file may hold "<calls> <seed>": how many more calls go through first, and, with a seed
 * that is not 0, that each unsafe 512-byte sector survives or not by chance, since disks write in any order.
 *
 * Loaded with LD_PRELOAD. Directory entries are taken as durable; memory maps are not followed (SQLite maps only its
 * -shm file, which it makes anew from the WAL).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECTOR = 512, FILES = 256 };

typedef struct Note {
  struct Note *before;
  off_t at, size_before;
  size_t length;
  char old[];
} Note;

static struct { ino_t inode; dev_t device; char path[PATH_MAX]; Note *unsafe; } files[FILES];
static int file_count;
static char folder[PATH_MAX], trigger[PATH_MAX + 8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls_left = -1;
static unsigned seed;

/* Raw calls, so that nothing here is noted again. */
static ssize_t read_at(int fd, void *to, size_t n, off_t at) { return syscall(SYS_pread64, fd, to, n, at); }
static ssize_t write_at(int fd, const void *from, size_t n, off_t at) { return syscall(SYS_pwrite64, fd, from, n, at); }

static int chance(void) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) & 1;
}

static void take_back(int file) {
  int fd = (int)syscall(SYS_openat, AT_FDCWD, files[file].path, O_RDWR, 0);
  if (fd < 0) return;
  for (Note *note = files[file].unsafe; note; note = note->before) {
    int partly = seed != 0;
    for (size_t done = 0; done < note->length; done += SECTOR) {
      size_t part = note->length - done < SECTOR ? note->length - done : SECTOR;
      if (!partly || chance()) write_at(fd, note->old + done, part, note->at + (off_t)done);
    }
    if (!partly || chance()) syscall(SYS_ftruncate, fd, note->size_before);
  }
  syscall(SYS_close, fd);
}

/* Holds the lock for ever: no call of any thread gets past it any more. */
static void cut(void) {
  for (int file = 0; file < file_count; file++) take_back(file);
  syscall(SYS_unlinkat, AT_FDCWD, trigger, 0);
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

static void count_call(void) {
  if (calls_left > 0 && --calls_left == 0) cut();
}

/* The place of a descriptor's file in the list, or -1 when it is none of ours. */
static int find(int fd) {
  struct stat state;
  char link[64], path[PATH_MAX];
  if (fstat(fd, &state) != 0 || !S_ISREG(state.st_mode)) return -1;
  for (int file = 0; file < file_count; file++)
    if (files[file].inode == state.st_ino && files[file].device == state.st_dev) return file;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return -1;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) != 0 || strstr(path, "-shm") || file_count == FILES) return -1;
  files[file_count].inode = state.st_ino;
  files[file_count].device = state.st_dev;
  strcpy(files[file_count].path, path);
  return file_count++;
}

/* What the range holds now; a file that grows is cut to its size again when this is taken back. */
static void note(int file, int fd, off_t at, size_t length) {
  struct stat state;
  fstat(fd, &state);
  size_t kept = at >= state.st_size ? 0 : (size_t)(state.st_size - at) < length ? (size_t)(state.st_size - at) : length;
  Note *made = malloc(sizeof *made + kept);
  int own = (int)syscall(SYS_openat, AT_FDCWD, files[file].path, O_RDONLY, 0);
  made->length = own < 0 ? 0 : (size_t)read_at(own, made->old, kept, at);
  if (own >= 0) syscall(SYS_close, own);
  made->at = at;
  made->size_before = state.st_size;
  made->before = files[file].unsafe;
  files[file].unsafe = made;
}

static void forget(int file) {
  while (files[file].unsafe) {
    Note *before = files[file].unsafe->before;
    free(files[file].unsafe);
    files[file].unsafe = before;
  }
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)
/* fd 0 to 2 are pipes to the parent: never ours, and stdio uses them everywhere. */
#define GUARD(fd, before_call, call, after_call)                                   \
  if (!folder[0] || (fd) < 3) return call;                                         \
  pthread_mutex_lock(&lock);                                                       \
  int file = find(fd);                                                             \
  if (file >= 0) { count_call(); before_call; }                                    \
  __typeof__(call) result = call;                                                  \
  if (file >= 0) { after_call; }                                                   \
  pthread_mutex_unlock(&lock);                                                     \
  return result

ssize_t pwrite64(int fd, const void *from, size_t n, off_t at) {
  REAL(pwrite64);
  GUARD(fd, note(file, fd, at, n), real(fd, from, n, at), );
}
ssize_t pwrite(int fd, const void *from, size_t n, off_t at) { return pwrite64(fd, from, n, at); }
ssize_t write(int fd, const void *from, size_t n) {
  REAL(write);
  GUARD(fd, note(file, fd, lseek(fd, 0, SEEK_CUR), n), real(fd, from, n), );
}
int ftruncate64(int fd, off_t size) {
  REAL(ftruncate64);
  GUARD(fd, note(file, fd, size, LONG_MAX / 2), real(fd, size), );
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int fsync(int fd) {
  REAL(fsync);
  GUARD(fd, , real(fd), if (result == 0) forget(file));
}
int fdatasync(int fd) {
  REAL(fdatasync);
  GUARD(fd, , real(fd), if (result == 0) forget(file));
}
/* A file that is gone takes its notes along: its inode may soon belong to another. */
int unlink(const char *path) {
  REAL(unlink);
  struct stat state;
  if (folder[0] && stat(path, &state) == 0) {
    pthread_mutex_lock(&lock);
    for (int file = 0; file < file_count; file++)
      if (files[file].inode == state.st_ino && files[file].device == state.st_dev) {
        forget(file);
        files[file].inode = 0;
      }
    pthread_mutex_unlock(&lock);
  }
  return real(path);
}

static void *wait_for_cut(void *unused) {
  (void)unused;
  const struct timespec moment = {0, 1000000};
  while (syscall(SYS_faccessat, AT_FDCWD, trigger, F_OK) != 0) nanosleep(&moment, NULL);
  char text[64] = "";
  int fd = (int)syscall(SYS_openat, AT_FDCWD, trigger, O_RDONLY, 0);
  if (fd >= 0) syscall(SYS_read, fd, text, sizeof text - 1);
  long calls = 0;
  unsigned wanted = 0;
  sscanf(text, "%ld %u", &calls, &wanted);
  pthread_mutex_lock(&lock);
  seed = wanted;
  if (calls <= 0) cut();
  calls_left = calls;
  pthread_mutex_unlock(&lock);
  const struct timespec patience = {1, 0}; /* when nobody writes, the power goes all the same */
  nanosleep(&patience, NULL);
  pthread_mutex_lock(&lock);
  cut();
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  const char *given = getenv("POWER_CUT_DIR");
  pthread_t waiting;
  if (!given || !realpath(given, folder)) return;
  snprintf(trigger, sizeof trigger, "%s/cut", folder);
  pthread_create(&waiting, NULL, wait_for_cut, NULL);
  pthread_detach(waiting);
}
