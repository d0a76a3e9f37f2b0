// What stands in for the GPU when a CuTe program runs on the host: memory that nobody reads, one thread, kernels that are
// plain functions. Included before the program, whose own includes are then already there.
#pragma once

// Before there is a compiler version: warp matrices need nvcc, and the header is read only once.
#include <cutlass/arch/wmma.h>

// As nvcc 12.9 for all architectures would have it.
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define CUTLASS_ARCH_MMA_SM90_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM100_SUPPORTED 1

#include <sys/mman.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

// The first thread of the first block.
static uint3 threadIdx{0, 0, 0};
static uint3 blockIdx{0, 0, 0};
static dim3 blockDim(1, 1, 1);
static dim3 gridDim(1, 1, 1);
static int const warpSize = 32;
inline void __syncthreads() {}
inline void __syncwarp(unsigned = 0) {}

#include <cute/tensor.hpp>
#include <cute/algorithm/cooperative_copy.hpp>
#include <cute/arch/cluster_sm90.hpp>
#include <cute/arch/copy_sm90_desc.hpp>
#include <cute/arch/tmem_allocator_sm100.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/arch/mma_sm90.h>
#include <cutlass/cluster_launch.hpp>
#include <cutlass/device_kernel.h>
#include <cutlass/half.h>
#include <cutlass/numeric_types.h>
#include <cutlass/pipeline/sm90_pipeline.hpp>

// Launches: the kernel is called as the function that it is.
namespace cutlass {
template <class Kernel, class... Arguments>
Status launch_on_host(ClusterLaunchParams const&, Kernel* kernel, Arguments const&... arguments) {
  kernel(arguments...);
  return Status::kSuccess;
}
}  // namespace cutlass
template <class Kernel, class... Arguments>
cudaError_t launch_on_host(cudaLaunchConfig_t const*, Kernel* kernel, Arguments const&... arguments) {
  kernel(arguments...);
  return cudaSuccess;
}
#define launch_kernel_on_cluster launch_on_host
#define cudaLaunchKernelEx launch_on_host

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __grid_constant__
#undef __launch_bounds__
#undef __forceinline__
#undef __noinline__
#undef CUTLASS_DEVICE
#undef CUTLASS_HOST_DEVICE
#undef CUTLASS_HOST
#undef CUTLASS_GRID_CONSTANT
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __constant__ static
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __noinline__
#define CUTLASS_DEVICE inline
#define CUTLASS_HOST_DEVICE inline
#define CUTLASS_HOST inline
#define CUTLASS_GRID_CONSTANT
#define CUTE_CHECK_LAST()
#define CUTE_CHECK_ERROR(call) (void)(call)

namespace lens {
// Address space without memory behind it until somebody writes: any size, any offset.
inline void* memory() {
  static void* all =
      mmap(nullptr, size_t(1) << 42, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return all;
}
// Static integers become extents, too.
template <class Extent> dim3 extent(Extent const& extent) {
  if constexpr (std::is_convertible_v<Extent, dim3>) return extent;
  else return dim3(static_cast<unsigned>(extent));
}
template <class Grid, class Block, class... Rest> void configure(Grid const& grid, Block const& block, Rest const&...) {
  gridDim = extent(grid);
  blockDim = extent(block);
}

// Nothing is stored in it: kernels are called for what their layouts are.
template <class T> struct Vector {
  using value_type = T;
  Vector() = default;
  explicit Vector(size_t length) : length(length) {}
  Vector(size_t length, T const&) : length(length) {}
  size_t size() const { return length; }
  void resize(size_t now) { length = now; }
  T& operator[](size_t) const { return *raw(); }
  T* begin() const { return raw(); }
  T* end() const { return raw(); }

 protected:
  static T* raw() { return static_cast<T*>(memory()); }
  size_t length = 0;
};
template <class T> struct HostVector : Vector<T> {
  using Vector<T>::Vector;
  HostVector(Vector<T> const& other) : Vector<T>(other) {}
  T* data() const { return this->raw(); }
};
template <class T> struct DeviceVector : Vector<T> {
  using Vector<T>::Vector;
  DeviceVector(Vector<T> const& other) : Vector<T>(other) {}
  struct Pointer {
    T* raw;
    T* get() const { return raw; }
  };
  Pointer data() const { return {this->raw()}; }
};
}  // namespace lens

namespace thrust {
template <class T> using host_vector = lens::HostVector<T>;
template <class T> using device_vector = lens::DeviceVector<T>;
template <class T> T* raw_pointer_cast(T* pointer) { return pointer; }
template <class Pointer> auto raw_pointer_cast(Pointer pointer) { return pointer.get(); }
}  // namespace thrust

struct GPU_Clock {
  void start() {}
  float milliseconds() { return 1; }
  float seconds() { return 1; }
};
template <class... Arguments>
double print_matrix_multiply_mollified_relative_error(Arguments const&...) { return 0; }

// The run-time library: everything succeeds, and the device is the one that the program asks for.
#define RUNTIME(function) extern "C" cudaError_t CUDARTAPI function
RUNTIME(cudaGetDevice)(int* device) { return *device = 0, cudaSuccess; }
RUNTIME(cudaGetLastError)() { return cudaSuccess; }
RUNTIME(cudaPeekAtLastError)() { return cudaSuccess; }
RUNTIME(cudaDeviceSynchronize)() { return cudaSuccess; }
RUNTIME(cudaFuncSetAttribute)(void const*, cudaFuncAttribute, int) { return cudaSuccess; }
RUNTIME(cudaStreamSynchronize)(cudaStream_t) { return cudaSuccess; }
RUNTIME(cudaEventCreate)(cudaEvent_t*) { return cudaSuccess; }
RUNTIME(cudaEventRecord)(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
RUNTIME(cudaEventSynchronize)(cudaEvent_t) { return cudaSuccess; }
RUNTIME(cudaEventDestroy)(cudaEvent_t) { return cudaSuccess; }
RUNTIME(cudaFree)(void*) { return cudaSuccess; }
RUNTIME(cudaMemset)(void*, int, size_t) { return cudaSuccess; }
RUNTIME(cudaMemcpy)(void*, void const*, size_t, cudaMemcpyKind) { return cudaSuccess; }
RUNTIME(cudaMalloc)(void** pointer, size_t) { return *pointer = lens::memory(), cudaSuccess; }
RUNTIME(cudaLaunchKernelExC)(cudaLaunchConfig_t const*, void const*, void**) { return cudaErrorNotSupported; }
RUNTIME(cudaLaunchKernel)(void const*, dim3, dim3, void**, size_t, cudaStream_t) { return cudaErrorNotSupported; }
RUNTIME(cudaGetDeviceProperties)(cudaDeviceProp* properties, int) {
  *properties = {};
  char const* architecture = getenv("LENS_ARCHITECTURE");
  properties->major = architecture ? atoi(architecture) : 0;
  properties->multiProcessorCount = 132;
  return cudaSuccess;
}
extern "C" char const* CUDARTAPI cudaGetErrorString(cudaError_t) { return "no error"; }
extern "C" char const* CUDARTAPI cudaGetErrorName(cudaError_t) { return "cudaSuccess"; }

// Descriptors of the tensor memory accelerator are never read.
extern "C" CUresult CUDAAPI cuTensorMapEncodeTiled(
    CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, cuuint64_t const*, cuuint64_t const*, cuuint32_t const*,
    cuuint32_t const*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  return CUDA_SUCCESS;
}
extern "C" CUresult CUDAAPI cuTensorMapEncodeIm2col(
    CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, cuuint64_t const*, cuuint64_t const*, int const*, int const*,
    cuuint32_t, cuuint32_t, cuuint32_t const*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
    CUtensorMapFloatOOBfill) {
  return CUDA_SUCCESS;
}
RUNTIME(cudaGetDriverEntryPoint)(
    char const* name, void** function, unsigned long long, cudaDriverEntryPointQueryResult* result) {
  bool is_tiled = std::string(name) == "cuTensorMapEncodeTiled";
  *function = is_tiled ? (void*)&cuTensorMapEncodeTiled : (void*)&cuTensorMapEncodeIm2col;
  if (result) *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
#undef RUNTIME
