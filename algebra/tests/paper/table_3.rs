//! Table 3 of the CuTe paper (section 2.6.2): one GEMM, `C(m,n) += A(m,k) * B(n,k)`, is many algorithms, by its three
//! layouts. The names of the table (`M`, `lda`, `W`, ..) have small numbers here.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{IntTuple, Layout};

const M: i64 = 4;
const N: i64 = 3;
const K: i64 = 6;

/// A layout and the numbers at its offsets.
struct Tensor {
    layout: Layout,
    data: Vec<i64>,
}

impl Tensor {
    /// A tensor whose element at offset k is `(k * factor) % 101`.
    fn numbered(layout: &str, factor: i64) -> Self {
        let layout: Layout = layout.parse().unwrap();
        let data = (0..layout.cosize().unwrap()).map(|k| (k * factor) % 101).collect();
        Tensor { layout, data }
    }

    fn zeros(layout: &str) -> Self {
        Tensor::numbered(layout, 0)
    }

    fn size(&self, mode: usize) -> i64 {
        self.layout.mode(mode).unwrap().size()
    }

    /// The place of the coordinate (row, column), each of them 1-D whatever the mode folds.
    fn place(&self, row: i64, column: i64) -> usize {
        let coordinate: IntTuple = [row, column].into_iter().collect();
        usize::try_from(self.layout.eval(&coordinate).unwrap()).unwrap()
    }

    fn at(&self, row: i64, column: i64) -> i64 {
        self.data[self.place(row, column)]
    }
}

/// The GEMM of the paper, which knows nothing of what the modes fold.
fn gemm(a: &Tensor, b: &Tensor, c: &mut Tensor) {
    assert_eq!(a.size(0), c.size(0), "M");
    assert_eq!(b.size(0), c.size(1), "N");
    assert_eq!(a.size(1), b.size(1), "K");
    for k in 0..b.size(1) {
        for n in 0..b.size(0) {
            for m in 0..a.size(0) {
                let place = c.place(m, n);
                c.data[place] += a.at(m, k) * b.at(n, k);
            }
        }
    }
}

/// Runs GEMM and compares each element of C with `expected(a, b, m, n)`, which reads the data by hand.
#[track_caller]
fn check(a: &str, b: &str, c: &str, expected: impl Fn(&[i64], &[i64], i64, i64) -> i64) {
    let (a, b, mut c) = (Tensor::numbered(a, 7), Tensor::numbered(b, 11), Tensor::zeros(c));
    gemm(&a, &b, &mut c);
    for n in 0..c.size(1) {
        for m in 0..c.size(0) {
            assert_eq!(c.at(m, n), expected(&a.data, &b.data, m, n), "C({m},{n})");
        }
    }
}

fn index(offset: i64) -> usize {
    usize::try_from(offset).unwrap()
}

#[test]
fn nt_gemm_has_column_major_operands() {
    let (lda, ldb, ldc) = (5, 4, 7);
    check(
        &format!("({M},{K}):(1,{lda})"),
        &format!("({N},{K}):(1,{ldb})"),
        &format!("({M},{N}):(1,{ldc})"),
        |a, b, m, n| (0..K).map(|k| a[index(m + k * lda)] * b[index(n + k * ldb)]).sum(),
    );
}

#[test]
fn tn_gemm_has_row_major_operands() {
    let (lda, ldb, ldc) = (7, 8, 5);
    check(
        &format!("({M},{K}):({lda},1)"),
        &format!("({N},{K}):({ldb},1)"),
        &format!("({M},{N}):(1,{ldc})"),
        |a, b, m, n| (0..K).map(|k| a[index(m * lda + k)] * b[index(n * ldb + k)]).sum(),
    );
}

#[test]
fn ntt_gemm_exchanges_the_operands_for_a_transposed_result() {
    let (lda, ldb, ldc) = (5, 4, 7);
    // The table's A is (N,K) and its B (M,K), so its C is (N,M): element (n,m) is the product's element (m,n).
    check(
        &format!("({N},{K}):(1,{ldb})"),
        &format!("({M},{K}):(1,{lda})"),
        &format!("({N},{M}):(1,{ldc})"),
        |b, a, n, m| (0..K).map(|k| a[index(m + k * lda)] * b[index(n + k * ldb)]).sum(),
    );
}

#[test]
fn blis_gemm_has_any_two_strides_for_each_operand() {
    let (dma, dka, dnb, dkb, dmc, dnc) = (3, 14, 21, 2, 5, 23);
    check(
        &format!("({M},{K}):({dma},{dka})"),
        &format!("({N},{K}):({dnb},{dkb})"),
        &format!("({M},{N}):({dmc},{dnc})"),
        |a, b, m, n| (0..K).map(|k| a[index(m * dma + k * dka)] * b[index(n * dnb + k * dkb)]).sum(),
    );
}

#[test]
fn gett_folds_two_row_modes() {
    let (m1, m2, w, x, y, z) = (2, 5, 9, 50, 6, 40);
    check(
        &format!("(({m1},{m2}),{K}):((1,{w}),{x})"),
        &format!("({N},{K}):({K},1)"),
        &format!("(({m1},{m2}),{N}):((1,{y}),{z})"),
        |a, b, m, n| (0..K).map(|k| a[index(m % m1 + m / m1 * w + k * x)] * b[index(n * K + k)]).sum(),
    );
}

#[test]
fn gett_folds_two_reduction_modes() {
    let (k1, k2, w, x, y, z) = (3, 4, 4, 13, 4, 15);
    check(
        &format!("({M},({k1},{k2})):(1,({w},{x}))"),
        &format!("({N},({k1},{k2})):(1,({y},{z}))"),
        &format!("({M},{N}):(1,{M})"),
        |a, b, m, n| {
            let terms = (0..k1 * k2).map(|k| (k % k1, k / k1));
            terms.map(|(i, j)| a[index(m + i * w + j * x)] * b[index(n + i * y + j * z)]).sum()
        },
    );
}

#[test]
fn the_second_gett_row_is_printed_with_its_strides_exchanged() {
    // The table says (M,(K1,K2)):((W,X),1), which is no layout: the pair of strides belongs to the pair of sizes.
    let printed = "(4,(3,4)):((4,13),1)".parse::<Layout>().unwrap_err();
    assert_eq!(
        printed.to_string(),
        "shape (4,(3,4)) and stride ((4,13),1) are not congruent: at mode 0, an integer against a tuple of rank 2"
    );
}

#[test]
fn conv_folds_the_filter_taps_into_the_reduction() {
    // A is the filter (K,(C,T,R,S)); B reads the activation (N,C,D,H,W) through overlapping strides; C is the output
    // (K,(N,Z,P,Q)). A tap and an output position along one axis share the stride of that axis.
    let (channels, taps, outputs) = (2, [2, 1, 3], [2, 3, 2]);
    let [t, r, s] = taps;
    let [z, p, q] = outputs;
    let (depth, height, width) = (z + t - 1, p + r - 1, q + s - 1);
    let (row, plane) = (width, width * height);
    let (channel, image) = (plane * depth, plane * depth * channels);
    let filters = 3;
    let images = 2;
    let reduction = channels * t * r * s;
    check(
        &format!(
            "({filters},({channels},{t},{r},{s})):({reduction},(1,{channels},{},{}))",
            channels * t,
            channels * t * r
        ),
        &format!(
            "(({images},{z},{p},{q}),({channels},{t},{r},{s})):(({image},{plane},{row},1),({channel},{plane},{row},1))"
        ),
        &format!(
            "({filters},({images},{z},{p},{q})):(1,({filters},{},{},{}))",
            filters * images,
            filters * images * z,
            filters * images * z * p
        ),
        |filter, activation, k, position| {
            let (i, zz, pp, qq) = (
                position % images,
                position / images % z,
                position / (images * z) % p,
                position / (images * z * p),
            );
            let mut sum = 0;
            for c in 0..channels {
                for tt in 0..t {
                    for rr in 0..r {
                        for ss in 0..s {
                            let tap = k * reduction + c + channels * (tt + t * (rr + r * ss));
                            let at = i * image + c * channel + (zz + tt) * plane + (pp + rr) * row + qq + ss;
                            sum += filter[index(tap)] * activation[index(at)];
                        }
                    }
                }
            }
            sum
        },
    );
}
