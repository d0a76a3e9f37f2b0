//! A layout as C++ and CUDA that does without CuTe: loops, index arrays, and what each thread owns.

use std::fmt::Write as _;

use layout_algebra::{AnyLayout, Error, Function, IntTuple, Layout, Swizzle};

use crate::ThreadValuesError;

/// The most offsets that are written out.
const MOST_WRITTEN: i64 = 4096;
/// How many numbers stand on a line.
const ON_A_LINE: usize = 16;

const HEAD: &str = "#ifndef __CUDACC__\n#define __host__\n#define __device__\n#endif\n\n";

/// The leaves of a layout with more than one coordinate: extent, stride, how many coordinates there are before one step of it.
struct Leaf {
    extent: i64,
    stride: i64,
    before: i64,
}

fn leaves(layout: &Layout) -> Vec<Leaf> {
    let stride = layout.stride();
    let mut before = 1_i64;
    let mut leaves = Vec::new();
    for (extent, stride) in Layout::shape(layout).leaves().into_iter().zip(stride.leaves()) {
        leaves.push(Leaf { extent: *extent, stride: *stride, before });
        before = before.saturating_mul(*extent);
    }
    leaves.retain(|leaf| leaf.extent != 1);
    leaves
}

/// `c0 * 64 + c1`.
fn sum(terms: impl Iterator<Item = (String, i64)>) -> String {
    let terms: Vec<String> = terms
        .filter(|(_, stride)| *stride != 0)
        .map(|(name, stride)| if stride == 1 { name } else { format!("{name} * {}", literal(stride)) })
        .collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// A number as C++ reads it: the least one has no literal of its own.
fn literal(number: i64) -> String {
    match number {
        i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
        -9_223_372_036_854_775_807..0 => format!("({number}LL)"),
        _ if i32::try_from(number).is_err() => format!("{number}LL"),
        _ => number.to_string(),
    }
}

/// Lines that take `index` apart into `prefix0`, `prefix1`, ..
fn coordinates(leaves: &[Leaf], index: &str, prefix: &str, code: &mut String) {
    // What steps by nothing is not asked for.
    for (number, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| leaf.stride != 0) {
        let divided =
            if leaf.before == 1 { index.to_owned() } else { format!("{index} / {}", literal(leaf.before)) };
        // The last mode goes on behind its end, as CuTe's does.
        let rest =
            if number + 1 == leaves.len() { String::new() } else { format!(" % {}", literal(leaf.extent)) };
        put(code, format_args!("  const long long {prefix}{number} = {divided}{rest};\n"));
    }
}

fn put(code: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _infallible = code.write_fmt(arguments);
}

/// What a swizzle does to an expression that is named.
fn swizzled(swizzle: Swizzle, name: &str) -> String {
    let (mask, shift) = (swizzle.source_mask(), swizzle.shift());
    let (sign, distance) = if shift >= 0 { (">>", shift) } else { ("<<", -shift) };
    format!("{name} ^ (({name} & {}) {sign} {distance})", literal(mask))
}

/// Nested loops and index arrays of any layout.
///
/// # Errors
/// An offset that does not fit in 64 bits.
pub fn loops(layout: &AnyLayout) -> Result<String, Error> {
    let (domain, rest): (Layout, Vec<Function>) = match layout {
        AnyLayout::Layout(layout) => (layout.clone(), Vec::new()),
        AnyLayout::Composed(composed) => (
            composed.layout().clone(),
            vec![Function::Swizzle(composed.swizzle()), Function::Offset(*composed.offset())],
        ),
        AnyLayout::Chain(chain) => match chain.functions().split_last() {
            Some((Function::Layout(domain), rest)) => (domain.clone(), rest.to_vec()),
            _ => (Layout::compact(IntTuple::Int(1))?, chain.functions().to_vec()),
        },
    };
    let size = domain.size();
    let domain_leaves = leaves(&domain);
    let mut code =
        format!("// {layout}\n// The offset of each coordinate, without CuTe; C++ and CUDA.\n{HEAD}");
    put(&mut code, format_args!("constexpr long long size = {};\n\n", literal(size)));
    for (number, function) in rest.iter().enumerate() {
        put(
            &mut code,
            format_args!("__host__ __device__ constexpr long long then{number}(long long x) {{\n"),
        );
        match function {
            Function::Layout(inner) => {
                let inner = leaves(inner);
                coordinates(&inner, "x", "c", &mut code);
                let terms = inner.iter().enumerate().map(|(at, leaf)| (format!("c{at}"), leaf.stride));
                put(&mut code, format_args!("  return {};\n}}\n\n", sum(terms)));
            }
            Function::Swizzle(swizzle) => {
                put(&mut code, format_args!("  return {};  // {swizzle}\n}}\n\n", swizzled(*swizzle, "x")));
            }
            Function::Offset(offset) => {
                put(&mut code, format_args!("  return x + {};\n}}\n\n", literal(*offset)))
            }
        }
    }
    let through =
        |inner: String| (0..rest.len()).rev().fold(inner, |inner, number| format!("then{number}({inner})"));
    let terms = || domain_leaves.iter().enumerate().map(|(at, leaf)| (format!("c{at}"), leaf.stride));
    code.push_str("// The offset of the 1-D coordinate i.\n");
    code.push_str("__host__ __device__ constexpr long long offset(long long i) {\n");
    if domain_leaves.iter().all(|leaf| leaf.stride == 0) {
        code.push_str("  (void)i;\n");
    }
    coordinates(&domain_leaves, "i", "c", &mut code);
    put(&mut code, format_args!("  return {};\n}}\n\n", through(sum(terms()))));
    code.push_str("// All coordinates in their order: the leftmost mode is the innermost loop.\n");
    code.push_str(
        "template <class Visit>\n__host__ __device__ void each(Visit visit) {\n  long long i = 0;\n",
    );
    for (depth, (number, leaf)) in domain_leaves.iter().enumerate().rev().enumerate() {
        let indent = "  ".repeat(depth + 1);
        put(
            &mut code,
            format_args!(
                "{indent}for (long long c{number} = 0; c{number} < {}; ++c{number})  // steps by {}\n",
                literal(leaf.extent),
                leaf.stride
            ),
        );
    }
    put(
        &mut code,
        format_args!("{}visit(i++, {});\n}}\n", "  ".repeat(domain_leaves.len() + 1), through(sum(terms()))),
    );
    if rest.is_empty() {
        modes(&domain, &mut code)?;
    }
    if size <= MOST_WRITTEN {
        let all = (0..size).map(|index| layout.at(index)).collect::<Result<Vec<_>, _>>()?;
        put(&mut code, format_args!("\n// The offsets of all 1-D coordinates.\n{}", array("offsets", &all)));
    }
    Ok(code)
}

/// An index array a mode, of a layout with several: an offset is the sum of one of each.
fn modes(layout: &Layout, code: &mut String) -> Result<(), Error> {
    let modes = layout.modes();
    if modes.len() < 2 || modes.iter().any(|mode| mode.size() > MOST_WRITTEN) {
        return Ok(());
    }
    let terms: Vec<String> = (0..modes.len()).map(|mode| format!("mode{mode}[c{mode}]")).collect();
    put(code, format_args!("\n// Index arrays: the offset of (c0, c1, ..) is {}.\n", terms.join(" + ")));
    for (number, mode) in modes.iter().enumerate() {
        let offsets = (0..mode.size()).map(|index| mode.at(index)).collect::<Result<Vec<_>, _>>()?;
        code.push_str(&array(&format!("mode{number}"), &offsets));
    }
    Ok(())
}

fn array(name: &str, numbers: &[i64]) -> String {
    let mut text = format!("constexpr long long {name}[{}] = {{", numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        text.push_str(if at % ON_A_LINE == 0 { "\n    " } else { " " });
        put(&mut text, format_args!("{},", literal(*number)));
    }
    text.push_str("\n};\n");
    text
}

/// What each thread owns of a tile: the thread-value layout as two numbers to an element, and where the tile is a matrix,
/// the rows and columns of a thread as `partition_C` gives them.
///
/// # Errors
/// The layout has no value mode; a number that does not fit in 64 bits.
pub fn per_thread(layout: &Layout, tile: &IntTuple<i64>) -> Result<String, ThreadValuesError> {
    let modes = layout.modes();
    let [threads, values @ ..] = modes.as_slice() else {
        return Err(ThreadValuesError::Rank { rank: modes.len() });
    };
    if values.is_empty() {
        return Err(ThreadValuesError::Rank { rank: modes.len() });
    }
    let values = Layout::from_modes(values.iter().cloned())?;
    // Both ends fit: whoever compiles it meets no overflow.
    layout.cosize()?;
    let (of_thread, of_value) = (leaves(threads), leaves(&values));
    let mut code = format!(
        "// {layout}\n// Which elements of a {tile} tile each thread owns, without CuTe; C++ and CUDA.\n{HEAD}"
    );
    put(
        &mut code,
        format_args!(
            "constexpr int threads = {};\nconstexpr int values = {};  // of each thread\n\n",
            literal(threads.size()),
            literal(values.size())
        ),
    );
    code.push_str(
        "// The element that thread t owns as its value v, counted through the tile leftmost mode fastest.\n",
    );
    code.push_str("__host__ __device__ constexpr long long element(long long t, long long v) {\n");
    coordinates(&of_thread, "t", "t", &mut code);
    coordinates(&of_value, "v", "v", &mut code);
    for (leaves, name) in [(&of_thread, "t"), (&of_value, "v")] {
        if leaves.iter().all(|leaf| leaf.stride == 0) {
            put(&mut code, format_args!("  (void){name};\n"));
        }
    }
    let named = |prefix: char, leaves: &[Leaf]| -> Vec<(String, i64)> {
        leaves.iter().enumerate().map(|(at, leaf)| (format!("{prefix}{at}"), leaf.stride)).collect()
    };
    let terms = named('t', &of_thread).into_iter().chain(named('v', &of_value));
    put(&mut code, format_args!("  return {};\n}}\n", sum(terms)));
    if let [rows, _] = tile.modes() {
        let height = rows.product()?;
        put(
            &mut code,
            format_args!(
                "\n// Its row and its column.\n\
                 __host__ __device__ constexpr long long row(long long t, long long v) {{ return element(t, v) % {0}; }}\n\
                 __host__ __device__ constexpr long long column(long long t, long long v) {{ return element(t, v) / {0}; }}\n",
                literal(height)
            ),
        );
        match Sides::of(&of_thread, &of_value, height) {
            Some(sides) => sides.write(&of_thread, &of_value, &mut code),
            None => code.push_str(
                "\n// The rows and columns of a thread are no product of two lists: ask row(t, v) and column(t, v).\n",
            ),
        }
    }
    Ok(code)
}

/// Which leaves step down the rows of a tile; all others step across whole columns.
struct Sides {
    height: i64,
    thread_rows: Vec<bool>,
    value_rows: Vec<bool>,
}

impl Sides {
    /// Where each leaf stays in its rows or in its columns, and all together never carry from the one into the other.
    fn of(of_thread: &[Leaf], of_value: &[Leaf], height: i64) -> Option<Self> {
        let is_row = |leaf: &Leaf| match leaf.stride {
            stride if stride % height == 0 => Some(false),
            stride if (0..height).contains(&stride) => Some(true),
            _ => None,
        };
        let thread_rows = of_thread.iter().map(is_row).collect::<Option<Vec<_>>>()?;
        let value_rows = of_value.iter().map(is_row).collect::<Option<Vec<_>>>()?;
        let mut last = 0_i64;
        let all = of_thread.iter().zip(&thread_rows).chain(of_value.iter().zip(&value_rows));
        for (leaf, _) in all.filter(|(_, is_row)| **is_row) {
            last = last.checked_add(leaf.stride.checked_mul(leaf.extent - 1)?)?;
        }
        (last < height).then_some(Self { height, thread_rows, value_rows })
    }

    fn write(&self, of_thread: &[Leaf], of_value: &[Leaf], code: &mut String) {
        code.push_str("\n// The rows and the columns of thread t: what partition_C computes. It owns each row with each column.\n");
        for (name, wants_rows, divisor) in [("rows", true, 1), ("columns", false, self.height)] {
            let of = |leaves: &[Leaf], sides: &[bool], prefix: char| -> Vec<(String, i64, i64)> {
                let chosen =
                    leaves.iter().zip(sides).enumerate().filter(|(_, (_, side))| **side == wants_rows);
                chosen
                    .map(|(at, (leaf, _))| (format!("{prefix}{at}"), leaf.stride / divisor, leaf.extent))
                    .collect()
            };
            let threads = of(of_thread, &self.thread_rows, 't');
            let values = of(of_value, &self.value_rows, 'v');
            let count = values.iter().fold(1_i64, |count, (_, _, extent)| count.saturating_mul(*extent));
            put(
                code,
                format_args!(
                    "constexpr int count_of_{name} = {0};\n\
                     __host__ __device__ inline void my_{name}(long long t, long long (&{name})[{0}]) {{\n",
                    literal(count)
                ),
            );
            let mut all = String::new();
            coordinates(of_thread, "t", "t", &mut all);
            for line in all
                .lines()
                .filter(|line| threads.iter().any(|(thread, ..)| line.contains(&format!(" {thread} ="))))
            {
                put(code, format_args!("{line}\n"));
            }
            code.push_str(if threads.iter().all(|(_, stride, _)| *stride == 0) {
                "  (void)t;\n  int at = 0;\n"
            } else {
                "  int at = 0;\n"
            });
            for (depth, (value, _, extent)) in values.iter().rev().enumerate() {
                let indent = "  ".repeat(depth + 1);
                put(
                    code,
                    format_args!(
                        "{indent}for (long long {value} = 0; {value} < {}; ++{value})\n",
                        literal(*extent)
                    ),
                );
            }
            let terms = threads.iter().chain(&values).map(|(name, stride, _)| (name.clone(), *stride));
            put(code, format_args!("{}{name}[at++] = {};\n}}\n", "  ".repeat(values.len() + 1), sum(terms)));
        }
    }
}
