//! What the files that a kernel's file includes say of it.

use std::sync::Arc;

use layoutlens_access::{Access, Header, read_with};

fn accesses(text: &str, headers: &[&str]) -> Vec<Access> {
    let headers: Vec<_> = headers.iter().map(|text| Arc::new(Header::new((*text).into()))).collect();
    read_with(text, &headers).accesses
}

fn layouts(text: &str, headers: &[&str]) -> Vec<Option<String>> {
    accesses(text, headers).into_iter().map(|access| access.layout).collect()
}

#[test]
fn constants_macros_types_and_functions_of_headers_are_known() {
    let header = "#pragma once
#define ROW 36
enum Tiles { kColumns = 8 };
using index_t = long long;
struct Pair { float first, second; };
namespace lib {
template <typename T> __device__ __forceinline__ int place(T row, int column) { return row * ROW + column; }
}";
    let text = "#include \"lib.h\"
__global__ void k(float* a, Pair* pairs) {
    index_t i = threadIdx.x;
    a[lib::place(i, 3)] = 0;
    a[i * kColumns] = 0;
    pairs[i].second = 0;
}";
    let found = layouts(text, &[header]);
    assert_eq!(found, [Some("32:36".to_owned()), Some("32:8".to_owned()), Some("32:2".to_owned())]);
    assert_eq!(layouts(text, &[])[..1], [None]);
}

#[test]
fn an_access_in_a_function_of_a_header_stands_where_it_is_called() {
    let header = "__device__ float load(const float* from, int at) { return from[4 * at]; }
__device__ float both(const float* from, int at) { return load(from, at) + load(from, at + 1); }";
    let text = "__global__ void k(const float* a, float* b) { b[threadIdx.x] = both(a, threadIdx.x); }";
    let all = accesses(text, &[header]);
    let reads: Vec<_> = all.iter().filter(|access| !access.is_write).collect();
    assert!(!reads.is_empty());
    for read in reads {
        assert_eq!(text.get(read.range.clone()), Some("both(a, threadIdx.x)"));
        assert_eq!((read.layout.as_deref(), read.base.as_str()), (Some("32:4"), "a"));
    }
}

#[test]
fn a_lambda_that_a_header_calls_keeps_its_place() {
    let header = "template <typename F> __device__ void each(int count, F f) { for (int i = 0; i < count; i++) f(i); }";
    let text = "__global__ void k(float* a) { each(4, [&](int i) { a[threadIdx.x * 4 + i] = 0; }); }";
    let all = accesses(text, &[header]);
    assert_eq!(all.len(), 1);
    assert_eq!(text.get(all[0].range.clone()), Some("a[threadIdx.x * 4 + i]"));
    assert_eq!(all[0].layout.as_deref(), Some("32:4"));
}

#[test]
fn what_is_defined_twice_or_for_other_devices_is_told_apart() {
    let text = "__global__ void k(float* a) { a[threadIdx.x * N] = 0; a[threadIdx.x * f(2)] = 0; }";
    let f = "__device__ int f(int x) { return 2 * x; }";
    let known = [Some("32:4".to_owned()), Some("32:4".to_owned())];
    assert_eq!(layouts(text, &["#define N 4", f]), known);
    assert_eq!(
        layouts(text, &["#define N 4", "#define N 5", f, "__device__ int f(float x) { return x; }"]),
        [None, None]
    );
    let other = "#ifdef USE_ROCM\n#define N 64\n#else\n#define N 4\n#endif\n";
    let function = "#if !defined(__HIPCC__)\n__device__ int f(int x) { return 2 * x; }\n#else\n__device__ int f(int x) { return x; }\n#endif";
    assert_eq!(layouts(text, &[other, function]), known);
}

#[test]
fn arrays_of_functions_of_headers_have_no_place_in_the_document() {
    let header = "__device__ void put(float x) { __shared__ float tile[32][33]; tile[threadIdx.x][0] = x; }";
    let text = "__global__ void k() { put(1); }";
    let headers = [Arc::new(Header::new(header.into()))];
    let reading = read_with(text, &headers);
    assert_eq!(reading.arrays, []);
    assert_eq!(reading.accesses.len(), 1);
    assert_eq!(reading.accesses[0].layout.as_deref(), Some("32:33"));
}

#[test]
fn broken_headers_say_nothing_and_end() {
    let text = "__global__ void k(float* a) { a[threadIdx.x * N] = 0; g(a); }";
    for header in [
        "#define N (",
        "#define N N",
        "#define N M\n#define M N",
        "void g(float*) { g(",
        "}}}}",
        "enum { N",
        "",
    ] {
        let found = accesses(text, &[header]);
        assert!(found.iter().all(|access| access.layout.as_deref() != Some("32:1")), "{header}");
    }
}

#[test]
fn strides_of_run_time_count_in_elements() {
    let text = "__global__ void k(float* a, int ld) {
    int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
    *reinterpret_cast<float4*>(&a[row * ld + column]) = {};
}
template <typename T> __global__ void t(T* a) { a[threadIdx.x * 2] = 0; }
void f(float* a, int n) { k<<<1, 32>>>(a, n); }";
    assert_eq!(layouts(text, &[]), [Some("(8,4):(1,ld/4)".to_owned()), Some("32:2".to_owned())]);
}
