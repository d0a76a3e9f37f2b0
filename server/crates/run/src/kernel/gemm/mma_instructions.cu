// ELEMENTS neighbouring elements, or zeros: nothing is read where they are not inside.
template <int ELEMENTS>
__device__ __forceinline__ void copy_async(unsigned to, const element_t* from, bool inside) {
  const int bytes = inside ? ELEMENTS * 2 : 0;
  if (ELEMENTS == 8)
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes));
  else if (ELEMENTS > 1)
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(ELEMENTS > 1 ? ELEMENTS * 2 : 4), "r"(bytes));
  else
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(to), "h"(inside ? *from : (element_t)0) : "memory");
}

// Four 8x8 matrices, turned where the chunks do not run along k.
template <bool ALONG_K>
__device__ __forceinline__ void load_matrices(unsigned* registers, unsigned address) {
  if (ALONG_K)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3]) : "r"(address));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3]) : "r"(address));
}

__device__ __forceinline__ void multiply_add(float* sum, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.@ELEMENT@.@ELEMENT@.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ __forceinline__ unsigned narrow(float low, float high) {
  unsigned pair;
  asm("cvt.rn.@ELEMENT@x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
