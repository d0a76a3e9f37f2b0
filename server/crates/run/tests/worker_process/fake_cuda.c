// The driver, its library of management and NVRTC in one, for the tests of a worker on machines that no test has.
// Its memory is the host's, its kernels do nothing but say that they have found all elements right, and variables of the environment say what it answers.
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static long answer(const char *name, long usual) {
  const char *value = getenv(name);
  return value ? strtol(value, NULL, 10) : usual;
}

// The process is killed where FAKE_KILL says.
static void at(const char *place) {
  const char *value = getenv("FAKE_KILL");
  if (value && !strcmp(value, place)) raise(SIGKILL);
}

// The driver.
int cuDriverGetVersion(int *version) { return *version = (int)answer("FAKE_DRIVER", 13000), 0; }
int cuInit(unsigned flags) { return at("init"), (int)answer("FAKE_INIT", 0); }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = (void *)1;
  return (int)answer("FAKE_CONTEXT", 0);
}
int cuDevicePrimaryCtxRelease_v2(int device) { return 0; }
int cuCtxSetCurrent(void *context) { return 0; }
int cuCtxGetCurrent(void **context) { return *context = (void *)1, 0; }
int cuCtxSynchronize(void) { return 0; }

int cuDeviceGetName(char *name, int length, int device) {
  const char *value = getenv("FAKE_NAME");
  strncpy(name, value ? value : "Fake GPU", length - 1);
  return name[length - 1] = 0, 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  long capability = answer("FAKE_CAPABILITY", 90);
  switch (attribute) {
  case 39: return *value = 2048, 0; // threads of a multiprocessor
  case 75: return *value = (int)(capability / 10), 0;
  case 76: return *value = (int)(capability % 10), 0;
  default: return *value = 1, 0;
  }
}

static size_t freed(void) { return (size_t)answer("FAKE_FREE", 1 << 30); }
int cuMemGetInfo_v2(size_t *bytes_free, size_t *bytes) { return *bytes_free = freed(), *bytes = 1 << 30, 0; }
int cuMemAlloc_v2(void **address, size_t bytes) {
  at("allocate");
  return (*address = malloc(bytes)) ? 0 : 2;
}
int cuMemFree_v2(void *address) { return free(address), 0; }
int cuMemsetD8Async(void *to, unsigned char byte, size_t bytes, void *stream) { return memset(to, byte, bytes), 0; }
int cuMemcpyHtoD_v2(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes), 0; }
int cuMemcpyDtoH_v2(void *to, const void *from, size_t bytes) { return at("read"), memcpy(to, from, bytes), 0; }
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t bytes, void *stream) { return memcpy(to, from, bytes), 0; }

int cuModuleLoadData(void **module, const void *code) {
  at("load");
  return *module = (void *)1, (int)answer("FAKE_LOAD", 0);
}
int cuModuleUnload(void *module) { return 0; }
// Functions: the kernels that compare the elements of a copy and count what is written, and all others.
static char others, compares, counts;
int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = !strncmp(name, "check_copy_", 11) ? &compares : !strncmp(name, "count_written_", 14) ? &counts : &others;
  return 0;
}
int cuFuncGetAttribute(int *value, int attribute, void *function) { return at("report"), *value = 16, 0; }
int cuFuncSetAttribute(void *function, int attribute, int value) { return 0; }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t shared) {
  return *blocks = 1, 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, void *function, int threads, size_t shared,
                                                         unsigned flags) {
  return *blocks = 1, 0;
}
int cuLaunchKernel(void *function, unsigned blocks, unsigned y, unsigned z, unsigned threads, unsigned ty, unsigned tz,
                   unsigned shared, void *stream, void **arguments, void **more) {
  // `Findings`: how many are compared, wrong, the first of these, and written.
  static unsigned long long elements;
  if (function == &compares && !answer("FAKE_IDLE", 0)) {
    elements = *(unsigned long long *)arguments[2];
    (*(unsigned long long **)arguments[4])[0] += elements;
  }
  if (function == &counts) (*(unsigned long long **)arguments[2])[3] += elements;
  return (int)answer("FAKE_LAUNCH", 0);
}
int cuStreamSynchronize(void *stream) { return (int)answer("FAKE_WAIT", 0); }
int cuEventCreate(void **event, unsigned flags) { return *event = (void *)1, 0; }
int cuEventDestroy_v2(void *event) { return 0; }
int cuEventRecord(void *event, void *stream) { return 0; }
int cuEventSynchronize(void *event) { return 0; }
int cuEventElapsedTime(float *milliseconds, void *from, void *to) { return at("time"), *milliseconds = 1, 0; }
int cuEventElapsedTime_v2(float *milliseconds, void *from, void *to) { return at("time"), *milliseconds = 1, 0; }

int cuGetErrorName(int error, const char **name) {
  switch (error) {
  case 2: return *name = "CUDA_ERROR_OUT_OF_MEMORY", 0;
  case 34: return *name = "CUDA_ERROR_STUB_LIBRARY", 0;
  case 46: return *name = "CUDA_ERROR_DEVICE_UNAVAILABLE", 0;
  case 100: return *name = "CUDA_ERROR_NO_DEVICE", 0;
  case 209: return *name = "CUDA_ERROR_NO_BINARY_FOR_GPU", 0;
  case 700: return *name = "CUDA_ERROR_ILLEGAL_ADDRESS", 0;
  case 701: return *name = "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", 0;
  case 803: return *name = "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", 0;
  default: return *name = "CUDA_ERROR_UNKNOWN", 0;
  }
}
int cuGetErrorString(int error, const char **text) { return *text = "as the fake says", 0; }

// The library of management.
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { return *count = (unsigned)answer("FAKE_GPUS", 1), 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **gpu) { return *gpu = (void *)1, 0; }
int nvmlDeviceGetMigMode(void *gpu, unsigned *current, unsigned *pending) {
  return *current = *pending = (unsigned)answer("FAKE_MIG", 0), 0;
}
int nvmlDeviceGetMaxMigDeviceCount(void *gpu, unsigned *count) { return *count = 7, 0; }
int nvmlDeviceGetMigDeviceHandleByIndex(void *gpu, unsigned index, void **slice) {
  return *slice = (void *)1, (long)index < answer("FAKE_SLICES", 0) ? 0 : 6;
}

// NVRTC.
static const char LOG[] = "kernel.cu(1): error: as the fake says";
static const char CODE[] = "code";
int nvrtcVersion(int *major, int *minor) { return *major = 13, *minor = 0, 0; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 3, 0; }
int nvrtcGetSupportedArchs(int *list) { return list[0] = 75, list[1] = 80, list[2] = 90, 0; }
int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers, const char *const *texts,
                       const char *const *names) {
  return *program = (void *)1, 0;
}
int nvrtcDestroyProgram(void **program) { return 0; }
int nvrtcCompileProgram(void *program, int count, const char *const *options) {
  return at("compile"), (int)answer("FAKE_COMPILE", 0);
}
int nvrtcGetProgramLogSize(void *program, size_t *bytes) { return *bytes = sizeof LOG, 0; }
int nvrtcGetProgramLog(void *program, char *log) { return memcpy(log, LOG, sizeof LOG), 0; }
int nvrtcGetCUBINSize(void *program, size_t *bytes) { return *bytes = sizeof CODE, 0; }
int nvrtcGetCUBIN(void *program, char *code) { return memcpy(code, CODE, sizeof CODE), 0; }
int nvrtcGetPTXSize(void *program, size_t *bytes) { return *bytes = sizeof CODE, 0; }
int nvrtcGetPTX(void *program, char *code) { return memcpy(code, CODE, sizeof CODE), 0; }
