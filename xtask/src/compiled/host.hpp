// What programs of other people use besides what `tutorials/host.hpp` has: the rest of the standard library, functions of a
// warp that has one thread, handles of libraries that are never called.
#pragma once

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <unordered_map>

inline int __syncthreads_and(int value) { return value; }
inline int __syncthreads_or(int value) { return value; }
inline int __syncthreads_count(int value) { return value; }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline unsigned __activemask() { return 1; }
inline unsigned __ballot_sync(unsigned, int value) { return value != 0; }
inline int __any_sync(unsigned, int value) { return value; }
inline int __all_sync(unsigned, int value) { return value; }
template <class T> T __shfl_sync(unsigned, T value, int, int = 32) { return value; }
template <class T> T __shfl_xor_sync(unsigned, T value, int, int = 32) { return value; }
template <class T> T __shfl_up_sync(unsigned, T value, int, int = 32) { return value; }
template <class T> T __shfl_down_sync(unsigned, T value, int, int = 32) { return value; }
template <class T> T __ldg(T const* at) { return *at; }
template <class T, class U> T atomicAdd(T* at, U) { return *at; }
template <class T, class U> T atomicMax(T* at, U) { return *at; }
template <class... T> void __nanosleep(T...) {}
inline long long clock64() { return 0; }
inline float __expf(float value) { return value; }
inline float __fdividef(float a, float b) { return a / b; }

using cublasHandle_t = void*;
using cublasStatus_t = int;
using cublasLtHandle_t = void*;
using curandGenerator_t = void*;
