//! What orders the threads of each kernel is taken away, weakened or misspelt, piece by piece: the emulator must see it.
//!
//! What it does not see stands in `docs/emulated-sync.md` with the reason, and nothing else stands there. Where a change is
//! seen depends on the sizes: each is of several tiles and steps, so that what orders one with the next has work to do.

use std::collections::HashMap;
use std::ops::Range;

use super::{
    kernels::{planned, product},
    *,
};
use crate::{KernelDevice, Tuning};

/// Where the kernels that are left alive are listed.
const PAGE: &str = include_str!("../../../../../../docs/emulated-sync.md");

/// Functions of the kernels whose calls order threads.
const CALLS: [&str; 9] = [
    "__syncthreads",
    "__syncwarp",
    "barrier_init",
    "barrier_expect",
    "barrier_wait",
    "barrier_arrive",
    "barrier_arrive_at",
    "wait_for_all",
    "release",
];

/// Instructions that order threads, or what they do by and by.
const ORDERING: [&str; 8] = [
    "cp.async.commit_group",
    "cp.async.wait_group",
    "wgmma.fence",
    "wgmma.commit_group",
    "wgmma.wait_group",
    "fence.",
    "barrier.cluster",
    "mbarrier.",
];

/// A kernel with one change.
struct Mutant {
    change: String,
    source: String,
    /// Whether it may be none that an assembler takes.
    may_be_refused: bool,
}

/// Changes of one source.
struct Mutants<'s> {
    source: &'s str,
    found: Vec<Mutant>,
    /// How often each change was made: the same one is made at several places.
    times: HashMap<String, usize>,
}

impl Mutants<'_> {
    fn push(&mut self, change: &str, range: Range<usize>, to: &str, may_be_refused: bool) {
        let times = self.times.entry(change.to_owned()).or_insert(0);
        *times += 1;
        let change = match times {
            1 => change.to_owned(),
            times => format!("{change} ({times})"),
        };
        let mut source = self.source.to_owned();
        source.replace_range(range, to);
        self.found.push(Mutant { change, source, may_be_refused });
    }
}

/// The end of what begins with `(` at this place, behind its `)`; text in quotes is passed over.
fn end_of_parentheses(source: &str, begin: usize) -> usize {
    let (mut depth, mut quoted) = (0, false);
    for (at, byte) in source.bytes().enumerate().skip(begin) {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    panic!("no end of what begins at {}", &source[begin..])
}

/// Where each word stands that is followed by `(`.
fn calls<'s>(source: &'s str, name: &'s str) -> impl Iterator<Item = usize> + 's {
    source.match_indices(name).map(|(at, _)| at).filter(move |at| {
        let before = source[..*at].bytes().next_back().unwrap_or(b' ');
        source[at + name.len()..].starts_with('(') && !before.is_ascii_alphanumeric() && before != b'_'
    })
}

/// The names of the instructions of an `asm`, where they stand in the source.
fn instructions(source: &str, asm: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let text = &source[asm.clone()];
    let (mut quoted, mut word): (bool, Option<usize>) = (false, None);
    for (at, byte) in text.bytes().enumerate() {
        quoted ^= byte == b'"';
        let is_of_name = byte.is_ascii_alphanumeric() || b"_.:".contains(&byte);
        // The `n` of a `\n` is of no name.
        let escaped = at > 0 && text.as_bytes()[at - 1] == b'\\';
        match word {
            None if quoted && is_of_name && !escaped => word = Some(at),
            Some(begin) if !is_of_name => {
                let name = &text[begin..at];
                if name.contains('.') && name.starts_with(|first: char| first.is_ascii_lowercase()) {
                    found.push(asm.start + begin..asm.start + at);
                }
                word = None;
            }
            _ => {}
        }
    }
    found
}

/// All changes of a kernel.
fn mutants(source: &str) -> Vec<Mutant> {
    let mut mutants = Mutants { source, found: Vec::new(), times: HashMap::new() };
    for name in CALLS {
        for at in calls(source, name) {
            let end = end_of_parentheses(source, at + name.len());
            if !source[end..].starts_with(';') {
                continue;
            }
            let call = &source[at..end];
            mutants.push(&format!("without `{call}`"), at..end + 1, "{}", false);
            let last = call.rfind(", ").map(|comma| at + comma + 2..end - 1);
            let weaker: &[&str] = match name {
                "barrier_init" => &[" + 1", " - 1"],
                "barrier_expect" => &[" + 16", " - 16"],
                "barrier_wait" => &[" ^ 1"],
                _ => &[],
            };
            for (weaker, last) in weaker.iter().zip(std::iter::repeat(last.unwrap_or(at..at))) {
                let to = format!("({}){weaker}", &source[last.clone()]);
                mutants.push(&format!("`{call}` with `{to}`"), last, &to, false);
            }
        }
    }
    let asms: Vec<usize> = ["asm volatile(", "asm("]
        .into_iter()
        .flat_map(|begin| source.match_indices(begin))
        .map(|(at, _)| at)
        .collect();
    for at in asms {
        let open = at + source[at..].find('(').unwrap_or(0);
        let asm = at..end_of_parentheses(source, open);
        let names = instructions(source, asm.clone());
        for name in &names {
            let text = &source[name.clone()];
            if ORDERING.iter().any(|ordering| text.starts_with(ordering)) {
                let end = name.start + source[name.start..].find([';', '"']).unwrap_or(0);
                // An asm of this instruction only goes whole.
                let (range, to) = match names.len() {
                    1 => (asm.start..asm.end + 1, "{}"),
                    _ => (name.start..end + 1, ""),
                };
                mutants.push(&format!("without `{text}`"), range, to, false);
            }
            if text.contains("wait_group") {
                let rest = &source[name.end..asm.end];
                for (from, to) in [(" 0;", " 1;"), (" 1;", " 2;"), ("(STAGES - 2)", "(STAGES - 1)")] {
                    if let Some(place) = rest.find(from) {
                        let place = name.end + place;
                        let change = format!("`{text}` of `{}` instead of `{}`", to.trim(), from.trim());
                        mutants.push(&change, place..place + from.len(), to, false);
                    }
                }
            }
            let words: Vec<&str> = text.split('.').collect();
            let mut end = name.start;
            for (number, word) in words.iter().enumerate() {
                let begin = end;
                end = begin + word.len() + usize::from(number > 0);
                if number > 0 {
                    mutants.push(&format!("`{text}` without `.{word}`"), begin..end, "", true);
                }
                mutants.push(&format!("`{text}` with `{word}q`"), end..end, "q", true);
            }
        }
    }
    mutants.found
}

/// How many changes came to what.
#[derive(Debug, Default)]
struct Seen {
    refused: usize,
    faults: usize,
    races: usize,
    wrong: usize,
}

/// Runs each change of a kernel, and compares with what the page says of it.
#[track_caller]
fn every_change_is_seen(name: &str, plan: &Plan, device: KernelDevice) {
    let kernel = plan.kernel_for(device);
    let whole = run_kernel(plan, &kernel, &mut |_| {}).unwrap();
    assert!(whole.is_right(), "{name}: {whole}");
    let mutants = mutants(&kernel.source);
    let (mut seen, mut alive) = (Seen::default(), Vec::new());
    let changes = mutants.len();
    for Mutant { change, source, may_be_refused } in mutants {
        match run_kernel(plan, &Kernel { source, ..kernel.clone() }, &mut |_| {}) {
            Err(error) if error.code == ErrorCode::Internal => {
                assert!(may_be_refused, "{name}: {change}: {error}");
                seen.refused += 1;
            }
            Err(error) => {
                assert_eq!(error.code, ErrorCode::DeviceFault, "{name}: {change}: {error}");
                seen.faults += 1;
            }
            Ok(report) if report.counted.as_ref().is_some_and(|counted| counted.races > 0) => seen.races += 1,
            Ok(report) if !report.is_right() => seen.wrong += 1,
            Ok(_) => alive.push(change),
        }
    }
    let Seen { refused, faults, races, wrong } = seen;
    let row = format!("| {name} | {changes} | {refused} | {faults} | {races} | {wrong} | {} |", alive.len());
    assert!(
        PAGE.lines().any(|line| line == row),
        "docs/emulated-sync.md does not say\n{row}\nalive: {alive:#?}"
    );
    let listed: Vec<&str> = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("| {name}: "))?.split_once(" | "))
        .inspect(|(change, why)| assert!(why.len() > 10, "{name}: {change}: no reason"))
        .map(|(change, _)| change)
        .collect();
    assert_eq!(listed, alive, "{name}: what docs/emulated-sync.md lists, and what lives");
}

const AMPERE: KernelDevice = KernelDevice { capability: 80, multiprocessors: 108 };

fn tuned(operands: [&str; 3], mma: Option<&str>, tile: &[i64], stages: i64) -> Plan {
    let [a, b, c] = operands.map(|operand| operand.parse().unwrap());
    let tuning =
        Tuning { mma: mma.map(str::to_owned), tile: tile.to_vec(), stages: Some(stages), swizzle: None };
    planned(Operation::TunedGemm { a, b, c, tuning }, ElementType::F16)
}

#[test]
fn every_change_of_a_copy_through_shared_memory_is_seen() {
    let (source, destination) = ("(64,64):(1,64)".parse().unwrap(), "(64,64):(64,1)".parse().unwrap());
    let plan = planned(Operation::Copy { source, destination }, ElementType::F32);
    every_change_is_seen("copy by tiles", &plan, KernelDevice { capability: 90, multiprocessors: 132 });
}

const COLUMNS: [&str; 3] = ["(128,160):(1,128)", "(64,160):(1,64)", "(128,64):(64,1)"];

#[test]
fn every_change_of_the_kernel_for_f32_is_seen() {
    every_change_is_seen("f32 in steps", &planned(product(COLUMNS), ElementType::F32), AMPERE);
}

#[test]
fn every_change_of_the_plain_kernel_is_seen() {
    let turing = KernelDevice { capability: 75, multiprocessors: 40 };
    every_change_is_seen("plain f32", &planned(product(COLUMNS), ElementType::F32), turing);
    every_change_is_seen("f64", &planned(product(COLUMNS), ElementType::F64), AMPERE);
}

#[test]
fn every_change_of_a_tiled_mma_is_seen() {
    let [a, b, c] =
        ["(64,64):(1,64)", "(64,64):(64,1)", "(64,64):(64,1)"].map(|operand| operand.parse().unwrap());
    let tiled_mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)".to_owned();
    let threads = MmaThreads { tiled_mma, tile: vec![64, 64, 32] };
    let plan = planned(Operation::PartitionedGemm { a, b, c, threads }, ElementType::F16);
    every_change_is_seen("tiled MMA", &plan, AMPERE);
}

/// So many steps along k that the last one leaves the stage to be read where C is gathered afterwards.
const ROWS: [&str; 3] = ["(128,384):(384,1)", "(64,384):(384,1)", "(128,64):(64,1)"];

#[test]
fn every_change_of_the_kernel_with_mma_sync_is_seen() {
    every_change_is_seen("mma.sync along k", &planned(product(ROWS), ElementType::F16), AMPERE);
}

#[test]
fn every_change_of_the_kernel_with_mma_sync_along_m_and_n_is_seen() {
    let columns = ["(128,384):(1,128)", "(64,384):(1,64)", "(128,64):(65,1)"];
    every_change_is_seen("mma.sync along m and n", &planned(product(columns), ElementType::BF16), AMPERE);
}

#[test]
fn every_change_of_the_kernel_with_mma_sync_of_a_statement_is_seen() {
    let half = "SM80_16x8x16_F32F16F16F32_TN";
    let rows = ["(128,256):(256,1)", "(64,256):(256,1)", "(128,64):(64,1)"];
    every_change_is_seen("mma.sync of a statement", &tuned(rows, Some(half), &[64, 64, 64], 3), AMPERE);
}

const ONE: KernelDevice = KernelDevice { capability: 90, multiprocessors: 1 };

#[test]
fn every_change_of_the_kernel_with_wgmma_is_seen() {
    let rows = ["(256,192):(192,1)", "(128,192):(192,1)", "(256,128):(128,1)"];
    every_change_is_seen("wgmma", &tuned(rows, Some("SM90_64x128x16_F32F16F16_SS"), &[], 2), ONE);
}

#[test]
fn every_change_of_the_kernel_with_wgmma_along_m_and_n_is_seen() {
    let columns = ["(256,192):(1,256)", "(128,192):(1,128)", "(256,128):(129,1)"];
    let plan = tuned(columns, Some("SM90_64x128x16_F32F16F16_SS"), &[], 2);
    every_change_is_seen("wgmma along m and n", &plan, ONE);
}

#[test]
fn every_change_of_the_kernel_with_clusters_is_seen() {
    let rows = ["(512,192):(192,1)", "(256,192):(192,1)", "(512,256):(256,1)"];
    let two = KernelDevice { capability: 90, multiprocessors: 2 };
    every_change_is_seen("wgmma by clusters", &tuned(rows, Some("SM90_64x256x16_F32F16F16_SS"), &[], 2), two);
}

#[test]
fn no_row_of_the_page_is_of_a_kernel_that_is_no_more() {
    let tests = include_str!("sync.rs");
    let tables = PAGE.split("## What came of each change").nth(1).unwrap();
    let rows: Vec<&str> = tables.lines().filter_map(|line| line.strip_prefix("| ")).collect();
    assert!(rows.len() > 50, "{rows:?}");
    for row in rows.into_iter().filter(|row| !row.starts_with("kernel |") && !row.starts_with("change |")) {
        let name = row.split([':', '|']).next().unwrap_or_default().trim();
        assert!(tests.contains(&format!("\"{name}\"")), "{name}");
    }
}
