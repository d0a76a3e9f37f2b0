//! Each kept input of the fuzz targets (`fuzz/corpus`), and a counted number of others that come of them by small changes,
//! the same in every run. Fuzzers look further (`cargo xtask test --full`); this finds what a change has brought.

use std::{fs, panic, path::Path};

use arbitrary::{Arbitrary, Unstructured};
use layoutlens_any_input::{
    Chain, chain, comments, emulator_reader, evaluator, frames, parse, protocol, readers,
};

/// Longer inputs find little more and take much longer.
const MAX_LENGTH: usize = 4096;

#[test]
fn kept_chains_hold() {
    hold("chain", 6_000, |bytes| {
        if let Ok(drawn) = Chain::arbitrary_take_rest(Unstructured::new(bytes)) {
            chain(drawn);
        }
    });
}

#[test]
fn kept_comments_hold() {
    hold("comments", 2_000, |bytes| of_text(bytes, comments));
}

#[test]
fn kept_sources_of_kernels_hold() {
    hold("emulator_reader", 12_000, |bytes| of_text(bytes, emulator_reader));
}

#[test]
fn kept_code_holds_when_it_is_evaluated() {
    hold("evaluator", 600, |bytes| of_text(bytes, evaluator));
}

#[test]
fn kept_frames_hold() {
    hold("frames", 100_000, frames);
}

#[test]
fn kept_texts_of_the_algebra_hold() {
    hold("parse", 30_000, |bytes| of_text(bytes, parse));
}

#[test]
fn kept_conversations_with_the_worker_hold() {
    hold("protocol", 40_000, protocol);
}

#[test]
fn kept_code_holds_when_it_is_read() {
    hold("readers", 1_500, |bytes| of_text(bytes, readers));
}

/// What is no text is no input of these.
fn of_text(bytes: &[u8], holds: impl Fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        holds(text);
    }
}

/// Of each input that is kept for `target`, and of so many others.
fn hold(target: &str, others: u32, holds: impl Fn(&[u8]) + panic::RefUnwindSafe) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the corpus can be listed").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no input", folder.display());
    let kept: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("an input can be read")).collect();
    let seen = |input: &[u8]| {
        if panic::catch_unwind(|| holds(input)).is_err() {
            panic!("{target} does not hold for {:?}", String::from_utf8_lossy(input));
        }
    };
    kept.iter().for_each(|input| seen(input));
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..others {
        seen(&changed(&kept, &mut random));
    }
}

/// A kept input with one to four changes: a byte is another, a piece is gone, or stands twice, or a piece of another
/// input stands in it.
fn changed(kept: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = random.of(kept).clone();
    for _ in 0..=random.below(4) {
        let start = random.below(input.len() + 1);
        let end = (start + random.below(16)).min(input.len());
        match random.below(4) {
            0 => {
                if let Some(byte) = input.get_mut(start) {
                    *byte ^= 1 << random.below(7);
                }
            }
            1 => drop(input.drain(start..end)),
            2 => {
                let piece = input[start..end].to_vec();
                input.splice(end..end, piece);
            }
            _ => {
                let other = random.of(kept);
                let from = random.below(other.len() + 1);
                let to = (from + random.below(24)).min(other.len());
                input.splice(start..end, other[from..to].iter().copied());
            }
        }
    }
    input.truncate(MAX_LENGTH);
    input
}

/// A xorshift generator: the same inputs in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(count.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn of<'a>(&mut self, kept: &'a [Vec<u8>]) -> &'a Vec<u8> {
        &kept[self.below(kept.len())]
    }
}
