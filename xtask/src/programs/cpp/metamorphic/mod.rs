//! The same program in other words, or with less of it known: no value may become another certain one.
//!
//! Each file beside this one holds a transformation. One that only says the same in other words leaves every value and
//! every unknown as it is; one that hides something may make values unknown.

mod branch;
mod comparison;
mod constant;
mod definition;
mod order;
mod rename;
mod source;
mod split;
mod variant;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use fastrand::Rng;

use crate::{
    error::Error,
    folders,
    programs::Counts,
    tutorials::{self, Inspected, Run},
};
use source::Source;
use variant::{Kept, Variant};

/// Transformed programs of each file of `test-workspaces`, of each transformation.
const ROUNDS: u64 = 4;

/// Changes a program in some place; `None` where it has no such place.
type Transform = fn(&Source<'_>, &mut Rng) -> Option<Variant>;

/// Each transformation, by the name of what it does.
const TRANSFORMATIONS: &[(&str, Transform)] = &[
    ("a constant is extern", constant::hidden),
    ("a definition is elsewhere", definition::elsewhere),
    ("a variable is defined elsewhere", definition::variable_elsewhere),
    ("split in two files", split::split),
    ("renamed", rename::renamed),
    ("reordered", order::reordered),
    ("behind a run-time if", branch::behind_if),
];

/// What transformed programs came to, by transformation.
#[derive(Debug, Default)]
pub(super) struct Transformed {
    counts: BTreeMap<&'static str, Counts>,
    pub(super) differences: Vec<String>,
    /// Reasons of values that became unknown, and where.
    pub(super) unknown: Vec<(String, String)>,
}

impl Transformed {
    pub(super) fn add(&mut self, other: Self) {
        for (name, counts) in other.counts {
            self.counts.entry(name).or_default().add(counts);
        }
        self.differences.extend(other.differences);
        self.unknown.extend(other.unknown);
    }

    /// One line a transformation.
    pub(super) fn print(&self) {
        for (name, counts) in &self.counts {
            println!("{name}: {counts}");
        }
    }

    /// The values that became others.
    pub(super) fn wrong(&self) -> usize {
        self.counts.values().map(|counts| counts.wrong).sum()
    }
}

/// Asks `binary` for a program once transformed in each way, of which it said `original`; `run` holds what it
/// prints.
pub(super) fn compare(
    binary: &Path,
    file: &Path,
    text: &str,
    original: &[Inspected],
    run: Option<&Run>,
    seed: u64,
) -> Result<Transformed, Error> {
    let source = Source::read(text)?;
    let mut random = Rng::with_seed(seed);
    let mut transformed = Transformed::default();
    for (name, transform) in TRANSFORMATIONS {
        let Some(variant) = transform(&source, &mut random) else { continue };
        let place = file.with_extension(name.replace(' ', "-"));
        let written = written(&variant, &place, file)?;
        let judged = comparison::judge(original, &variant, &tutorials::inspect(binary, &written)?, run);
        let mut counts = Counts { programs: 1, right: judged.same, ..Counts::default() };
        counts.unknown = judged.unknown.len();
        counts.wrong = judged.different.len();
        for difference in &judged.different {
            transformed.differences.push(format!("WRONG {}: {difference}", written.display()));
        }
        for (reason, variable) in judged.unknown {
            transformed.unknown.push((reason, format!("{} {variable}", written.display())));
        }
        transformed.counts.entry(name).or_default().add(counts);
        if counts.wrong == 0 {
            // Thousands of files are in nobody's interest.
            fs::remove_dir_all(&place).map_err(Error::file(&place))?;
        }
    }
    Ok(transformed)
}

/// The same for the C++ files of `test-workspaces`.
pub(super) fn compare_workspaces(binary: &Path, folder: &Path, seed: u64) -> Result<Transformed, Error> {
    let mut all = Transformed::default();
    for workspace in ["cuda", "broken"] {
        let workspace = folders::repository().join("test-workspaces").join(workspace);
        let mut files: Vec<PathBuf> = fs::read_dir(&workspace)
            .map_err(Error::file(&workspace))?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
            .collect();
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).map_err(Error::file(&file))?;
            // A copy: what lies beside the file is no part of the comparison.
            let copy = folder.join("workspaces").join(file.file_name().unwrap_or_default());
            let alone = copy.with_extension("as-it-is");
            let original = tutorials::inspect(binary, &write(&alone, &copy, &text)?)?;
            for round in 0..ROUNDS {
                all.add(compare(binary, &copy, &text, &original, None, seed.wrapping_add(round))?);
            }
        }
    }
    Ok(all)
}

/// Writes a variant, and what lies beside it, to a folder of its own.
fn written(variant: &Variant, place: &Path, file: &Path) -> Result<PathBuf, Error> {
    let path = write(place, file, &variant.text)?;
    if let Some((name, text)) = &variant.beside {
        let beside = place.join(name);
        fs::write(&beside, text).map_err(Error::file(&beside))?;
    }
    Ok(path)
}

fn write(place: &Path, file: &Path, text: &str) -> Result<PathBuf, Error> {
    fs::create_dir_all(place).map_err(Error::file(place))?;
    let path = place.join(file.file_name().unwrap_or_default());
    fs::write(&path, text).map_err(Error::file(&path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "#include <cute/tensor.hpp>
using namespace cute;
int rows = 4;
int twice(int x) { return 2 * x; }
int twice(char x) { return 9; }
int main() {
  int a = rows;
  a = twice(a);
  auto l = make_layout(a);
  return 0;
}
";

    /// The program, transformed in the first place of a seed at which the result holds `expected`.
    #[track_caller]
    fn check(transform: Transform, expected: &str) -> Variant {
        let source = Source::read(PROGRAM).expect("a tree");
        let variants = (0..200).filter_map(|seed| transform(&source, &mut Rng::with_seed(seed)));
        let mut found = variants.filter(|variant| variant.text.contains(expected));
        found.next().unwrap_or_else(|| panic!("no variant holds {expected}"))
    }

    #[test]
    fn a_number_becomes_one_of_another_file() {
        let variant = check(constant::hidden, "return HIDDEN_NUMBER * x;");
        assert_eq!(variant.given, BTreeMap::from([("HIDDEN_NUMBER".to_owned(), 2)]));
        assert!(variant.text.contains("extern const int HIDDEN_NUMBER;"), "{}", variant.text);
    }

    #[test]
    fn a_function_and_a_variable_become_those_of_another_file() {
        check(definition::elsewhere, "int twice(int x) ;\n");
        check(definition::variable_elsewhere, "extern int rows;\n");
    }

    #[test]
    fn a_file_becomes_two() {
        let variant =
            check(split::split, "using namespace cute;\n#include \"part.hpp\"\n\nint twice(char x)");
        let (_, header) = variant.beside.expect("a header");
        assert_eq!(header, "int rows = 4;\nint twice(int x) { return 2 * x; }\n");
    }

    #[test]
    fn names_become_others_everywhere() {
        let variant = check(rename::renamed, "aOther = twiceOther(aOther);");
        assert!(variant.text.contains("int twiceOther(char xOther)"), "{}", variant.text);
    }

    #[test]
    fn neighbours_change_places_with_their_lines() {
        let variant = check(order::reordered, "return 9; }\nint twice(int x)");
        assert_eq!((variant.moved.get(&4), variant.moved.get(&5)), (Some(&5), Some(&4)));
    }

    #[test]
    fn a_statement_stands_behind_an_if() {
        check(branch::behind_if, "  if (HIDDEN_FLAG) { a = twice(a); }\n");
    }

    #[test]
    fn a_part_of_a_loops_head_is_no_statement() {
        for head in ["CUTE_UNROLL", "OTHER_UNROLL"] {
            let text = format!("int main() {{\n  {head}\n  for (int i = 3; i > 0; --i) {{ f(i); }}\n}}\n");
            let source = Source::read(&text).expect("a tree");
            for seed in 0..50 {
                let variant = branch::behind_if(&source, &mut Rng::with_seed(seed));
                let text = variant.map(|variant| variant.text).unwrap_or_default();
                assert!(!text.contains("if (HIDDEN_FLAG) { i > 0; }"), "{text}");
            }
        }
    }
}
