//! What is offered for an access that costs more than it must: each is tried on the new text, and nothing else changes.

use layoutlens_access::{Access, Mend, accesses, mends};

/// What is offered for the first finding whose text begins so.
fn offered(text: &str, at: &str) -> Vec<Mend> {
    let all = accesses(text);
    let is_at = |access: &&Access| text[access.range.start..].starts_with(at) && access.is_finding();
    mends(text, &[], all.iter().find(is_at).expect("a finding"))
}

fn titles(text: &str, at: &str) -> Vec<String> {
    offered(text, at).into_iter().map(|mend| format!("{}: {}", mend.title, mend.cost)).collect()
}

const ROWS_OF_THREADS: &str = "__global__ void swaps(const float4* in, float* out, int n) {\n\
    extern __shared__ float cs[32][32];\n\
    // a row of cs for each thread\n\
    float4* vector = (float4*)&cs[threadIdx.x][0];\n\
    float* element = (float*)&cs[threadIdx.x][0];\n\
    float* sum = (float*)&cs[threadIdx.x][8];\n\
    *vector = in[threadIdx.x];\n\
    *sum = 0;\n\
    unsigned int at = 0;\n\
    for (int i = 0; i < 4; ++i) { for (int j = 0; j < 4; ++j) { sum[at] += element[i]; at++; } }\n\
    __syncthreads();\n\
    if (threadIdx.x == 0) {\n\
      for (int t = 1; t < 32; ++t) { *sum += cs[t][8]; }\n\
      out[blockIdx.x] = *sum;\n\
    }\n}\n\
    void run(const float4* in, float* out, int n) {\n\
    unsigned int bytes = 32 * 32 * sizeof(float);\n\
    swaps<<<n, 32, bytes>>>(in, out, n); }\n";

#[test]
fn rows_that_pointers_go_along_are_padded_as_far_as_vectors_allow_and_the_launch_gives_more() {
    assert_eq!(
        titles(ROWS_OF_THREADS, "*vector"),
        ["pad the rows of `cs` by 4, 512 bytes more at each launch here: 4 wavefronts for 4"]
    );
    assert_eq!(
        titles(ROWS_OF_THREADS, "element[i]"),
        ["pad the rows of `cs` by 4, 512 bytes more at each launch here: 4 wavefronts for 1"]
    );
    let new = offered(ROWS_OF_THREADS, "*vector")[0].applied(ROWS_OF_THREADS);
    assert!(new.contains("cs[32][32 + 4]") && new.contains("<<<n, 32, bytes + 512>>>"), "{new}");
}

#[test]
fn an_array_whose_size_is_the_hosts_is_padded_only_where_its_launches_are_seen() {
    let unseen = |from: &str, to: &str| titles(&ROWS_OF_THREADS.replace(from, to), "*vector");
    assert_eq!(unseen("<<<n, 32, bytes>>>", "<<<n, 32>>>"), [""; 0]);
    assert_eq!(unseen("swaps<<<n, 32, bytes>>>(in, out, n);", ""), [""; 0]);
    let larger = "cudaFuncSetAttribute(swaps, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096); swaps<<<";
    assert_eq!(unseen("swaps<<<", larger), [""; 0]);
}

#[test]
fn what_pointers_into_an_array_do_unseen_keeps_it_as_it_is() {
    let changed = |with: &str| titles(&ROWS_OF_THREADS.replace("__syncthreads();", with), "*vector");
    for unseen in
        ["clear(element);", "element++;", "out[1] = sum - element;", "float* e = f(element);", "element = 0;"]
    {
        assert_eq!(changed(unseen), [""; 0], "{unseen}");
    }
    // Another row, or one that is not known.
    assert_eq!(changed("element[32] = 0;"), [""; 0]);
    assert_eq!(changed("element[n] = 0;"), [""; 0]);
    assert_eq!(changed("float* other = &element[1]; other[2] = 0;").len(), 1);
}

const COLUMNS: &str = "__global__ void columns(const float* in, float* out) {\n\
    __shared__ float tile[32][32];\n\
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[threadIdx.x];\n\
    __syncthreads();\n\
    for (int j = 0; j < 32; j += 8) out[threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];\n}\n\
    void run(const float* in, float* out) { columns<<<1, dim3(32, 8)>>>(in, out); }\n";

#[test]
fn columns_are_swizzled_with_their_row_at_all_uses() {
    let all = offered(COLUMNS, "tile[threadIdx.x]");
    let titles: Vec<&str> = all.iter().map(|mend| mend.title.as_str()).collect();
    assert_eq!(titles, ["pad the rows of `tile` by 1", "XOR the columns of `tile` with their row at 2 uses"]);
    let new = all[1].applied(COLUMNS);
    assert!(new.contains("tile[threadIdx.y + j][threadIdx.x ^ ((threadIdx.y + j) & 31)]"), "{new}");
    assert!(new.contains("tile[threadIdx.x][(threadIdx.y + j) ^ (threadIdx.x & 31)]"), "{new}");
    assert!(!accesses(&new).iter().any(Access::is_finding));
}

#[test]
fn columns_are_not_swizzled_where_an_index_writes_or_calls_or_may_leave_its_row() {
    let swizzled = |from: &str, to: &str| {
        let titles = titles(&COLUMNS.replace(from, to), "tile[threadIdx.x]");
        titles.into_iter().any(|title| title.starts_with("XOR"))
    };
    assert!(swizzled("__syncthreads();", ""));
    assert!(!swizzled("__syncthreads();", "int i = 0; out[0] = tile[0][i++];"));
    assert!(!swizzled("__syncthreads();", "tile[0][threadIdx.x + 32 * threadIdx.y] = 0;"));
    assert!(!swizzled("__syncthreads();", "float* row = &tile[threadIdx.y][0]; row[threadIdx.x] = 0;"));
}

const SQUARE: &str = "__global__ void copy(const float* in, float* out) {\n\
    int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;\n\
    out[row * 4096 + column] = in[row * 4096 + column];\n}\n\
    void run(const float* in, float* out) { copy<<<dim3(4, 4), dim3(16, 16)>>>(in, out); }\n";

#[test]
fn threads_of_a_square_block_swap_roles() {
    let [mend] = &offered(SQUARE, "out[row")[..] else { panic!("one") };
    assert_eq!(mend.title, "swap the roles of `threadIdx.x` and `threadIdx.y`");
    let new = mend.applied(SQUARE);
    assert!(new.contains("blockIdx.x * 16 + threadIdx.y, column = blockIdx.y * 16 + threadIdx.x"), "{new}");
    assert!(!accesses(&new).iter().any(Access::is_finding));
}

#[test]
fn threads_keep_their_roles_where_the_block_or_the_warp_counts() {
    let changed = |from: &str, to: &str| titles(&SQUARE.replace(from, to), "out[row");
    assert_eq!(changed("dim3(16, 16)", "dim3(16, 8)"), [""; 0]);
    assert_eq!(changed("int row", "__syncwarp(); int row"), [""; 0]);
    assert_eq!(changed("int row", "volatile int last = 0; int row"), [""; 0]);
    assert_eq!(changed("int row", "float* p = out + threadIdx.x; int row").len(), 1);
    // Another access would cost more.
    assert_eq!(changed("int row", "out[threadIdx.y * 16 + threadIdx.x] = 0; int row"), [""; 0]);
    // Another launch has another block.
    let launch = "copy<<<dim3(4, 4), dim3(16, 16)>>>(in, out);";
    assert_eq!(changed(launch, &format!("{launch} copy<<<dim3(4, 4), dim3(f(), 8)>>>(in, out);")), [""; 0]);
    // A function that is called asks for its thread.
    let function = "__device__ int at() { return threadIdx.x; }\n__global__ void copy";
    assert_eq!(changed("__global__ void copy", function), [""; 0]);
}

#[test]
fn an_array_of_a_function_that_the_kernel_calls_stays_as_it_is() {
    let of_function = "__device__ void turn(const float* in, float* out) {\n\
        __shared__ float tile[32][32];\n\
        clear(tile);\n\
        tile[0][threadIdx.x] = in[threadIdx.x];\n\
        out[threadIdx.x] = tile[threadIdx.x][0];\n}\n\
        __global__ void k(const float* in, float* out) { turn(in, out); }\n";
    assert_eq!(titles(of_function, "tile[threadIdx.x]"), [""; 0]);
}
