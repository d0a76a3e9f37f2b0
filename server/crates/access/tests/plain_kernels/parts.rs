//! Parts of dynamic shared memory: their rows are made longer where nothing else changes.

use layoutlens_access::{Access, Mend, accesses, mends};

/// Scores of attention behind tiles whose width the launch gives, as llm.c keeps them, and sums behind the scores.
const SCORES: &str = "__global__ void scores(const float* q, const float* k, float* out, int n, int d, const int Bc) {\n\
    int tx = threadIdx.x;\n\
    extern __shared__ float sram[];\n\
    int tile = Bc * d;\n\
    float* Q = sram;\n\
    float* K = &sram[tile];\n\
    float* S = &sram[tile * 2];\n\
    float* sums = sram + tile * 2 + Bc * 32;\n\
    for (int x = 0; x < d; x++) { Q[(tx * d) + x] = q[tx * d + x]; K[(tx * d) + x] = k[tx * d + x]; }\n\
    __syncthreads();\n\
    for (int y = 0; y < Bc; y++) {\n\
        if (y >= n) break;\n\
        float sum = 0;\n\
        for (int x = 0; x < d; x++) sum += Q[(tx * d) + x] * K[(y * d) + x];\n\
        S[(Bc * tx) + y] = sum;\n\
    }\n\
    sums[tx] = 0;\n\
    for (int y = 0; y < Bc; y++) sums[tx] += S[(Bc * tx) + y];\n\
    out[tx] = sums[tx];\n}\n\
    void run(const float* q, const float* k, float* out, int n, int d) {\n\
    const int Bc = 32;\n\
    int bytes = (2 * Bc * d + Bc * 32 + 32) * sizeof(float);\n\
    scores<<<1, 32, bytes>>>(q, k, out, n, d, Bc); }\n";

/// What is offered for the first finding among the scores.
fn offered(text: &str) -> Vec<Mend> {
    let all = accesses(text);
    let is_of_scores = |access: &&Access| text[access.range.clone()].starts_with("S[") && access.is_finding();
    mends(text, &[], all.iter().find(is_of_scores).expect("a finding"))
}

fn titles(text: &str) -> Vec<String> {
    offered(text).into_iter().map(|mend| format!("{}: {}", mend.title, mend.cost)).collect()
}

#[test]
fn rows_of_a_part_are_padded_at_all_uses_and_what_lies_behind_moves() {
    let title = "pad the rows of `S` by 1, 128 bytes more at each launch here: 1 wavefront for 1";
    assert_eq!(titles(SCORES), [title]);
    let new = offered(SCORES)[0].applied(SCORES);
    assert_eq!(new.matches("S[((Bc + 1) * tx) + y]").count(), 2, "{new}");
    assert!(new.contains("float* sums = sram + tile * 2 + Bc * 32 + 32;"), "{new}");
    assert!(new.contains("scores<<<1, 32, bytes + 128>>>"), "{new}");
    assert!(!accesses(&new).iter().any(|access| access.space.name() == "shared" && access.is_finding()));
    // Rows whose length is a number.
    let plain = SCORES.replace("(Bc * tx) + y", "y + tx * 32");
    assert_eq!(titles(&plain), [title]);
    assert!(offered(&plain)[0].applied(&plain).contains("S[y + tx * (32 + 1)]"));
}

#[test]
fn rows_of_a_part_stay_where_an_access_may_leave_them_or_come_from_elsewhere() {
    let changed = |from: &str, to: &str| {
        assert!(SCORES.contains(from), "{from}");
        titles(&SCORES.replace(from, to))
    };
    assert_eq!(changed("out[tx] = sums[tx];", "out[tx] = sums[tx] + S[y0];"), [""; 0]);
    assert_eq!(changed("out[tx] = sums[tx];", "out[tx] = sums[tx] + S[tx + 1];"), [""; 0]);
    assert_eq!(changed("out[tx] = sums[tx];", "out[tx] = sums[tx] + S[tx];").len(), 1);
    // A tile that may reach into the scores: in front of them, and a row further.
    assert_eq!(changed("out[tx] = sums[tx];", "out[tx] = K[n];"), [""; 0]);
    assert_eq!(changed("K[(y * d) + x]", "K[((y + 1) * d) + x]"), [""; 0]);
    assert_eq!(changed("int x = 0; x < d; x++) sum", "int x = 0; x <= d; x++) sum"), [""; 0]);
    // Behind them, and not known to be.
    assert_eq!(changed("tile * 2 + Bc * 32;", "tile * 2 + n;"), [""; 0]);
    // Given away, and written under another name.
    assert_eq!(changed("sums[tx] = 0;", "clear(S);"), [""; 0]);
    assert_eq!(changed("sums[tx] = 0;", "float* row = S + tx; row[0] = 0;"), [""; 0]);
    assert_eq!(changed("sums[tx] = 0;", "extern __shared__ float other[]; other[tx] = 0;"), [""; 0]);
    // The launch gives no number of bytes.
    assert_eq!(changed("<<<1, 32, bytes>>>", "<<<1, 32>>>"), [""; 0]);
}

#[test]
fn a_loop_that_changes_what_it_goes_up_to_bounds_nothing() {
    let text = SCORES.replace("x++) sum +=", "x++, d++) sum +=");
    assert_eq!(titles(&text), [""; 0]);
}

#[test]
fn a_launch_whose_bytes_are_known_at_run_time_only_may_have_no_room_for_more() {
    let offered = |bytes: &str| offered(&SCORES.replace("32, bytes>>>", &format!("32, {bytes}>>>")));
    assert!(offered("bytes")[0].is_supposed);
    assert!(!offered("49024")[0].is_supposed);
    assert!(offered("49025").is_empty(), "48 KiB and a byte");
}

#[test]
fn an_array_beside_what_launches_give_may_have_no_room_for_more() {
    let text = |declared: &str| {
        format!(
            "__global__ void k(const float* in, float* out) {{\n__shared__ float tile[32][32];\n{declared}\
             for (int i = 0; i < 32; ++i) tile[i][threadIdx.x] = in[i * 32 + threadIdx.x];\n__syncthreads();\n\
             for (int i = 0; i < 32; ++i) out[i * 32 + threadIdx.x] = tile[threadIdx.x][i];\n}}\n\
             void run(const float* in, float* out, int n) {{ k<<<1, 32, n>>>(in, out); }}\n"
        )
    };
    let is_supposed = |text: &str| {
        let all = accesses(text);
        let finding = all.iter().find(|access| access.is_finding()).expect("a finding");
        mends(text, &[], finding).first().map(|mend| mend.is_supposed)
    };
    assert_eq!(is_supposed(&text("")), Some(false));
    assert_eq!(is_supposed(&text("extern __shared__ float more[];\nmore[threadIdx.x] = 0;\n")), Some(true));
}
