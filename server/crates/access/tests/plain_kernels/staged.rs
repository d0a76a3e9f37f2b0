//! Rows of neighbouring elements that lanes write side by side go through shared memory where a warp is whole.

use layoutlens_access::{Access, Mend, Space, accesses, mends};

fn offered(text: &str, at: &str) -> Vec<Mend> {
    let all = accesses(text);
    let is_at = |access: &&Access| text[access.range.start..].starts_with(at) && access.is_finding();
    all.iter().find(is_at).map(|access| mends(text, &[], access)).unwrap_or_default()
}

/// A normal a thread, three numbers each.
const NORMALS: &str = r"__global__ void normals(const float* __restrict__ in, float* __restrict__ out, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n || in[at] < 0) return;
    float x = in[at], y = x * 2, z = x + y;
    out[at * 3] = x;
    out[at * 3 + 1] = y;
    out[at * 3 + 2] = fmaxf(z, 0.f);
}
void run(const float* in, float* out) { normals<<<4, 128>>>(in, out, 9); }
";

#[test]
fn a_whole_warp_writes_rows_through_shared_memory() {
    let [mend] = &offered(NORMALS, "out[at * 3 + 1]")[..] else { panic!("one") };
    assert_eq!(
        format!("{}: {} instead of {}", mend.title, mend.cost, mend.was),
        "write 3 elements a thread of `out` through 1536 bytes of shared memory where a warp is whole: 12 sectors for 12 instead of 36"
    );
    assert!(!mend.is_supposed);
    let new = mend.applied(NORMALS);
    let staged = "
    {
        __shared__ float staged[128 * 3];
        const unsigned thread = threadIdx.x, lane = thread % 32;
        const size_t row = reinterpret_cast<size_t>(&out[at * 3]) - 3 * sizeof(float) * lane;
        if (thread < 128 && blockDim.y * blockDim.z == 1 && __activemask() == 0xffffffff
            && __all_sync(0xffffffff, row == __shfl_sync(0xffffffff, row, 0))) {
            staged[3 * thread + 0] = x;
            staged[3 * thread + 1] = y;
            staged[3 * thread + 2] = fmaxf(z, 0.f);
            __syncwarp();
            #pragma unroll
            for (int i = 0; i < 3; ++i) {
                reinterpret_cast<float*>(row)[32 * i + lane] = staged[3 * (thread - lane) + 32 * i + lane];
            }
            __syncwarp();
        } else {
            out[at * 3] = x;
            out[at * 3 + 1] = y;
            out[at * 3 + 2] = fmaxf(z, 0.f);
        }
    }
}
";
    assert!(new.contains(staged), "{new}");
    let all = accesses(&new);
    assert!(!all.iter().any(Access::is_finding));
    let told = |is_fallback: bool| {
        let writes = all.iter().filter(|one| one.base == "out" && one.is_fallback == is_fallback);
        writes.filter_map(|one| one.cost.map(|cost| cost.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(told(false), ["4 sectors for 4"]);
    assert_eq!(told(true), ["12 sectors for 4"; 3]);
    let in_shared: Vec<_> =
        all.iter().filter(|one| one.space == Space::Shared).filter_map(|one| one.cost).collect();
    assert!(in_shared.len() == 4 && in_shared.iter().all(|cost| cost.is == 1));
}

fn changed(from: &str, to: &str) -> Vec<Mend> {
    assert!(NORMALS.contains(from), "{from}");
    let offered = offered(&NORMALS.replace(from, to), "out[at * 3 + 1]");
    offered.into_iter().filter(|mend| mend.title.contains("shared memory")).collect()
}

fn code(from: &str, to: &str) -> String {
    let [mend] = &changed(from, to)[..] else { panic!("one") };
    mend.edits.iter().map(|(_, with)| with.as_str()).collect()
}

#[test]
fn room_is_made_for_the_blocks_that_are_seen_and_other_threads_keep_the_code_as_it_was() {
    assert!(code("<<<4, 128>>>", "<<<4, 80>>>").contains("staged[96 * 3];"));
    // Blocks of which nothing is known.
    let unknown = code("normals<<<4, 128>>>(in, out, 9);", "");
    assert!(unknown.contains("staged[256 * 3];") && unknown.contains("if (thread < 256 && blockDim.y"));
    let block = code(
        "int at = blockIdx.x * blockDim.x + threadIdx.x;",
        "int at = (blockIdx.x * 4 + threadIdx.y) * blockDim.x + threadIdx.x;",
    );
    assert!(block.contains("thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"));
    // 48 KiB with what is there: 1536 bytes more.
    assert_eq!(changed("float x =", "__shared__ float kept[11904]; kept[at] = 0; float x =").len(), 1);
    assert_eq!(changed("float x =", "__shared__ float kept[11905]; kept[at] = 0; float x =").len(), 0);
    assert_eq!(changed("float x =", "__shared__ Sums kept; float x =").len(), 0);
    assert_eq!(changed("float x =", "extern __shared__ float kept[]; float x =").len(), 0);
}

#[test]
fn rows_stay_where_a_value_may_change_in_between_or_no_row_is_whole() {
    for (from, to) in [
        ("= y;", "= in[at];"),
        ("= y;", "= out[at * 3];"),
        ("= y;", "= y++;"),
        ("= y;", "= *(&y);"),
        ("= y;", "= y; __syncthreads();"),
        ("= y;", "= y; at += 1;"),
        ("at * 3 + 2]", "at * 3 + 4]"),
        ("out[at * 3 + 2] =", "if (x > 0) out[at * 3 + 2] ="),
        ("out[at * 3 + 2] =", "out[at * 3 + 2] +="),
        ("float x =", "volatile float last = 0; float x ="),
        ("float x =", "float** other = &out; float x ="),
        ("if (at >= n", "at /= 2; if (at >= n"),
    ] {
        assert!(changed(from, to).is_empty(), "{from} -> {to}");
    }
    // Rows of four are vectors, and those of six meet a bank twice.
    let row = |count: usize| {
        let text = NORMALS.replace("at * 3", &format!("at * {count}"));
        let more: String = (3..count).map(|at| format!("    out[at * {count} + {at}] = x;\n")).collect();
        let text = text.replace("}\nvoid", &format!("{more}}}\nvoid"));
        offered(&text, "out[at").into_iter().filter(|mend| mend.title.contains("shared memory")).count()
    };
    assert_eq!([row(3), row(4), row(5), row(6), row(9), row(15), row(17)], [1, 0, 1, 0, 1, 1, 0]);
}

#[test]
fn bounds_of_a_loop_are_asked_of_all_lanes_and_names_that_stand_there_are_left_alone() {
    let text = NORMALS
        .replace("out[at * 3] = x;", "float kept[3] = {x, y, z}; int row = 0;")
        .replace(
            "    out[at * 3 + 1] = y;\n",
            "    for (int k = 0; k < 3; ++k) if (at * 3 + k < n) out[at * 3 + k] = kept[k];\n",
        )
        .replace("    out[at * 3 + 2] = fmaxf(z, 0.f);\n", "");
    let [mend] = &offered(&text, "out[at * 3 + k]")[..] else { panic!("one") };
    let new = mend.applied(&text);
    assert!(
        new.contains(
            "__all_sync(0xffffffff, row_2 == __shfl_sync(0xffffffff, row_2, 0) && (at * 3 < n) && (at * 3 + 1 < n) && (at * 3 + 2 < n)))"
        ),
        "{new}"
    );
}

#[test]
fn code_that_is_indented_by_tabs_stays_so_and_conversions_of_cuda_read_nothing() {
    let text = NORMALS.replace("    ", "\t").replace("= fmaxf(z, 0.f);", "= __int2float_rn(at);");
    let [mend] = &offered(&text, "out[at * 3 + 1]")[..] else { panic!("one") };
    let new = mend.applied(&text);
    assert!(!mend.is_supposed);
    assert!(new.contains("\n\t\t} else {\n\t\t\tout[at * 3] = x;\n\t\t\tout[at * 3 + 1] = y;\n"), "{new}");
    assert!(new.contains("\n\t\t\tstaged[3 * thread + 2] = __int2float_rn(at);\n"), "{new}");
}
