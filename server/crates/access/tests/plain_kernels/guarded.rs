//! Neighbouring elements that are written one by one become one wide write behind a guard, where nothing proves that they may be.

use layoutlens_access::{Access, Mend, accesses, mends};

fn offered(text: &str, at: &str) -> Vec<Mend> {
    let all = accesses(text);
    let is_at = |access: &&Access| text[access.range.start..].starts_with(at) && access.is_finding();
    all.iter().find(is_at).map(|access| mends(text, &[], access)).unwrap_or_default()
}

fn titles(text: &str, at: &str) -> Vec<String> {
    offered(text, at)
        .into_iter()
        .map(|mend| format!("{}: {} instead of {}", mend.title, mend.cost, mend.was))
        .collect()
}

/// A running sum, four elements a thread, each within a bound.
const SUMS: &str = r"template <typename T>
__global__ void sums(const T* in, T* out, const int64_t n, const int64_t row) {
    T* own = out + blockIdx.y * row;
    const int tid = threadIdx.x;
    T kept[4];
    for (int64_t i = 0; i < n; i += 4 * blockDim.x) {
        int64_t at = i + tid * 4;
        float base = tid;
        for (int k = 0; k < 4; ++k) kept[k] = at;
#pragma unroll
        for (int32_t j = 0; j < 4; j++) {
            if (at + j < n) {
                own[at + j] = kept[j] + base;
            }
        }
        __syncthreads();
    }
}
void run(float* a) { sums<float><<<1, 256>>>(a, a, 9, 9); }
";

#[test]
fn bounded_writes_of_a_loop_are_one_where_all_are_within_bounds_and_aligned() {
    assert_eq!(
        titles(SUMS, "own[at + j]"),
        ["write 4 elements of `out` at once where all are within bounds and their address is aligned: \
          16 sectors for 16 instead of 64"]
    );
    let [mend] = &offered(SUMS, "own[at + j]")[..] else { panic!("one") };
    assert!(!mend.is_supposed);
    let new = mend.applied(SUMS);
    let guarded = "        if (at + 3 < n && reinterpret_cast<size_t>(&own[at]) % (4 * sizeof(T)) == 0) {\n\
        \x20           struct alignas(4 * sizeof(T)) Four { T at[4]; };\n\
        \x20           Four four;\n\
        \x20           four.at[0] = kept[0] + base;\n\
        \x20           four.at[1] = kept[1] + base;\n\
        \x20           four.at[2] = kept[2] + base;\n\
        \x20           four.at[3] = kept[3] + base;\n\
        \x20           *reinterpret_cast<Four*>(&own[at]) = four;\n\
        \x20       } else {\n\
        \x20           #pragma unroll\n\
        \x20           for (int32_t j = 0; j < 4; j++) {\n\
        \x20               if (at + j < n) {\n\
        \x20                   own[at + j] = kept[j] + base;\n\
        \x20               }\n\
        \x20           }\n\
        \x20       }\n\
        \x20       __syncthreads();\n";
    assert!(new.contains(guarded), "{new}");
    // Nothing is left to be mended: the code as it was is told apart as what the guard leaves.
    let all = accesses(&new);
    assert!(!all.iter().any(Access::is_finding));
    let writes: Vec<_> = all.iter().filter(|access| access.base == "out").collect();
    let told: Vec<_> =
        writes.iter().map(|one| (one.width, one.cost.map(|cost| cost.is), one.is_fallback)).collect();
    assert_eq!(told, [(Some(16), Some(16), false), (Some(4), Some(16), true)]);
}

fn changed(from: &str, to: &str) -> Vec<Mend> {
    assert!(SUMS.contains(from), "{from}");
    offered(&SUMS.replace(from, to), "own[at + j]")
}

fn guard_after(from: &str, to: &str) -> String {
    assert!(SUMS.contains(from), "{from}");
    let text = SUMS.replace(from, to);
    let [mend] = &offered(&text, "own[at + j]")[..] else { return String::new() };
    let new = mend.applied(&text);
    let start = new.find("if (").unwrap_or_default();
    new[start..].lines().next().unwrap_or_default().trim().to_owned()
}

#[test]
fn the_last_bound_stands_for_all_only_of_integers_that_cannot_wrap_around() {
    let all = |bound: &str| {
        let each = |j: &str| bound.replace("{j}", j);
        format!(
            "if ({} && {} && {} && {} && reinterpret_cast<size_t>(&own[at]) % (4 * sizeof(T)) == 0) {{",
            each(""),
            each(" + 1"),
            each(" + 2"),
            each(" + 3")
        )
    };
    let bound = all("at{j} < n");
    assert_eq!(guard_after("int64_t at =", "uint32_t at ="), bound);
    assert_eq!(guard_after("const int64_t n,", "const size_t n,"), bound);
    assert_eq!(guard_after("int32_t j = 0", "unsigned j = 0"), bound);
    assert_eq!(guard_after("if (at + j < n)", "if (at + j != n)"), all("at{j} != n"));
}

#[test]
fn a_guard_of_the_address_is_enough_where_no_bound_stands() {
    assert_eq!(
        guard_after("if (at + j < n)", ""),
        "if (reinterpret_cast<size_t>(&own[at]) % (4 * sizeof(T)) == 0) {"
    );
    let statements = SUMS
        .replace(
            "#pragma unroll\n        for (int32_t j = 0; j < 4; j++) {\n            if (at + j < n) {\n",
            "{{",
        )
        .replace("own[at + j] = kept[j] + base;", "own[at] = base; own[at + 1] = 1;");
    assert_eq!(
        titles(&statements.replace("tid * 4", "tid * 2"), "own[at]"),
        ["write 2 elements of `out` at once where their address is aligned: 8 sectors for 8 instead of 16"]
    );
}

#[test]
fn values_bounds_and_places_must_be_the_threads_own() {
    for (from, to) in [
        ("= kept[j] + base;", "= in[at + j];"),
        ("= kept[j] + base;", "= own[at + j] + 1;"),
        ("= kept[j] + base;", "= kept[j]++;"),
        ("+= 4 * blockDim", "+= 2 * blockDim.x + 0 * blockDim"),
        ("own[at + j] = kept[j]", "own[at + j] += kept[j]"),
        ("if (at + j < n)", "if (at + j < in[0])"),
        ("if (at + j < n)", "if (at++ < n)"),
        ("if (at + j < n)", "if (next(at))"),
        ("own[at + j] =", "volatile int last = 0; own[at + j] ="),
        ("float base = tid;", "float& base = out[0];"),
        ("float base = tid;", "float base = tid; read(&base);"),
        ("T kept[4];", "__shared__ T kept[4];"),
        ("j < 4", "j < 3"),
        ("j < 4", "j < n"),
        ("own[at + j]", "own[at + 2 * j]"),
        ("int32_t j = 0", "int32_t j = 1"),
        ("at + j < n) {", "at + j < n) { own[at] = 0;"),
    ] {
        let is_same_row = from.starts_with("+=");
        assert_eq!(changed(from, to).is_empty(), !is_same_row, "{from} -> {to}");
    }
    // Lanes are no whole vectors apart.
    assert_eq!(titles(&SUMS.replace("tid * 4", "tid * 5"), "own[at + j]"), [""; 0]);
    // No instruction is that wide.
    assert_eq!(titles(&SUMS.replace("sums<float>", "sums<double>"), "own[at + j]"), [""; 0]);
}

#[test]
fn what_a_function_that_nobody_sees_reads_is_supposed_and_names_that_stand_there_are_left_alone() {
    let [mend] = &changed("kept[j] + base", "kept[j] + cast<T, float>(base)")[..] else { panic!("one") };
    assert!(
        mend.is_supposed && mend.title.ends_with("aligned, if `cast` reads nothing that is written"),
        "{}",
        mend.title
    );
    let [mend] = &changed("float base = tid;", "float base = tid; int Four = 0, four = 0;")[..] else {
        panic!("one")
    };
    assert!(mend.edits[0].1.contains("Four_2 { T at[4]; };") && mend.edits[0].1.contains("Four_2 four_2;"));
}

#[test]
fn the_branch_that_a_guard_leaves_is_no_finding() {
    let kernel = |guard: &str, then: &str, other: &str| {
        let text = format!(
            "__global__ void k(float* out, int n) {{\n\
             float* own = out + n * blockIdx.y; int at = threadIdx.x * 4;\n\
             if ({guard}) {{ {then} }} else {{ {other} }}\n}}\n"
        );
        accesses(&text).iter().filter(|access| access.is_finding()).count()
    };
    let slow = "for (int j = 0; j < 4; ++j) own[at + j] = j;";
    let aligned = "reinterpret_cast<uintptr_t>(own + at) % 16 == 0";
    assert_eq!(kernel(aligned, "", slow), 0);
    assert_eq!(kernel(&format!("at + 3 < n && {aligned}"), "", slow), 0);
    assert_eq!(kernel(&format!("!({aligned})"), slow, ""), 0);
    assert_eq!(kernel("(size_t)(own + at) % 16 != 0", slow, ""), 0);
    assert_eq!(kernel("__activemask() == 0xffffffff", "", slow), 0);
    assert_eq!(kernel("__all_sync(0xffffffff, at < n)", "", slow), 0);
    // The branch that a guard chooses is one, and so is that of any other condition.
    assert_eq!(kernel(aligned, slow, ""), 1);
    assert_eq!(kernel("!__all_sync(0xffffffff, at < n)", "", slow), 1);
    assert_eq!(kernel("n > 3", "", slow), 1);
}
