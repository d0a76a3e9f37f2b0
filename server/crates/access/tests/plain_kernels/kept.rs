//! What is kept of a revision changes nothing of what is read of a later one.

use std::sync::Arc;

use layoutlens_access::{Header, Kept, read_after, read_with};

const KERNELS: &str = r"
#include <cuda_runtime.h>
#define TILE 32
#define AT(row, column) ((row) * TILE + (column))

namespace shapes {
constexpr int kRows = 8;
struct Strided {
  float* data;
  int stride;
};

__device__ int column() {
  return threadIdx.x % TILE;
}

}  // namespace shapes

using Element = float;

__device__ float loaded(const Element* from, int at) {
  return from[at * 2];
}

template <int kStep>
__global__ void strided(const float* in, float* out) {
  out[threadIdx.x * kStep] = loaded(in, threadIdx.x);
}

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[TILE][TILE];
  int row = threadIdx.y;
  for (int i = 0; i < shapes::kRows; ++i) {
    tile[row + i][shapes::column()] = in[AT(row + i, threadIdx.x)];
  }
  __syncthreads();
  out[threadIdx.x * n + row] = tile[threadIdx.x][row];
}

__global__ void packed(shapes::Strided at) {
  // cute: with blockDim = (64)
  at.data[threadIdx.x * at.stride] = 0;
  extern __shared__ char raw[];
  float* buffer = reinterpret_cast<float*>(raw);
  buffer[threadIdx.x * 4] = from_header(threadIdx.x);
}

void launch(const float* in, float* out, int n) {
  dim3 block(TILE, 8);
  strided<2><<<1, 64>>>(in, out);
  strided<4><<<1, 128>>>(in, out);
  transpose<<<dim3(1), block>>>(in, out, n);
}
";

const HEADER: &str =
    "__device__ int from_header(int i) { return i * kFactor; }\nconstexpr int kFactor = 3;\n";

/// What is typed, pasted and taken away.
const PIECES: &[&str] = &[
    "1",
    "3",
    "32",
    "x",
    " ",
    "\n",
    ";",
    "(",
    ")",
    "{",
    "}",
    "/*",
    "*/",
    "//",
    "<2>",
    "constexpr int TILE = 16;\n",
    "#define TILE 16\n",
    "int kFactor = 5;\n",
    "__device__ int column() { return 0; }\n",
    "threadIdx.y",
    "<<<1, 32>>>",
    "__global__ void more(float* a) { a[threadIdx.x * 3] = 0; }\n",
    "# if 0\n",
    "#endif\n",
    "namespace n {",
    "struct Element { int a[3]; };\n",
];

fn edited(text: &str, random: &mut fastrand::Rng) -> String {
    let mut place = || text.floor_char_boundary(random.usize(..=text.len()));
    let (mut start, mut end) = (place(), place());
    if start > end {
        std::mem::swap(&mut start, &mut end);
    }
    match random.u8(..5) {
        // A piece of the text stands elsewhere, too.
        0 if end - start < 400 => {
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            format!("{}{}{}", &text[..at], &text[start..end], &text[at..])
        }
        1 => {
            let end = text.floor_char_boundary((start + random.usize(1..4)).min(text.len()));
            format!("{}{}", &text[..start], &text[end.max(start)..])
        }
        // Two numbers, far from each other, become others.
        2 => text.replacen("32", "33", random.usize(..3)).replacen('8', "16", random.usize(..3)),
        _ => format!("{}{}{}", &text[..start], PIECES[random.usize(..PIECES.len())], &text[start..]),
    }
}

#[test]
fn what_is_read_after_an_edit_is_what_is_read_at_once() {
    let mut random = fastrand::Rng::with_seed(20261128);
    let headers: Arc<[Arc<Header>]> = [Arc::new(Header::new(HEADER.into()))].into();
    let other: Arc<[Arc<Header>]> = [Arc::new(Header::new("const int kRows = 2;\n".into()))].into();
    let mut with_accesses = 0;
    for _ in 0..30 {
        let mut text = KERNELS.to_owned();
        let mut kept: Option<Kept> = None;
        for round in 0..12 {
            let files = if random.u8(..10) == 0 { &other } else { &headers };
            let (after, next) = read_after(&text.as_str().into(), files, kept.as_ref());
            let fresh = read_with(&text, files);
            assert_eq!(after, fresh, "round {round}\n{text}");
            with_accesses += usize::from(after.accesses.len() > 3);
            kept = Some(next);
            let before = text.clone();
            for _ in 0..random.usize(1..3) {
                text = edited(&text, &mut random);
            }
            // What was typed is taken back.
            if random.u8(..3) == 0 {
                text = before;
            }
        }
    }
    assert!(with_accesses > 200, "only {with_accesses} of the texts have accesses");
}

#[test]
fn what_a_kernel_asks_for_changes_it() {
    let text = |rows: &str, step: &str, body: &str| -> Arc<str> {
        let text = KERNELS.replace("kRows = 8", &format!("kRows = {rows}")).replace("strided<2>", step);
        text.replace("from[at * 2]", body).into()
    };
    let headers = Arc::default();
    let (_, kept) = read_after(&text("8", "strided<2>", "from[at * 2]"), &headers, None);
    for text in [
        text("8", "strided<16>", "from[at * 2]"),
        text("4", "strided<2>", "from[at * 2]"),
        text("8", "strided<2>", "from[at * 3]"),
        text("8", "strided<2>", "from[at * 2] + from[at]"),
    ] {
        let (after, _) = read_after(&text, &headers, Some(&kept));
        assert_eq!(after, read_with(&text, &headers));
    }
}
