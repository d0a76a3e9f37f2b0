//! Kernels as people write them: what is told of their accesses.

use layoutlens_access::{Access, Reason, Space, accesses, may_have_kernels, mends, read};

/// What is told of the access that is spelled so, in a few words.
#[track_caller]
fn told(text: &str, spelled: &str) -> String {
    let all = accesses(text);
    let found: Vec<&Access> = all.iter().filter(|access| &text[access.range.clone()] == spelled).collect();
    let [access] = found.as_slice() else { panic!("{} of {spelled}: {all:#?}", found.len()) };
    let mut parts = vec![access.layout.clone().unwrap_or_else(|| "?".to_owned())];
    parts.extend(access.cost.map(|cost| cost.to_string()));
    parts.extend(access.reason.as_ref().map(|reason| format!("because {reason}")));
    parts.join("; ")
}

/// A search over permutations keeps a row of 32 floats a lane, as NVIDIA's apex does.
#[test]
fn rows_of_32_words_a_lane_are_in_one_bank() {
    let text = "__global__ void search(const float* in, float* out, int n) {\n\
                __shared__ float cs[32][32];\n\
                for (int i = 0; i < 32; ++i) cs[threadIdx.x][i] = in[blockIdx.x * 1024 + i * 32 + threadIdx.x];\n\
                __syncthreads();\n\
                float all = 0;\n\
                for (int i = 0; i < 32; ++i) all += cs[threadIdx.x][n];\n\
                out[blockIdx.x * 32 + threadIdx.x] = all;\n}\n\
                void run(const float* in, float* out) { search<<<4, 32>>>(in, out, 1); }\n";
    assert_eq!(told(text, "cs[threadIdx.x][i]"), "32:32; 32 wavefronts for 1");
    assert_eq!(told(text, "cs[threadIdx.x][n]"), "32:32; 32 wavefronts for 1");
    assert_eq!(told(text, "in[blockIdx.x * 1024 + i * 32 + threadIdx.x]"), "32:1; 4 sectors for 4");
    let padded = text.replace("cs[32][32]", "cs[32][33]");
    assert_eq!(told(&padded, "cs[threadIdx.x][i]"), "32:33; 1 wavefront for 1");
}

/// Scores of attention in dynamic shared memory, row by row of a lane, as llm.c has them.
#[test]
fn rows_in_dynamic_shared_memory_are_followed_through_pointers() {
    let text = "__global__ void attention(const float* q, float* o, int d) {\n\
                extern __shared__ float sram[];\n\
                const int Bc = 32;\n\
                int tx = threadIdx.x;\n\
                float* Qi = sram;\n\
                float* S = &sram[Bc * 64 * 3];\n\
                for (int y = 0; y < Bc; y++) {\n\
                  S[(Bc * tx) + y] = 1.f;\n\
                  Qi[y] = S[tx + Bc * y];\n\
                }\n}\n\
                void run(const float* q, float* o) { attention<<<4, 32, 4096>>>(q, o, 64); }\n";
    assert_eq!(told(text, "S[(Bc * tx) + y]"), "32:32; 32 wavefronts for 1");
    assert_eq!(told(text, "S[tx + Bc * y]"), "32:1; 1 wavefront for 1");
    assert_eq!(told(text, "Qi[y]"), "32:0; 1 wavefront for 1");
}

/// Matrices of 16 floats a thread, as gsplat reads them.
#[test]
fn matrices_of_threads_take_a_sector_a_lane() {
    let text = "__global__ void project(const float* __restrict__ viewmats, const float* means, float* out, int n) {\n\
                unsigned idx = blockIdx.x * blockDim.x + threadIdx.x;\n\
                if (idx >= n) return;\n\
                const float* view = viewmats + idx * 16;\n\
                out[idx] = view[3] + means[idx * 3];\n}\n";
    assert_eq!(told(text, "view[3]"), "32:16; 32 sectors for 4");
    assert_eq!(told(text, "means[idx * 3]"), "32:3; 12 sectors for 4");
    assert_eq!(told(text, "out[idx]"), "32:1; 4 sectors for 4");
}

/// Sums of neighbours, four a lane, as llama.cpp scans them.
#[test]
fn four_neighbours_a_lane_take_each_sector_four_times() {
    let text = "template <int kPer> __global__ void scan(const float* src, float* dst, int n) {\n\
                const int tid = threadIdx.x;\n\
                const float* row = src + (long)blockIdx.x * n;\n\
                for (int start = 0; start < n; start += kPer * blockDim.x) {\n\
                  int idx = start + tid * kPer;\n\
                  dst[idx + n] = row[idx];\n\
                }\n}\n\
                template __global__ void scan<4>(const float*, float*, int);\n";
    assert_eq!(told(text, "row[idx]"), "32:4; 16 sectors for 4");
}

#[test]
fn a_transpose_knows_its_block_from_its_launch() {
    let text = "#define TILE 32\nconstexpr int PAD = 1;\n#define AT(r, c, ld) ((r) * (ld) + (c))\n\
                __global__ void transpose(const float* in, float* out, int n) {\n\
                __shared__ float tile[TILE][TILE + PAD];\n\
                int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;\n\
                for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[AT(y + j, x, n)];\n\
                __syncthreads();\n\
                for (int j = 0; j < TILE; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];\n\
                out[x * n + y] = 0;\n}\n\
                void run(const float* in, float* out, int n) { dim3 block(TILE, 8); transpose<<<1, block>>>(in, out, n); }\n";
    assert_eq!(told(text, "tile[threadIdx.x][threadIdx.y + j]"), "32:33; 1 wavefront for 1");
    assert_eq!(told(text, "in[AT(y + j, x, n)]"), "32:1; 4 sectors for 4");
    assert_eq!(told(text, "out[x * n + y]"), "32:n; because `..*n` is known at run time only");
    let unlaunched = text.split("void run").next().unwrap();
    let all = accesses(unlaunched);
    let row = all
        .iter()
        .find(|access| &unlaunched[access.range.clone()] == "tile[threadIdx.x][threadIdx.y + j]")
        .unwrap();
    assert!(row.is_supposed && row.when == ["blockDim.x a multiple of 32"], "{row:?}");
    assert_eq!(read(text).arrays[0].layout, "(32,33):(33,1)");
}

#[test]
fn vectors_casts_and_swizzles_are_read() {
    let text = "#define FLOAT4(p) (reinterpret_cast<float4*>(&(p))[0])\n\
                __global__ void copy(float* a, float* b, half* h) {\n\
                __shared__ __align__(16) half tile[64 * 64];\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;\n\
                FLOAT4(b[4 * i]) = *(const float4*)(a + i * 4);\n\
                int row = lane % 16, col = lane / 16;\n\
                unsigned at = (unsigned)__cvta_generic_to_shared(&tile[row * 64 + ((col ^ (row & 7)) * 8)]);\n\
                unsigned r0, r1, r2, r3;\n\
                asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\" : \"=r\"(r0), \"=r\"(r1), \"=r\"(r2), \"=r\"(r3) : \"r\"(at));\n\
                h[r0] = tile[row * 64];\n}\n";
    assert_eq!(told(text, "FLOAT4(b[4 * i])"), "32:1; 16 sectors for 16");
    let all = accesses(text);
    let matrix = all.iter().find(|access| text[access.range.clone()].starts_with("asm")).unwrap();
    assert_eq!(matrix.cost.unwrap().to_string(), "4 wavefronts for 4");
    assert_eq!(told(text, "h[r0]"), "?; because its index is read from memory");
}

#[test]
fn what_lanes_do_in_different_rounds_is_not_claimed() {
    let text = "__global__ void k(float* a, const int* next, int n) {\n\
                int i = threadIdx.x;\n\
                while (i < n) { if (next[i] > 3) break; i += 32; }\n\
                a[i] = 1;\n\
                int j = 0;\n\
                for (int s = 0; s < n; ++s) if (next[s + threadIdx.x] > 0) j++;\n\
                a[j] = 2;\n\
                int p = threadIdx.x;\n\
                for (int d = 1; d < 32; d *= 2) p = (p + d) % 32;\n\
                a[p] = 3;\n}\n";
    assert!(told(text, "a[i]").starts_with('?'));
    assert!(told(text, "a[j]").starts_with('?'));
    assert!(told(text, "a[p]").starts_with('?'));
    assert_eq!(told(text, "next[s + threadIdx.x]"), "32:1; 4 sectors for 4");
}

#[test]
fn functions_and_lambdas_are_followed_and_unknown_ones_are_not() {
    let text = "__device__ __forceinline__ int at(int r, int c, int ld) { return r * ld + c; }\n\
                template <typename T> __device__ void put(T* to, int i, T v) { to[i * 2] = v; }\n\
                __global__ void k(float* a, double* d) {\n\
                int lane = threadIdx.x & 31;\n\
                a[at(lane, 2, 8)] = 1;\n\
                auto place = [&](int i) { return i * 3 + lane; };\n\
                a[place(5)] = 2;\n\
                put(d, lane, 1.0);\n\
                int x = lane;\n\
                fill(x);\n\
                a[x + 1] = 3;\n}\n";
    assert_eq!(told(text, "a[at(lane, 2, 8)]"), "32:8; 32 sectors for 4");
    assert_eq!(told(text, "a[place(5)]"), "32:1; 5 sectors for 4");
    assert_eq!(told(text, "to[i * 2]"), "32:2; 16 sectors for 8");
    let all = accesses(text);
    let given = all.iter().find(|access| &text[access.range.clone()] == "a[x + 1]").unwrap();
    assert!(given.is_supposed && given.when.contains(&"`fill` leaves `x` as it is".to_owned()), "{given:?}");
}

#[test]
fn branches_of_known_lanes_count_these_alone() {
    let text = "__global__ void k(float* a, float* b, int n) {\n\
                int lane = threadIdx.x % 32;\n\
                if (lane < 8) a[lane * 8] = 1;\n\
                if (lane == 0) b[threadIdx.x / 32] = 1;\n\
                if (lane > 40) a[lane] = 1;\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                if (i >= n) return;\n\
                a[i * 2] = 1;\n}\n";
    assert_eq!(told(text, "a[lane * 8]"), "32:8; 8 sectors for 1");
    let all = accesses(text);
    assert!(!all.iter().any(|access| &text[access.range.clone()] == "a[lane]"));
    let bounded = all.iter().find(|access| &text[access.range.clone()] == "a[i * 2]").unwrap();
    assert!(bounded.when.iter().any(|when| when == "where all lanes take part"), "{bounded:?}");
    assert_eq!(bounded.space, Space::Global);
}

#[test]
fn neighbours_that_need_the_rest_of_the_sectors_make_no_finding() {
    let text = "__global__ void k(float* a, float* b, float* c, int n) {\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                b[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];\n\
                for (int j = 0; j < 4; ++j) b[i] += c[i * 4 + j];\n\
                b[i] += c[(i + n) * 8 + 1];\n}\n";
    let findings: Vec<Access> = accesses(text).into_iter().filter(Access::is_finding).collect();
    let spelled: Vec<&str> = findings.iter().map(|access| &text[access.range.clone()]).collect();
    assert_eq!(spelled, ["c[(i + n) * 8 + 1]"]);
    let all = accesses(text);
    assert_eq!(all.iter().filter(|access| access.is_with_neighbours).count(), 4);
}

/// Nine floats a lane in global memory, as gsplat writes them: each store moves its sectors, and of no two a vector can be made.
#[test]
fn writes_of_neighbours_in_global_memory_are_findings_each() {
    let text = "struct alignas(16) Four { float x, y, z, w; };\n\
                __global__ void k(float* rays, Four* fours, int n) {\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                if (i >= n) return;\n\
                rays[i * 9] = 0; rays[i * 9 + 1] = 1; rays[i * 9 + 2] = 2;\n\
                for (int j = 3; j < 9; ++j) rays[i * 9 + j] = j;\n\
                fours[i].x = 0; fours[i].y = 0; fours[i].z = 0; fours[i].w = 0;\n}\n";
    let findings: Vec<Access> = accesses(text).into_iter().filter(Access::is_finding).collect();
    let spelled: Vec<&str> = findings.iter().map(|access| &text[access.range.clone()]).collect();
    assert_eq!(spelled, ["rays[i * 9]", "rays[i * 9 + 1]", "rays[i * 9 + 2]", "rays[i * 9 + j]"]);
    assert_eq!(told(text, "rays[i * 9]"), "32:9; 32 sectors for 4");
}

#[test]
fn what_lanes_that_data_chooses_make_is_a_finding_where_no_two_share_anything() {
    let text = "__global__ void k(const float* depth, float* rays, float* pairs) {\n\
                __shared__ float rows[32][32];\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                if (depth[i] < 0) return;\n\
                rays[i * 9] = 0;\n\
                pairs[i * 2] = 0;\n\
                rows[threadIdx.x % 32][0] = 0;\n\
                rows[threadIdx.x % 16][0] = 0;\n}\n";
    let findings: Vec<Access> = accesses(text).into_iter().filter(Access::is_finding).collect();
    let spelled: Vec<&str> = findings.iter().map(|access| &text[access.range.clone()]).collect();
    assert_eq!(spelled, ["rays[i * 9]", "rows[threadIdx.x % 32][0]"]);
    assert!(findings.iter().all(|access| access.when.contains(&"where all lanes take part".to_owned())));
}

#[test]
fn an_element_that_is_given_to_a_function_nobody_sees_may_be_read_as_something_else() {
    let text = "__global__ void k(const unsigned char* bytes, float* out, int base) {\n\
                float four[4];\n\
                assign_as<float4>(four, bytes[base + threadIdx.x * 16]);\n\
                out[threadIdx.x * 16] = __expf(bytes[threadIdx.x * 16]);\n}\n\
                void run(const unsigned char* b, float* o) { k<<<1, 32>>>(b, o, 0); }\n";
    let all = accesses(text);
    let given =
        all.iter().find(|access| &text[access.range.clone()] == "bytes[base + threadIdx.x * 16]").unwrap();
    assert_eq!(given.layout.as_deref(), Some("32:16"));
    assert!(given.is_supposed && !given.is_finding(), "{given:?}");
    assert!(given.when.contains(&"`assign_as` takes a value, no reference".to_owned()), "{given:?}");
    let spelled: Vec<&str> =
        all.iter().filter(|access| access.is_finding()).map(|access| &text[access.range.clone()]).collect();
    assert_eq!(spelled, ["out[threadIdx.x * 16]", "bytes[threadIdx.x * 16]"]);
}

#[test]
fn a_value_of_one_lane_is_that_of_all() {
    let text = "#include \"sizes.h\"\n__global__ void k(float* a) {\n\
                int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0), lane = threadIdx.x % 32;\n\
                a[warp * 64 + lane * 2] = 0;\n\
                a[threadIdx.x % WARP_SIZE] = 0;\n}\n";
    assert_eq!(told(text, "a[warp * 64 + lane * 2]"), "32:2; 8 sectors for 4");
    let all = accesses(text);
    let sized = all.iter().find(|access| text[access.range.clone()].contains("WARP_SIZE")).unwrap();
    assert_eq!(sized.layout.as_deref(), Some("32:1"));
    assert!(sized.is_supposed && sized.when.contains(&"`WARP_SIZE` = 32".to_owned()), "{sized:?}");
}

#[test]
fn numbers_that_a_launch_gives_are_known() {
    let text = "__global__ void k(float* a, int ld, int n) {\n__shared__ float s[4096];\n\
                s[threadIdx.x * ld + n] = 0;\n}\n\
                void run(float* a, int n) { const int Bc = 32; dim3 block(Bc); k<<<1, block>>>(a, Bc, n); }\n";
    let all = accesses(text);
    assert_eq!(all[0].layout.as_deref(), Some("32:32"));
    assert!(all[0].is_finding() && all[0].when.contains(&"`ld` = 32".to_owned()), "{all:?}");
}

#[test]
fn a_row_of_run_time_is_whole_for_a_warp_if_it_is_a_multiple_of_32() {
    let text = "__global__ void k(float* a, float* b, int n) {\n\
                int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                a[i / n] = b[(i % n) * 2];\n}\n";
    assert_eq!(told(text, "a[i / n]"), "32:0; 1 sector for 1");
    assert_eq!(told(text, "b[(i % n) * 2]"), "32:2; 8 sectors for 4");
    let all = accesses(text);
    assert!(all.iter().all(|access| access.is_supposed && !access.is_finding()));
    assert!(all.iter().all(|access| access.when.contains(&"`n` a multiple of 32".to_owned())), "{all:?}");
}

#[test]
fn pointers_to_rows_claim_nothing() {
    let text = "typedef float Row[32];\n\
                __device__ void fill(float (&t)[32][32]) { t[threadIdx.x][1] = 0; }\n\
                __global__ void k(float (*p)[32], float q[][32], float* f, Row* r) {\n\
                __shared__ float tile[32][32];\n\
                float (*rows)[32] = tile;\n\
                p[threadIdx.x][0] = 0; q[threadIdx.x][0] = 0; r[threadIdx.x][0] = 0; rows[threadIdx.x][0] = 0;\n\
                ((float (*)[32])f)[threadIdx.x][0] = 0;\n\
                reinterpret_cast<float (*)[32]>(f)[threadIdx.x][0] = 0;\n\
                fill(tile);\n}\n";
    let all = accesses(text);
    let claimed: Vec<&str> = all
        .iter()
        .filter(|access| access.layout.is_some())
        .map(|access| &text[access.range.clone()])
        .collect();
    assert_eq!(claimed, ["t[threadIdx.x][1]"], "{all:#?}");
    assert_eq!(told(text, "t[threadIdx.x][1]"), "32:32; 32 wavefronts for 1");
}

#[test]
fn a_lambda_with_copies_sees_what_was_and_a_jump_forgets_all() {
    let text = "__global__ void k(float* a, float* b, int n) {\n\
                int x = threadIdx.x;\n\
                auto then = [=](int i) { return x + i; };\n\
                auto now = [&](int i) { return x + i; };\n\
                x *= 2;\n\
                a[then(0)] = 0; a[now(0)] = 0;\n\
                again:\n\
                b[x] = 0;\n\
                x ^= 5;\n\
                if (n > 3) goto again;\n\
                b[x + 1] = 0;\n}\n";
    assert_eq!(told(text, "a[then(0)]"), "32:1; 4 sectors for 4");
    assert_eq!(told(text, "a[now(0)]"), "32:2; 8 sectors for 4");
    assert!(told(text, "b[x]").starts_with('?') && told(text, "b[x + 1]").starts_with('?'));
}

#[test]
fn what_a_comment_states_of_the_launch_holds() {
    let text = "__global__ void k(float* a, int ld) {\n\
                // cute: with blockDim = (16,16), ld = 64\n\
                a[threadIdx.y * ld + threadIdx.x] = a[threadIdx.x * ld];\n}\n";
    assert_eq!(told(text, "a[threadIdx.y * ld + threadIdx.x]"), "(16,2):(1,64); 4 sectors for 4");
    assert_eq!(told(text, "a[threadIdx.x * ld]"), "(16,2):(64,0); 16 sectors for 2");
}

#[test]
fn a_block_of_less_than_a_warp_has_so_many_lanes() {
    let text = "__global__ void k(float* o) {\n__shared__ float s[2][8];\ns[threadIdx.y][threadIdx.x] = 0;\n}\n\
                void run(float* o) { k<<<1, dim3(2, 2)>>>(o); }\n";
    assert_eq!(told(text, "s[threadIdx.y][threadIdx.x]"), "(2,2):(1,8); 1 wavefront for 1");
}

#[test]
fn broken_and_hostile_code_ends() {
    let deep = format!(
        "__global__ void k(int* a) {{ a[{}threadIdx.x{}] = 0; }}",
        "(".repeat(3000),
        ")".repeat(3000)
    );
    assert!(accesses(&deep).len() < 2);
    let loops = format!(
        "__global__ void k(int* a, int n) {{ int x = threadIdx.x; {} a[x] = 0; {} }}",
        "for (int i = 0; i < n; ++i) { x = x ^ (x << 1); ".repeat(24),
        "}".repeat(24)
    );
    assert!(accesses(&loops).len() < 2);
    let recursive = "__device__ int f(int n) { return n ? f(n - 1) + g(n) : 0; }\n\
                     __device__ int g(int n) { return f(n); }\n\
                     __global__ void k(int* a) { a[f(threadIdx.x)] = 0; }";
    assert!(matches!(accesses(recursive)[0].reason, Some(Reason::Other(_) | Reason::Bound | Reason::Data)));
    for text in [
        "__global__",
        "__global__ void",
        "__global__ void k(",
        "#define X X\n__global__ void k(int* a) { a[X] = 0; }",
        "__global__ void k(int* a) { a[1 / 0] = a[threadIdx.x << 99]; ",
    ] {
        let _ = accesses(text);
    }
}

const TRANSPOSE: &str = "__global__ void transpose(const float* in, float* out, int n) {\n\
    __shared__ float tile[32][32];\n\
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n\
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];\n\
    __syncthreads();\n\
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];\n}\n\
    void run(const float* in, float* out, int n) { dim3 block(32, 8); transpose<<<1, block>>>(in, out, n); }\n";

/// The text with the padding that is offered for the first finding.
fn padded(text: &str) -> Option<String> {
    let all = accesses(text);
    let finding = all.iter().find(|access| access.is_finding()).expect("a finding");
    let padding = mends(text, &[], finding).into_iter().find(|mend| mend.title.starts_with("pad "))?;
    assert_eq!(padding.cost.is, padding.cost.least);
    Some(padding.applied(text))
}

#[test]
fn a_row_is_padded_where_nothing_else_changes() {
    let new = padded(TRANSPOSE).expect("a padding");
    assert!(new.contains("tile[32][32 + 1]"), "{new}");
    assert!(!accesses(&new).iter().any(Access::is_finding));
}

#[test]
fn a_row_is_not_padded_where_the_code_knows_how_long_it_is() {
    let changed = |from: &str, to: &str| padded(&TRANSPOSE.replace(from, to));
    // The array is taken as one row, given away, measured, or its rows are run over.
    assert_eq!(changed("__syncthreads();", "float* all = &tile[0][0]; all[threadIdx.x * 32] = 0;"), None);
    assert_eq!(changed("__syncthreads();", "clear(tile);"), None);
    assert_eq!(changed("__syncthreads();", "out[0] = sizeof(tile);"), None);
    assert_eq!(changed("__syncthreads();", "tile[0][threadIdx.x + 32 * threadIdx.y] = 0;"), None);
    assert_eq!(changed("__syncthreads();", "tile[0][n] = 0;"), None);
    // Vectors would no longer be aligned.
    assert_eq!(
        changed("__syncthreads();", "*(float4*)&tile[threadIdx.y][0] = make_float4(0, 0, 0, 0);"),
        None
    );
}

#[test]
fn files_of_cute_and_files_without_kernels_are_left_alone() {
    assert!(!may_have_kernels("void f(float* a) { a[threadIdx.x] = 0; }"));
    let cute = "#include <cute/tensor.hpp>\n\
                __global__ void k(float* a) { auto t = make_tensor(a, Layout<_32>{}); t(threadIdx.x) = 0; }\n";
    assert!(!may_have_kernels(cute));
    let both = format!("{cute}__global__ void plain(float* a) {{ a[threadIdx.x * 2] = 0; }}\n");
    assert!(may_have_kernels(&both));
    assert_eq!(told(&both, "a[threadIdx.x * 2]"), "32:2; 8 sectors for 4");
    assert!(may_have_kernels("__global__ void k(float* a) { f(a); }"));
}

#[test]
fn files_that_are_made_to_take_long_come_to_an_end() {
    let kernels_without_end = "using namespace cute; ".to_owned() + &"__global__ ".repeat(100_000);
    let deep = |open: &str| format!("__global__ void k(int* a) {{ {} }}", open.repeat(50_000));
    let of_macros = (1..40).fold("#define M0 a[threadIdx.x] +\n".to_owned(), |text, level| {
        let below = level - 1;
        text + &format!("#define M{level} M{below} M{below}\n")
    }) + "__global__ void k(int* a) { a[0] = M39 0; }";
    let of_loops = "__global__ void k(int* a) { int i = threadIdx.x;".to_owned()
        + &"for (int j = 0; j < 1000000; ++j) {".repeat(30)
        + "a[i] = 1;"
        + &"}".repeat(31);
    for text in [
        kernels_without_end,
        deep("("),
        deep("{"),
        deep("a["),
        deep("if (a) "),
        deep("-"),
        of_macros,
        of_loops,
    ] {
        assert!(layoutlens_access::read(&text).accesses.len() < 100);
    }
}

#[test]
fn an_index_that_leaves_its_type_is_not_claimed() {
    let kernel = "__global__ void k(float* a) { int w = threadIdx.x << 30; a[w] = 1; }";
    assert!(accesses(kernel).iter().all(|access| access.cost.is_none() && access.reason.is_some()));
}

/// Counted by Nsight Compute, of SGEMMs whose half warps read one vector each.
#[test]
fn wide_loads_of_neighbours_that_read_the_same_are_served_two_phases_at_once() {
    let kernel = |index: &str, wide: &str| {
        format!(
            "__global__ void k({wide}* out) {{\n__shared__ {wide} s[512];\nint t = threadIdx.x;\n{wide} v = s[{index}];\nout[t] = v;\n}}\n"
        )
    };
    let cost = |index: &str, wide: &str| told(&kernel(index, wide), &format!("s[{index}]"));
    assert_eq!(cost("t / 16", "float4"), "(16,2):(0,1); 2 wavefronts for 2");
    assert_eq!(cost("0", "float4"), "32:0; 2 wavefronts for 2");
    assert_eq!(cost("t / 2", "float4"), "(2,16):(0,1); 2 wavefronts for 2");
    assert_eq!(cost("t / 2", "float2"), "(2,16):(0,1); 1 wavefront for 1");
    assert_eq!(cost("t % 2 + t / 4 * 2", "float4"), "(2,2,8):(1,0,2); 2 wavefronts for 2");
    // Neighbours four lanes away are none, and where a bank has two words, phases are served one by one.
    assert_eq!(cost("t % 4 + t / 8 * 4", "float4"), "(4,2,4):(1,0,4); 4 wavefronts for 4");
    assert_eq!(cost("t / 2 * 2", "float4"), "(2,16):(0,2); 4 wavefronts for 4");
    assert_eq!(cost("t % 16 * 4", "float4"), "(16,2):(4,0); 16 wavefronts for 4");
    // A store does none of this.
    let store = "__global__ void k() {\n__shared__ float4 s[512];\ns[threadIdx.x / 16] = make_float4(0, 0, 0, 0);\n}\n";
    assert_eq!(told(store, "s[threadIdx.x / 16]"), "(16,2):(0,1); 4 wavefronts for 4");
}

/// What comes past the L1 cache is written as it arrives.
#[test]
fn cp_async_past_the_l1_cache_has_no_wavefronts() {
    let text = |cache: &str| {
        format!(
            "__global__ void k(const float* in) {{\n__shared__ float s[32 * 12];\n\
             unsigned to = __cvta_generic_to_shared(&s[threadIdx.x * 8]);\n\
             asm volatile(\"cp.async.{cache}.shared.global [%0], [%1], 16;\" :: \"r\"(to), \"l\"(in + threadIdx.x * 4));\n}}\n"
        )
    };
    let costs = |cache: &str| -> Vec<Option<String>> {
        accesses(&text(cache)).iter().map(|access| access.cost.map(|cost| cost.to_string())).collect()
    };
    assert_eq!(costs("ca"), [Some("16 sectors for 16".to_owned()), Some("8 wavefronts for 4".to_owned())]);
    assert_eq!(costs("cg"), [Some("16 sectors for 16".to_owned()), None]);
}

#[test]
fn lanes_that_return_early_are_known_where_the_block_is_not() {
    let text = "__global__ void k(float* a) {
    int u = threadIdx.x;
    if (u > 15) return;
    a[u] = 0;
}
__global__ void l(float* a, int n) {
    if (threadIdx.x % 32 >= 8) return;
    a[threadIdx.x] = 0;
    if (threadIdx.x == 2000) a[2 * threadIdx.x] = 0;
}
__global__ void m(float* a, int n) {
    if (threadIdx.x > 40) return;
    a[threadIdx.x] = 0;
    if (n > (int)threadIdx.x) a[threadIdx.x] = 1;
}";
    let all = accesses(text);
    let told: Vec<_> =
        all.iter().map(|one| (one.kernel.as_str(), one.cost.expect("a cost").to_string())).collect();
    assert_eq!(told[..2], [("k", "2 sectors for 2".to_owned()), ("l", "1 sector for 1".to_owned())]);
    let some = |one: &Access| one.when.iter().any(|when| when.contains("all lanes take part"));
    assert_eq!(all.iter().map(some).collect::<Vec<_>>(), [false, false, true, true]);
}

#[test]
fn what_a_round_leaves_unknown_is_not_what_stood_in_front_of_the_loop() {
    // In front of the inner loop `v` is known for each round of the outer one, behind its first round no longer.
    let text = "__global__ void k(float* a) {
    int v = 0;
    for (int i = 0; i < 3; i++) {
        v = i < 1 ? (int)threadIdx.x : 0;
        for (int j = 0; j < 2; j++) {
            a[v] = 0;
            v = max(40, (int)threadIdx.x) % 26;
        }
    }
}";
    let all = accesses(text);
    assert!(all.iter().all(|access| access.layout.is_none()), "{all:?}");
}

/// What a name says in front of its last part has to be where a definition stands: `S::w` is no `w` of somebody else.
#[test]
fn a_qualified_name_means_what_is_defined_there() {
    let kernel = |index: &str| {
        format!(
            "struct S {{ static constexpr int w = 8; enum {{ q = 8 }}; }};\n\
             constexpr int w = 3;\n\
             enum {{ q = 4 }};\n\
             enum class E {{ x = 2 }};\n\
             namespace near {{ constexpr int z = 2; __device__ int idx(int i) {{ return i * 2; }} }}\n\
             struct Out {{ __device__ static int of(int i); }};\n\
             __device__ int Out::of(int i) {{ return i * 2; }}\n\
             template <int N> struct V {{ static constexpr int v = N; }};\n\
             __global__ void k(float* a) {{ a[{index}] = 0; }}\n"
        )
    };
    let layout = |index: &str| {
        let text = kernel(index);
        told(&text, &format!("a[{index}]"))
    };
    for (index, expected) in [
        ("threadIdx.x * w", "32:3; 12 sectors for 4"),
        ("threadIdx.x * near::z", "32:2; 8 sectors for 4"),
        ("near::idx(threadIdx.x)", "32:2; 8 sectors for 4"),
        ("threadIdx.x * ::near::z", "32:2; 8 sectors for 4"),
        ("threadIdx.x * int(E::x)", "32:2; 8 sectors for 4"),
        ("Out::of(threadIdx.x)", "32:2; 8 sectors for 4"),
        ("threadIdx.x * S::q", "32:8; 32 sectors for 4"),
    ] {
        assert_eq!(layout(index), expected, "{index}");
    }
    // Defined elsewhere, or in a class: whatever is called so here is not meant.
    for index in ["threadIdx.x * S::w", "threadIdx.x * far::z", "threadIdx.x * T::w"] {
        let told = layout(index);
        assert!(told.contains("is known at run time only"), "{index}: {told}");
    }
    for index in ["far::idx(threadIdx.x)", "S::idx(threadIdx.x)", "of(threadIdx.x)"] {
        let told = layout(index);
        assert!(told.contains("is not defined in this file"), "{index}: {told}");
    }
    // Other arguments of a template make another constant: they do not cancel.
    let told = layout("threadIdx.x * V<4>::v - threadIdx.x * V<8>::v + threadIdx.x");
    assert!(told.contains("is known at run time only"), "{told}");
}

#[test]
fn a_kernel_of_another_namespace_is_launched_by_its_name_alone() {
    let text = "namespace near { template <int N> __global__ void k(float* a) { a[threadIdx.x * N] = 0; } }\n\
                namespace far { template <int N> __global__ void k(float* a); }\n\
                void run(float* a) { far::k<4><<<1, dim3(8, 4)>>>(a); near::k<2><<<1, 64>>>(a); }\n";
    assert_eq!(told(text, "a[threadIdx.x * N]"), "32:2; 8 sectors for 4");
}

#[test]
fn a_name_that_only_holds_the_letters_of_another_device_may_be_defined() {
    let text = "#define CHIP_SIZE 4\n#ifdef CHIP_SIZE\nconstexpr int w = 4;\n#else\nconstexpr int w = 2;\n#endif\n\
                __global__ void k(float* a) { a[threadIdx.x * w] = 0; }\n";
    assert!(
        !told(text, "a[threadIdx.x * w]").starts_with("32:2;"),
        "what is left out is not the branch that is compiled"
    );
    let hip = text.replace("#define CHIP_SIZE 4\n", "").replace("CHIP_SIZE", "USE_HIP");
    assert_eq!(told(&hip, "a[threadIdx.x * w]"), "32:2; 8 sectors for 4");
}

/// The parser takes it for two comparisons.
#[test]
fn a_tile_of_a_group_is_declared_with_its_namespace() {
    let text = "namespace cg = cooperative_groups;\n\
                __global__ void k(float* a, int n) {\n\
                cg::thread_block block = cg::this_thread_block();\n\
                cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);\n\
                a[2 * warp.thread_rank()] = 0;\n\
                for (int i = warp.thread_rank(); i < n; i += warp.size()) a[i] = 1;\n}\n";
    assert_eq!(told(text, "a[2 * warp.thread_rank()]"), "32:2; 8 sectors for 4");
    assert_eq!(told(text, "a[i]"), "32:1; 4 sectors for 4");
}

#[test]
fn an_accessor_of_a_tensor_has_its_strides() {
    let text = "template <typename index_t>\n\
                __global__ void k(const pta::PackedTensorAccessor32<index_t, 1, at::RestrictPtrTraits> x,\n\
                at::PackedTensorAccessor64<float, 2> y, torch::TensorAccessor<float, N> z, int n) {\n\
                for (int j = threadIdx.x; j < x.size(0); j += blockDim.x) {\n\
                x[j] = 1;\n\
                auto row = y[n];\n\
                row[j] = 2;\n\
                y[j][n] = 3;\n\
                y.data()[j] = 4;\n\
                y[j].data()[2] = 5;\n\
                y[j][0] = y[j].stride(0);\n\
                z[j][n] = 6;\n}\n}\n";
    assert!(told(text, "x[j]").starts_with("32:x.stride(0); because"), "{}", told(text, "x[j]"));
    assert!(told(text, "row[j]").starts_with("32:y.stride(1);"));
    assert!(told(text, "y[j][n]").starts_with("32:y.stride(0);"));
    assert_eq!(told(text, "y.data()[j]"), "32:1; 4 sectors for 4");
    assert!(told(text, "y[j].data()[2]").starts_with("32:y.stride(0);"));
    // How many dimensions it has is not known.
    assert!(told(text, "z[j]").starts_with('?'));
}

#[test]
fn a_wmma_fragment_tells_its_matrix_and_no_lanes() {
    let text = "#include <mma.h>\nusing namespace nvcuda;\n\
                __global__ void k(const half* a, float* c, int ld) {\n\
                __shared__ half tile[16][16];\n\
                wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;\n\
                wmma::fragment<wmma::accumulator, 16, 16, 16, float> of_c;\n\
                wmma::load_matrix_sync(of_a, a + blockIdx.x * 16, ld);\n\
                wmma::load_matrix_sync(of_a, &tile[0][0], 16);\n\
                wmma::store_matrix_sync(c + 4, of_c, 24, wmma::mem_row_major);\n\
                tile[threadIdx.x % 16][0] = of_a.x[0];\n}\n\
                void run(const half* a, float* c) { k<<<1, 32>>>(a, c, f()); }\n";
    let all = accesses(text);
    let of = |spelled: &str| {
        let access = all.iter().find(|access| text[access.range.clone()].contains(spelled)).unwrap();
        assert!(access.is_uniform && access.cost.is_none() && access.width.is_none(), "{access:?}");
        (access.space, access.is_write, access.reason.as_ref().unwrap().to_string())
    };
    let unsaid = "CUDA does not say which lane has which element of a `wmma` fragment; a matrix of";
    let told = |base: &str, lines: &str, what: &str, byte: &str| {
        format!(
            "{unsaid} `{base}` with `{lines}` elements from line to line is {what} by the whole warp, from byte `{byte}` on"
        )
    };
    assert_eq!(of("of_a, a"), (Space::Global, false, told("a", "ld", "read", "32*blockIdx.x")));
    assert_eq!(of("of_a, &tile"), (Space::Shared, false, told("tile", "16", "read", "0")));
    assert_eq!(of("c + 4, of_c"), (Space::Global, true, told("c", "24", "written", "16")));
    // Its rows are as long as the fragment says: they are not padded.
    let finding = all.iter().find(|access| access.is_finding()).unwrap();
    assert_eq!(mends(text, &[], finding), []);
}

#[test]
fn a_part_of_a_parameter_that_is_written_is_another_from_then_on() {
    let text = "struct P { float* q; int off; int2 two; };\n\
                __global__ void k(P p, Unknown u, float* a, int n) {\n\
                p.q[threadIdx.x] = 0;\n\
                p.off = threadIdx.x * 2;\n\
                a[p.off] = 1;\n\
                p.two.y += threadIdx.x * 3;\n\
                a[p.two.y] = 2;\n\
                p.q += threadIdx.x;\n\
                p.q[threadIdx.x] = 3;\n\
                a[threadIdx.x * u.n - threadIdx.x * u.n + threadIdx.x] = 4;\n\
                int before = u.n;\n\
                u.n = n;\n\
                a[threadIdx.x * (u.n - before + 1)] = 5;\n\
                u.off = threadIdx.x;\n\
                a[u.off + 9] = 6;\n}\n";
    let all = accesses(text);
    let layouts: Vec<Option<&str>> = all.iter().map(|access| access.layout.as_deref()).collect();
    let expected = ["32:1", "32:2", "32:3", "32:2", "32:1"].map(Some);
    assert_eq!(layouts[..5], expected);
    // Another number than it was.
    assert!(layouts[5].is_some_and(|layout| layout != "32:1"), "{layouts:?}");
    assert_eq!(layouts[6], None);
}

#[test]
fn an_address_that_is_a_number_is_that_of_each_lane() {
    let text = "__global__ void k(float* a, int n, const float* m) {\n\
                float* p = get(threadIdx.x);\n\
                p[threadIdx.x] = 1;\n\
                float* u = (float*)(where(n) + threadIdx.x * 8);\n\
                u[threadIdx.x] = 3;\n\
                const float* q = n > 3 ? a : nullptr;\n\
                a[threadIdx.x] = q[threadIdx.x * 2];\n\
                const float* r = n > 3 ? a + threadIdx.x : get(threadIdx.x);\n\
                a[threadIdx.x + 1] = r[threadIdx.x];\n\
                int own = n;\n\
                *(float*)&own = 1;\n}\n";
    assert!(told(text, "p[threadIdx.x]").starts_with('?'));
    assert!(told(text, "u[threadIdx.x]").starts_with("32:3;"));
    assert_eq!(told(text, "q[threadIdx.x * 2]"), "32:2; 8 sectors for 4");
    assert_eq!(told(text, "r[threadIdx.x]"), "32:2; 8 sectors for 4");
    let all = accesses(text);
    // A variable of the thread is no memory of the device.
    assert_eq!(all.len(), 6, "{all:#?}");
    assert!(all.iter().any(|access| access.when.contains(&"`where` is the same for all lanes".to_owned())));
}

#[test]
fn arrays_of_branches_of_the_preprocessor_are_told_for_the_first() {
    let text = "#define LOOPS(i, n, j, m) \\\n  for (int i = threadIdx.x; i < (n); i += 32) \\\n    for (int j = 0; j < (m); ++j)\n\
                __global__ void k(float* a, int n, int m) {\n\
                #ifdef FAST\n__shared__ half2 s[64];\n#else\n__shared__ double s[64];\n#endif\n\
                s[threadIdx.x * 2] = 3;\n\
                LOOPS(x, n * 2, y, m)\n{\na[x * 2 + y] = 1;\n}\n\
                CUDA_1D_KERNEL_LOOP(z, n / 2) { a[z * 3] = 0; }\n}\n";
    assert_eq!(told(text, "s[threadIdx.x * 2]"), "32:2; 2 wavefronts for 1");
    assert_eq!(told(text, "a[x * 2 + y]"), "32:2; 8 sectors for 4");
    assert_eq!(told(text, "a[z * 3]"), "32:3; 12 sectors for 4");
}
