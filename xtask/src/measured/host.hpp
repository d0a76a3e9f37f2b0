// What the hosts of measured kernels share: device memory with something in it, and a launch that says when it fails.
#pragma once
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace measured {
inline void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        std::exit(1);
    }
}

/// Device memory for `count` elements, all bytes zero.
template <class T>
T* zeros(std::size_t count) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(memory, 0, count * sizeof(T)), "cudaMemset");
    return static_cast<T*>(memory);
}

/// Device memory that holds these elements.
template <class T>
T* holding(const std::vector<T>& elements) {
    T* memory = zeros<T>(elements.size());
    check(cudaMemcpy(memory, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return memory;
}

/// Device memory that holds 0, 1, .. below `modulus`, and that again.
template <class T>
T* counting(std::size_t count, std::size_t modulus) {
    std::vector<T> elements(count);
    for (std::size_t at = 0; at < count; ++at) elements[at] = T(at % modulus);
    return holding(elements);
}

/// Device memory full of one value.
template <class T>
T* filled(std::size_t count, T value) {
    return holding(std::vector<T>(count, value));
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, dim3 grid, dim3 block, std::size_t shared, Arguments... arguments) {
    if (shared > 48 * 1024) {
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)), "shared memory");
    }
    kernel<<<grid, block, shared>>>(arguments...);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
}
}  // namespace measured
