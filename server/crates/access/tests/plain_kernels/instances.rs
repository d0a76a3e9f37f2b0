//! Templates of kernels: what their parameters are, by the launches and the calls around these.

use layoutlens_access::accesses;

/// The instance, the width and the cost of each access that is spelled so.
fn told(text: &str, spelled: &str) -> Vec<String> {
    let all = accesses(text);
    let found = all.iter().filter(|access| &text[access.range.clone()] == spelled);
    let told = found.map(|access| {
        let width = access.width.map_or("?".to_owned(), |width| width.to_string());
        let cost = access.cost.map_or("unknown".to_owned(), |cost| cost.to_string());
        format!("{} {width} bytes, {cost}, {}", access.instance, access.when[0])
    });
    told.collect()
}

/// Four elements a thread under a bound, in a kernel that functions of the host launch for types that their callers give.
const SCAN: &str = "template <typename T> __global__ void scan(const T* src, T* dst, long n) {\n\
    int at = threadIdx.x * 4;\n\
    for (int j = 0; j < 4; j++) { if (at + j < n) dst[at + j] = src[at + j]; }\n}\n\
    template <typename T> void launch_scan(int stream, const T* src, T* dst, long n) {\n\
    dim3 block(f(n), 1, 1);\n\
    scan<<<1, block>>>(src, dst, n);\n}\n";

#[test]
fn a_kernel_is_instantiated_by_what_the_callers_of_its_launch_give() {
    let by_casts =
        format!("{SCAN}void op(void* a, void* b) {{ launch_scan(0, (const float*)a, (float*)b, 9); }}\n");
    assert_eq!(
        told(&by_casts, "src[at + j]"),
        ["<float> 4 bytes, 16 sectors for 4, blockDim.x a multiple of 32"]
    );
    let by_name = format!("{SCAN}void op(half* a, half* b) {{ launch_scan<half>(0, a, b, 9); }}\n");
    assert_eq!(
        told(&by_name, "src[at + j]"),
        ["<half> 2 bytes, 8 sectors for 2, blockDim.x a multiple of 32"]
    );
    let both = format!(
        "{SCAN}void op(void* a, void* b) {{ launch_scan(0, (const float*)a, (float*)b, 9); launch_scan(0, (const double*)a, (double*)b, 9); }}\n"
    );
    assert_eq!(
        told(&both, "dst[at + j]"),
        [
            "<float> 4 bytes, 16 sectors for 4, blockDim.x a multiple of 32",
            "<double> 8 bytes, 32 sectors for 8, blockDim.x a multiple of 32"
        ]
    );
}

#[test]
fn what_no_call_says_stays_open() {
    assert_eq!(told(SCAN, "src[at + j]"), [" ? bytes, unknown, blockDim.x a multiple of 32"]);
    let of_another = "void launch_scan(int stream, const int* src, int* dst, long n);\n";
    let unknown =
        format!("{SCAN}{of_another}template <class U> void op(U* a) {{ launch_scan(0, a, a, 9); }}\n");
    assert_eq!(told(&unknown, "src[at + j]"), [" ? bytes, unknown, blockDim.x a multiple of 32"]);
}

#[test]
fn numbers_of_a_template_around_a_launch_are_the_blocks_too() {
    let text = "template <typename T, int N> __global__ void fill(T* a) { a[threadIdx.x * N] = 0; }\n\
        template <int THREADS, int N = 2> void start(float* a) { fill<float, N><<<1, THREADS>>>(a); }\n\
        void all(float* a) { start<64>(a); start<128, 4>(a); }\n";
    assert_eq!(
        told(text, "a[threadIdx.x * N]"),
        [
            "<float, 2> 4 bytes, 8 sectors for 4, blockDim.x = 64",
            "<float, 4> 4 bytes, 16 sectors for 4, blockDim.x = 128"
        ]
    );
}

#[test]
fn what_is_compiled_for_another_type_is_not_told() {
    let text = "template <typename T> __global__ void put(T* out) {\n\
        int at = threadIdx.x * 2;\n\
        if constexpr (std::is_same_v<float, T>) { out[at * 8] = 0; }\n\
        else if constexpr (std::is_same<T, __half>::value) { *(half2*)(out + at) = half2(); }\n\
        else { out[at * 4] = 0; }\n}\n\
        template <typename T> void start(T* out) { put<T><<<1, 32>>>(out); }\n\
        void all(float* a, half* b, other* c) { start(a); start<half>(b); start(c); }\n";
    assert_eq!(told(text, "out[at * 8]").len(), 2, "{:?}", told(text, "out[at * 8]"));
    assert_eq!(told(text, "out[at * 8]")[0], "<float> 4 bytes, 32 sectors for 4, blockDim.x = 32");
    assert_eq!(told(text, "*(half2*)(out + at)")[0], "<half> 4 bytes, 4 sectors for 4, blockDim.x = 32");
    // Of a type that nobody knows it may be either.
    assert_eq!(told(text, "*(half2*)(out + at)").len(), 2);
    assert_eq!(told(text, "out[at * 4]").len(), 1);
}
