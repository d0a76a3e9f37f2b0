//! Neighbouring elements of global memory that are accessed one by one become a vector where that is proved.

use layoutlens_access::{Access, Mend, accesses, mends};

/// What is offered for the first access whose text begins so and that may be mended.
fn offered(text: &str, at: &str) -> Vec<Mend> {
    let all = accesses(text);
    let costs_more = |access: &&Access| access.cost.is_some_and(|cost| cost.is > cost.least);
    let is_at = |access: &&Access| text[access.range.start..].starts_with(at) && costs_more(access);
    all.iter().find(is_at).map(|access| mends(text, &[], access)).unwrap_or_default()
}

fn titles(text: &str, at: &str) -> Vec<String> {
    let widened = offered(text, at).into_iter().filter(|mend| mend.title.starts_with("widen"));
    widened.map(|mend| format!("{}: {} instead of {}", mend.title, mend.cost, mend.was)).collect()
}

/// Two coordinates a thread, written one by one, as gsplat does.
const POINTS: &str = "__global__ void project(const float* __restrict__ in, float* __restrict__ points, int* radii, int n) {\n\
    int at = blockIdx.x * blockDim.x + threadIdx.x;\n\
    if (at >= n) return;\n\
    float x = in[at], y = x * 2, z = x + y;\n\
    radii[at * 2] = (int)x;\n\
    radii[at * 2 + 1] = (int)(y + z);\n\
    points[at * 3] = x;\n\
    points[at * 3 + 1] = y;\n\
    points[at * 3 + 2] = z;\n}\n";

#[test]
fn writes_of_neighbours_become_one_of_a_vector() {
    let title = "widen 2 writes of `radii` to an `int2`, if `radii` is aligned to 8 bytes: 8 sectors for 8 instead of 16";
    assert_eq!(titles(POINTS, "radii[at * 2]"), [title]);
    assert_eq!(titles(POINTS, "radii[at * 2 + 1]"), [title]);
    let [mend] = &offered(POINTS, "radii[at * 2]")[..] else { panic!("one") };
    assert!(mend.is_supposed);
    let new = mend.applied(POINTS);
    assert!(
        new.contains("\n*reinterpret_cast<int2*>(&radii[at * 2]) = make_int2((int)x, (int)(y + z));\npoints[at * 3] = x;"),
        "{new}"
    );
    // Lanes that data chooses.
    assert_eq!(titles(&POINTS.replace("(at >= n)", "(in[at] > 0)"), "radii[at * 2]"), [title]);
    // Of three elements no vector begins at a multiple of its size in each lane.
    assert_eq!(titles(POINTS, "points[at * 3]"), [""; 0]);
}

#[test]
fn writes_stay_where_a_value_may_change_in_between_or_the_type_is_not_spelled() {
    let changed = |from: &str, to: &str| {
        assert!(POINTS.contains(from), "{from}");
        titles(&POINTS.replace(from, to), "radii[at * 2]")
    };
    assert_eq!(changed("(int)(y + z);", "(int)in[at];"), [""; 0]);
    assert_eq!(changed("(int)(y + z);", "radii[at * 2];"), [""; 0]);
    assert_eq!(changed("(int)(y + z);", "next(y);"), [""; 0]);
    assert_eq!(changed("(int)(y + z);", "at++;"), [""; 0]);
    assert_eq!(changed("z = x + y;", "z = x + y; float& r = z;").len(), 1);
    assert_eq!(changed("z = x + y;", "z = x + y; if (x > 0 && z > 0) return;").len(), 1);
    assert_eq!(changed("z = x + y;", "w = x; float&& z = f(radii);"), [""; 0]);
    assert_eq!(changed("z = x + y;", "other = x; int& z = radii[0];"), [""; 0]);
    assert_eq!(changed("radii[at * 2] = (int)x;", "radii[at * 2] += (int)x;"), [""; 0]);
    assert_eq!(changed("radii[at * 2] = (int)x;", "if (x > 0) radii[at * 2] = (int)x;"), [""; 0]);
    assert_eq!(changed("at * 2 + 1]", "at * 2 + 3]"), [""; 0]);
    let template =
        POINTS.replace("__global__", "template <typename T> __global__").replace("int* radii", "T* radii")
            + "void run(float* a, int* r) { project<int><<<1, 64>>>(a, a, r, 9); }\n";
    assert_eq!(titles(&template, "radii[at * 2]"), [""; 0]);
    // The pointer is used as one to vectors already.
    let aligned = POINTS.replace("if (at >= n) return;", "((int2*)radii)[at] = make_int2(0, 0);");
    assert_eq!(
        titles(&aligned, "radii[at * 2]"),
        ["widen 2 writes of `radii` to an `int2`: 8 sectors for 8 instead of 16"]
    );
}

/// A row of four a thread, added up and copied.
const ROWS: &str = "__global__ void rows(const float* __restrict__ in, float* out, float* sums, int n) {\n\
    int at = blockIdx.x * blockDim.x + threadIdx.x;\n\
    float sum = in[at * 4] + in[at * 4 + 1];\n\
    sum += in[4 * at + 2] * in[at * 4 + 3];\n\
    sums[at] = sum;\n\
    #pragma unroll\n\
    for (int j = 0; j < 4; ++j) {\n\
        out[at * 4 + j] = in[n * 4 + at * 4 + j];\n\
    }\n}\n";

#[test]
fn reads_of_neighbours_become_one_of_a_vector() {
    let title = "widen 4 reads of `in` to a `float4`, if `in` is aligned to 16 bytes: 16 sectors for 16 instead of 64";
    assert_eq!(titles(ROWS, "in[at * 4] "), [title]);
    let new = offered(ROWS, "in[at * 4] ")[0].applied(ROWS);
    assert!(
        new.contains(
            "\nconst float4 in_4 = *reinterpret_cast<const float4*>(&in[at * 4]);\n\
             float sum = in_4.x + in_4.y;\nsum += in_4.z * in_4.w;\nsums[at] = sum;"
        ),
        "{new}"
    );
    // Of two of them, all that is between the others is nothing to them.
    let half =
        "widen 2 reads of `in` to a `float2`, if `in` is aligned to 8 bytes: 16 sectors for 8 instead of 32";
    let changed = |from: &str, to: &str| titles(&ROWS.replace(from, to), "in[at * 4] ");
    assert_eq!(changed("sum += in", "sum += at > 3 ? 1 : in"), [half]);
    assert_eq!(changed("sum += in", "__syncthreads(); sum += in"), [half]);
    assert_eq!(changed("sum += in", "at += 4; sum += in"), [half]);
    assert_eq!(changed("sum += in", "sums[at] = 0; sum += in"), [title]);
    let aliased = ROWS.replace("__restrict__", "").replace("sum += in", "sums[at] = 0; sum += in");
    assert_eq!(titles(&aliased, "in[at * 4] "), [half]);
}

#[test]
fn a_loop_over_neighbours_is_written_out_and_becomes_vectors() {
    let title = "widen 4 reads of `in` to a `float4` and widen 4 writes of `out` to a `float4`, if `in` is aligned to 16 bytes \
                 and `out` is aligned to 16 bytes: 16 sectors for 16 instead of 128";
    assert_eq!(titles(ROWS, "out[at * 4 + j]"), [title]);
    let new = offered(ROWS, "out[at * 4 + j]")[0].applied(ROWS);
    assert!(
        new.contains(
            "\nconst float4 in_4 = *reinterpret_cast<const float4*>(&in[n * 4 + at * 4 + 0]);\n\
             *reinterpret_cast<float4*>(&out[at * 4 + 0]) = make_float4(in_4.x, in_4.y, in_4.z, in_4.w);\n}"
        ),
        "{new}"
    );
    let changed = |from: &str, to: &str| titles(&ROWS.replace(from, to), "out[at * 4 + j]");
    assert_eq!(changed("j < 4", "j < 3"), [""; 0]);
    assert_eq!(changed("j < 4", "j < n"), [""; 0]);
    assert_eq!(changed("n * 4 + at", "n + at"), [""; 0]);
    assert_eq!(changed("out[at * 4 + j] = ", "if (j < n) out[at * 4 + j] = "), [""; 0]);
    let array = ROWS
        .replace("float sum =", "float kept[4]; float sum =")
        .replace("= in[n * 4 + at * 4 + j]", "= kept[j]");
    assert!(
        offered(&array, "out[at * 4 + j]")[0]
            .applied(&array)
            .contains("make_float4(kept[0], kept[1], kept[2], kept[3])")
    );
}
