//! Which of many programs around a header say most of it: by their names, and by what they name of what it defines.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{
    look::Look,
    names_in_text::{DEFINED, named},
};

/// A header that many programs include is read in so many of them at most.
const MOST_OF_MANY: usize = 2;

/// In so many at most where each of them names something that the header itself defines and none before it names: a header
/// of kernels, each with a program of its own.
const MOST_THAT_NAME_ITS_OWN: usize = 6;

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
    let defined_by = |file: &Path| -> BTreeSet<String> {
        let named = look.named(file, named).unwrap_or_default();
        named.iter().filter_map(|name| name.strip_prefix(DEFINED)).map(str::to_owned).collect()
    };
    let own = defined_by(header);
    let mut defined = own.clone();
    reaching.iter().filter(|file| **file != header).for_each(|file| defined.extend(defined_by(file)));
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
    while chosen.len() < MOST_THAT_NAME_ITS_OWN {
        let is_of_many = chosen.len() >= MOST_OF_MANY;
        let counts = |name: &&String| !is_of_many || own.contains(*name);
        let new = |(_, names): &(PathBuf, BTreeSet<String>)| names.difference(&seen).filter(counts).count();
        // The first of several that name as much.
        let best = rest.iter().enumerate().rev().max_by_key(|(_, program)| new(program));
        let Some(best) = best.filter(|(_, program)| new(program) > 0).map(|(index, _)| index) else { break };
        let (program, names) = rest.remove(best);
        seen.extend(names);
        chosen.push(program);
    }
    chosen
}

fn words_of_name(path: &Path) -> BTreeSet<String> {
    // A path without a name is a folder's, and has no words in common with any.
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
