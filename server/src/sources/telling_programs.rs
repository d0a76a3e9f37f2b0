//! Which of many programs around a header say most of it: by their names, and by what they name of what it defines.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{disk::Words, look::Look};

/// A header that many programs include is read in so many of them at most.
const MOST_OF_MANY: usize = 2;

/// How many programs are looked through for what they name.
const MOST_LOOKED_THROUGH: usize = 192;

/// Some of many: each costs an evaluation after every edit. The first is one that is named as the header is:
/// `mainloop_fwd_sm90.hpp` says more of `fwd_sm90.cu` than of `bwd_sm80.cu`. Behind it come those that name most of what
/// these headers define and no program before them names: one that instantiates the same templates says the same.
pub(super) fn some(
    look: &Look,
    mut all: Vec<PathBuf>,
    header: &Path,
    reaching: &BTreeSet<&Path>,
) -> Vec<PathBuf> {
    let words = words_of_name(header);
    let in_common = |program: &PathBuf| words_of_name(program).intersection(&words).count();
    all.sort_by_cached_key(|program| std::cmp::Reverse(in_common(program)));
    let mut defined = BTreeSet::new();
    for file in reaching {
        let named = look.named(file, named);
        defined.extend(
            named
                .iter()
                .flat_map(|named| named.iter())
                .filter_map(|name| name.strip_prefix(DEFINED))
                .map(str::to_owned),
        );
    }
    let mut rest = all.into_iter().take(MOST_LOOKED_THROUGH);
    let Some(first) = rest.next() else { return Vec::new() };
    let names_of = |program: &Path| -> BTreeSet<String> {
        let named = look.named(program, named).unwrap_or_default();
        named.intersection(&defined).cloned().collect()
    };
    let mut seen = names_of(&first);
    let mut rest: Vec<(PathBuf, BTreeSet<String>)> =
        rest.map(|program| (program.clone(), names_of(&program))).collect();
    let mut chosen = vec![first];
    while chosen.len() < MOST_OF_MANY {
        let new = |(_, names): &(PathBuf, BTreeSet<String>)| names.difference(&seen).count();
        // The first of several that name as much.
        let best = rest.iter().enumerate().rev().max_by_key(|(_, program)| new(program));
        let Some(best) = best.filter(|(_, program)| new(program) > 0).map(|(index, _)| index) else { break };
        let (program, names) = rest.swap_remove(best);
        seen.extend(names);
        chosen.push(program);
    }
    chosen
}

/// What stands before the name of what a file defines.
const DEFINED: &str = "+";

/// The names in a text that are called or given template arguments, `f(` and `f<`; and behind [`DEFINED`], those of the
/// functions and classes that it seems to define.
pub(super) fn named(text: &str) -> Words {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let mut words = Words::new();
    let (mut at, mut before) = (0, "");
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        if byte.is_ascii_whitespace() {
            continue;
        }
        if !is_word(*byte) {
            before = text.get(start..at).unwrap_or_default();
            continue;
        }
        while bytes.get(at).copied().is_some_and(is_word) {
            at += 1;
        }
        let word = text.get(start..at).unwrap_or_default();
        let next = text.get(at..).unwrap_or_default().trim_start().bytes().next();
        let is_behind_type = before.bytes().next().is_some_and(is_word) || matches!(before, ">" | "*" | "&");
        if matches!(before, "struct" | "class") || next == Some(b'(') && is_behind_type && before != "return"
        {
            words.insert(format!("{DEFINED}{word}"));
        }
        if matches!(next, Some(b'(' | b'<')) {
            words.insert(word.to_owned());
        }
        before = word;
    }
    words
}

fn words_of_name(path: &Path) -> BTreeSet<String> {
    // A path without a name is a folder's, and has no words in common with any.
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
