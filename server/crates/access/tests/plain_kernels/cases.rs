//! Accesses that hang on conditions of run time: what they are where these have the same answer for all lanes.

use layoutlens_access::{Access, accesses};

/// The layout of the access that is spelled so, with what it is held under.
fn told(text: &str, spelled: &str) -> String {
    let all = accesses(text);
    let found: Vec<&Access> = all.iter().filter(|access| &text[access.range.clone()] == spelled).collect();
    let [access] = found.as_slice() else { panic!("{spelled}: {all:#?}") };
    let layout = access.layout.as_deref().unwrap_or("?");
    let held: Vec<&str> = access
        .when
        .iter()
        .filter(|when| when.starts_with("if ") || when.starts_with("where `"))
        .map(String::as_str)
        .collect();
    assert!(held.is_empty() || (access.is_supposed && !access.is_finding()), "{access:#?}");
    if held.is_empty() { layout.to_owned() } else { format!("{layout} {}", held.join(", ")) }
}

#[test]
fn a_condition_that_all_lanes_share_makes_two_cases() {
    let text = "__global__ void k(float* a, const float* m, int n, int w) {\n\
                int i = threadIdx.x;\n\
                int j = i;\n\
                if (n) j *= 2;\n\
                a[j] = 1;\n\
                int t = m ? i * 4 : i;\n\
                a[t + 2] = 5;\n\
                if (m) a[t + 7] = 6;\n\
                if (!(n > 3 && w > 2)) t = 0;\n\
                a[t] = 7;\n}\n";
    assert_eq!(told(text, "a[j]"), "32:2 if `n!=0`");
    assert_eq!(told(text, "a[t + 2]"), "32:4 if `m is given`");
    // The code asks for it.
    assert_eq!(told(text, "a[t + 7]"), "32:4");
    // Where all lanes have the same, there is nothing to see.
    assert_eq!(told(text, "a[t]"), "32:4 if `m is given`, if `n>3`, if `w>2`");
}

#[test]
fn an_index_that_is_kept_in_bounds_is_told_where_no_lane_is_at_them() {
    let text = "__global__ void k(float* a, int w) {\n\
                int i = threadIdx.x;\n\
                a[min(i, w)] = 1;\n\
                a[max(i, w)] = 2;\n\
                int e = i;\n\
                if (e >= w) e = w - 1;\n\
                a[e] = 3;\n\
                a[i < w ? i : 2 * w - i] = 4;\n\
                a[min(i, w) + max(i, w)] = 5;\n}\n";
    assert_eq!(told(text, "a[min(i, w)]"), "32:1 where `32*warp + .. <= w` for all lanes");
    assert_eq!(told(text, "a[max(i, w)]"), "32:1 where `32*warp + .. >= w` for all lanes");
    assert_eq!(told(text, "a[e]"), "32:1 where `32*warp + .. >= w` for no lane");
    assert_eq!(told(text, "a[i < w ? i : 2 * w - i]"), "32:1 where `32*warp + .. < w` for all lanes");
}

#[test]
fn one_condition_has_one_answer_in_a_case() {
    let text = "__global__ void k(float* a, int n) {\n\
                int i = threadIdx.x;\n\
                int j = n > 4 ? i : 0;\n\
                int l = n > 4 ? 0 : i;\n\
                a[j * 2 + l * 3] = 1;\n\
                int p = i < n ? i : 0;\n\
                int q = i < n ? 0 : i;\n\
                a[p + q] = 2;\n\
                n += 1;\n\
                int r = n > 4 ? 0 : i;\n\
                a[j * 2 + r] = 3;\n}\n";
    assert_eq!(told(text, "a[j * 2 + l * 3]"), "32:2 if `n>4`");
    assert_eq!(told(text, "a[p + q]"), "32:1 where `32*warp + .. < n` for all lanes");
    // Another `n`, another condition.
    assert_eq!(told(text, "a[j * 2 + r]"), "32:2 if `n>4`, if `(n + 1)>4`");
}

#[test]
fn what_hangs_on_data_has_no_cases() {
    let text = "__global__ void k(float* a, const int* b) {\n\
                int i = threadIdx.x;\n\
                a[b[i] > 0 ? i : 2 * i] = 1;\n\
                a[i + b[i]] = 2;\n}\n";
    assert_eq!(told(text, "a[b[i] > 0 ? i : 2 * i]"), "?");
    assert_eq!(told(text, "a[i + b[i]]"), "?");
}

#[test]
fn what_cannot_hold_at_once_is_no_case() {
    let text = "__global__ void k(float* a, int w, int n) {\n\
                int i = threadIdx.x;\n\
                a[min(i, w) + max(i, w)] = 1;\n\
                int p = n > 9 ? 0 : i;\n\
                int q = n < 5 ? 0 : i;\n\
                a[p + 2 * q] = 2;\n\
                if (n > 20) a[p + 3 * q] = 3;\n\
                if (i < w) a[i < w + 5 ? 0 : i] = 4;\n\
                a[i == w ? i : 0] = 5;\n}\n";
    // The least and the greatest of two are both of them.
    assert_eq!(
        told(text, "a[min(i, w) + max(i, w)]"),
        "32:1 where `32*warp + .. <= w` for all lanes, where `32*warp + .. >= w` for no lane"
    );
    assert_eq!(told(text, "a[p + 2 * q]"), "32:2 if `n>9`, if not `n<5`");
    assert_eq!(told(text, "a[p + 3 * q]"), "32:3 if `n>9`, if not `n<5`");
    // Lanes that are kept out elsewhere have no case here, and all lanes are never equal to one number.
    assert_eq!(told(text, "a[i < w + 5 ? 0 : i]"), "?");
    assert_eq!(told(text, "a[i == w ? i : 0]"), "?");
}

#[test]
fn a_mask_of_a_size_keeps_the_lowest_bits_if_that_is_a_multiple_of_them() {
    let text = "__global__ void k(float* a, int stride) {\n\
                a[2 * threadIdx.x - (threadIdx.x & (stride - 1))] = 0;\n\
                a[threadIdx.x & stride] = 0;\n}\n";
    let found = accesses(text);
    assert_eq!(found[0].layout.as_deref(), Some("32:1"));
    assert!(found[0].when.iter().any(|when| when == "`stride` a multiple of 32"), "{:?}", found[0].when);
    assert!(found[0].is_supposed && found[1].layout.is_none());
}
