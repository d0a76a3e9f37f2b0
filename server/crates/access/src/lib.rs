//! Plain CUDA: which lane of a warp accesses which bytes, in what layout, at what cost.
//!
//! A kernel is run once for a whole warp. Its integers are known for each lane: as numbers, and as sums of what all lanes
//! have in common. What is not exactly known says why, and nothing is claimed of it.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod code;
mod definitions;
mod file;
mod header;
mod host;
mod instance;
mod integer;
mod judge;
mod kept;
mod kernel;
mod lanes;
mod launch;
mod mask;
mod mend;
mod read;
mod run;
mod stated;
mod tensor;
mod uses;
mod wavefronts;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use kept::Keeping;
use layoutlens_syntax::CodeTree;

pub use header::{Header, MOST_HEADER_BYTES};
pub use kept::Kept;
pub use mend::{Mend, mends};
pub use read::included;
pub use tensor::{TensorRewrite, tensor_rewrite};

/// Files above this size are not looked at.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// The most accesses of one file.
const MOST_ACCESSES: usize = 20_000;

/// The most expressions and statements that are run for one file.
const MOST_STEPS: usize = 300_000;

/// What a file contains that uses CuTe.
const FILE_OF_CUTE: [&str; 2] = ["cute/", "cute::"];

/// What a kernel spells whose layouts are CuTe's: other parts of the program tell them.
const OF_CUTE: [&str; 3] = ["make_tensor(", "cute::", "make_layout("];

/// The kind of memory that an access goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Global memory.
    Global,
    /// Shared memory.
    Shared,
    /// Arrays of one thread.
    Local,
    /// Constants of the device.
    Constant,
    /// Nobody knows.
    Unknown,
}

impl Space {
    /// As a table names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Local => "local",
            Self::Constant => "constant",
            Self::Unknown => "unknown",
        }
    }
}

/// What is counted of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Sectors of 32 bytes of global memory.
    Sectors,
    /// Wavefronts of shared memory.
    Wavefronts,
}

/// What an access of one warp costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cost {
    /// What is counted.
    pub unit: Unit,
    /// What it takes.
    pub is: i64,
    /// What as many different bytes take that lie side by side.
    pub least: i64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match (self.unit, self.is) {
            (Unit::Sectors, 1) => "sector",
            (Unit::Sectors, _) => "sectors",
            (Unit::Wavefronts, 1) => "wavefront",
            (Unit::Wavefronts, _) => "wavefronts",
        };
        write!(f, "{} {name} for {}", self.is, self.least)
    }
}

/// Why something of an access is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Its index is read from memory, or computed from what is.
    Data,
    /// Its index depends on a comparison with something of run time.
    Bound,
    /// Something of run time is a stride, or is put into an operation with the lane.
    Symbol(String),
    /// The block's shape is not known.
    Block,
    /// The size of its type is not known.
    Width(String),
    /// Something else.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data => f.write_str("its index is read from memory"),
            Self::Bound => f.write_str("its index hangs on a comparison with what is known at run time only"),
            Self::Symbol(text) => write!(f, "`{text}` is known at run time only"),
            Self::Block => {
                f.write_str("the block's shape is not known: state it, `cute: with blockDim = (32,8)`")
            }
            Self::Width(name) => write!(f, "the size of `{name}` is not known here"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// An access of a warp.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// Bytes of the document.
    pub range: Range<usize>,
    /// The kernel in which it is made, itself or by a function that it calls.
    pub kernel: String,
    /// The kernel's template arguments, as written: `<float, 32>`.
    pub instance: String,
    /// The array or pointer.
    pub base: String,
    /// Where that lies.
    pub space: Space,
    /// Whether it writes.
    pub is_write: bool,
    /// The type of an element.
    pub element: String,
    /// Bytes of one lane.
    pub width: Option<i64>,
    /// The layout of the lanes' offsets, in elements from that of the first lane.
    pub layout: Option<String>,
    /// The offsets of the lanes in bytes, from that of the first.
    pub offsets: Option<[i64; 32]>,
    /// The offset of the first lane in bytes, with what is known at run time only.
    pub formula: String,
    /// What it costs.
    pub cost: Option<Cost>,
    /// What it costs where the offset of the first lane makes it the least.
    pub best: Option<Cost>,
    /// Under which conditions.
    pub when: Vec<String>,
    /// Why something is not known.
    pub reason: Option<Reason>,
    /// Whether all lanes access the same.
    pub is_uniform: bool,
    /// Whether it is a member of an element, which may be accessed together with others.
    pub is_member: bool,
    /// Whether which lanes make it hangs on data.
    pub is_conditional: bool,
    /// Whether it costs as much as there are lanes that make it, whichever these are: none shares a sector or wavefront with another.
    pub is_of_any_lanes: bool,
    /// Whether it and its neighbours, other accesses or other rounds of a loop, cost the least together.
    pub is_with_neighbours: bool,
    /// Whether it is made only where a guard fails that chooses a faster branch: one that asks how an address is aligned, or whether all
    /// lanes of a warp take part.
    pub is_fallback: bool,
    /// Whether it rests on what the code does not say: `when` tells it.
    pub is_supposed: bool,
}

impl Access {
    /// Whether it costs more than the least, however what is known at run time only comes out. One sector more, because
    /// neighbours begin within one, is none: `a[i + 1]`.
    pub fn is_finding(&self) -> bool {
        let costs_more = |cost: Cost| match cost.unit {
            Unit::Sectors => cost.is > cost.least + 1,
            Unit::Wavefronts => cost.is > cost.least,
        };
        let is_sure = (!self.is_conditional || self.is_of_any_lanes)
            && !self.is_supposed
            && !self.is_with_neighbours
            && !self.is_fallback;
        self.best.is_some_and(costs_more) && is_sure
    }
}

/// An array in shared memory that is declared with its extents.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Bytes of what declares it: its name and its extents.
    pub range: Range<usize>,
    /// Its name.
    pub name: String,
    /// Its layout: `(32,33):(33,1)`.
    pub layout: String,
    /// How many extents it has.
    pub rank: usize,
    /// Bytes of all its elements; none where the size of one is not known.
    pub bytes: Option<i64>,
    /// Bytes of the kernel's text.
    pub kernel: Range<usize>,
}

/// What a file's kernels do with memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Accesses, in the order of the text.
    pub accesses: Vec<Access>,
    /// Arrays in shared memory, in the order of the text.
    pub arrays: Vec<Array>,
    /// The bytes of the kernels, in the order of the text.
    pub kernels: Vec<Range<usize>>,
}

/// Whether a text may hold a kernel that is told of here: a search of its bytes. Of files that use CuTe, only kernels count
/// that spell none of it and ask which thread they are.
pub fn may_have_kernels(text: &str) -> bool {
    const KERNEL: &str = "__global__";
    let Some(first) = text.find(KERNEL) else { return false };
    if !FILE_OF_CUTE.iter().any(|mark| text.contains(mark)) {
        return true;
    }
    // Blocks that do not end are looked through once and no more.
    let mut left = 2 * text.len();
    text[first..].match_indices(KERNEL).any(|(at, _)| {
        let body = block(text.get(first + at..).filter(|rest| rest.len() <= left).unwrap_or_default());
        left = left.saturating_sub(body.len());
        body.contains("threadIdx") && !OF_CUTE.iter().any(|mark| body.contains(mark))
    })
}

/// To the end of the first block, with what stands in front of it; braces in comments and literals count.
fn block(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return &text[..at],
            b'}' => depth -= 1,
            b';' if depth == 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

/// What was found in a file, with what a change of it is held against.
#[derive(Default)]
struct Looked {
    judgements: Vec<judge::Judgement>,
    arrays: Vec<Array>,
    /// The bytes of each kernel that was run, and with which block.
    kernels: Vec<(Range<usize>, Option<[i64; 3]>)>,
    /// Whether all kernels were run to their end.
    is_whole: bool,
    /// The files that the text was read with.
    headers: Vec<Arc<Header>>,
}

fn look(text: &str, headers: &[Arc<Header>]) -> Looked {
    let mut found = Looked { is_whole: true, headers: headers.to_vec(), ..Looked::default() };
    let Some(tree) = tree(text, None) else { return found };
    let mut macros = read::Macros::of(tree.roots(), text);
    headers.iter().for_each(|header| macros.add(&header.macros));
    let file = file::File::new(text, &tree, &macros, headers);
    let mut steps_left = MOST_STEPS;
    for kernel in file.kernels.iter().filter_map(|kernel| kernel::Launched::new(&file, *kernel)) {
        let Some(of_kernel) = kernel.run(&file, steps_left, found.judgements.len()) else { continue };
        steps_left = steps_left.saturating_sub(of_kernel.steps);
        found.is_whole &= of_kernel.is_whole;
        found.kernels.extend(of_kernel.blocks.into_iter().map(|block| (kernel.range(), block)));
        found.judgements.extend(of_kernel.judgements);
        found.arrays.extend(of_kernel.arrays);
    }
    let place = |one: &judge::Judgement| (one.access.range.start, one.access.range.end, one.access.is_write);
    found.judgements.sort_by_key(place);
    found.arrays = in_one_layout(found.arrays);
    found
}

/// The tree of a text that may have kernels; `kept` is what a reading of an earlier text left.
///
/// It rests on the text alone, so it may be parsed while the files that the text includes are looked for.
///
/// ```
/// use std::sync::Arc;
///
/// let text: Arc<str> = "__global__ void k(float* a) { a[threadIdx.x] = 0; }".into();
/// let tree = layoutlens_access::tree_after(&text, None).expect("it has a kernel");
/// let (reading, _) = layoutlens_access::read_tree_after(&text, tree, &Arc::default(), None);
/// assert_eq!(reading.accesses[0].layout.as_deref(), Some("32:1"));
/// ```
pub fn tree_after(text: &str, kept: Option<&Kept>) -> Option<CodeTree> {
    tree(text, kept.map(|kept| &kept.tree))
}

fn tree(text: &str, previous: Option<&CodeTree>) -> Option<CodeTree> {
    let is_read = may_have_kernels(text) && text.len() <= MOST_BYTES;
    is_read.then(|| CodeTree::parse(&mask::masked(text), previous))
}

/// The arrays in the order of the text. Of one whose extents differ from launch to launch nothing is shown.
fn in_one_layout(mut all: Vec<Array>) -> Vec<Array> {
    all.sort_by_key(|array| array.range.start);
    let groups = all.chunk_by(|a, b| a.range == b.range);
    groups
        .filter(|group| group.iter().all(|array| *array == group[0]))
        .map(|group| group[0].clone())
        .collect()
}

/// What all kernels of a file do with memory.
pub fn read(text: &str) -> Reading {
    read_with(text, &[])
}

/// As [`read`], with the files that it includes, itself or through others. An access in a function of theirs stands where the
/// file calls it.
pub fn read_with(text: &str, headers: &[Arc<Header>]) -> Reading {
    read_after(&text.into(), &headers.into(), None).0
}

/// As [`read_with`], with what was kept of an earlier revision: kernels that the edit between them does not reach are not run
/// again. What is read is the same without it.
///
/// ```
/// use std::sync::Arc;
///
/// let text = |value: &str| -> Arc<str> {
///     format!("__global__ void k(float* a) {{ a[threadIdx.x * {value}] = 0; }}").into()
/// };
/// let (_, kept) = layoutlens_access::read_after(&text("2"), &Arc::default(), None);
/// let (reading, _) = layoutlens_access::read_after(&text("32"), &Arc::default(), Some(&kept));
/// assert_eq!(reading.accesses[0].layout.as_deref(), Some("32:32"));
/// ```
pub fn read_after(text: &Arc<str>, headers: &Arc<[Arc<Header>]>, kept: Option<&Kept>) -> (Reading, Kept) {
    match tree_after(text, kept) {
        Some(tree) => read_tree_after(text, tree, headers, kept),
        None => Default::default(),
    }
}

/// As [`read_after`] of a text whose tree was parsed already, by [`tree_after`].
pub fn read_tree_after(
    text: &Arc<str>,
    tree: CodeTree,
    headers: &Arc<[Arc<Header>]>,
    kept: Option<&Kept>,
) -> (Reading, Kept) {
    let own = read::Macros::of(tree.roots(), text);
    let mut macros = own.clone();
    headers.iter().for_each(|header| macros.add(&header.macros));
    let file = file::File::new(text, &tree, &macros, headers);
    let mut keeping = Keeping::new(Arc::clone(text), Arc::clone(headers), own, kept, MOST_STEPS);
    for node in &file.kernels {
        if let Some(kernel) = kernel::Launched::new(&file, *node) {
            keeping.read(&file, &kernel, header::with_template(*node).byte_range());
        }
    }
    drop(file);
    let (mut reading, kept) = keeping.finish(tree);
    let place = |access: &Access| (access.range.start, access.range.end, access.is_write);
    reading.accesses.sort_by_key(place);
    reading.accesses.dedup();
    reading.arrays = in_one_layout(reading.arrays);
    (reading, kept)
}

/// The accesses of all kernels of a file, in the order of the text.
pub fn accesses(text: &str) -> Vec<Access> {
    read(text).accesses
}
