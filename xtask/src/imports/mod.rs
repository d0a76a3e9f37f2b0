//! `cargo xtask imports`: which files of a crate cannot be read without each other.
//!
//! A file imports another when it names an item of it, with a `use` or with a path; a name that was passed on by a
//! `pub use` counts for the file that defines it, and a parent module's file counts as any other. Code for tests is
//! left out. A circle is a largest set of files in which each imports each, directly or through others.

mod circle;
mod crates;
mod names;
mod tree;

use std::path::Path;

use crate::error::Error;

/// A circle of so many files is read as one thing; nobody may write a larger one.
const READ_AS_ONE: usize = 6;

/// A file of a circle, and those of the others that it imports, each with the names by which it does.
struct Member {
    file: String,
    imports: Vec<(String, String)>,
}

/// What the files of a crate import, and what becomes of it.
struct Circles {
    name: String,
    files: usize,
    imports: usize,
    /// The largest circle first, none of a single file.
    circles: Vec<Vec<Member>>,
}

impl Circles {
    fn of(of: &crates::Crate, repository: &Path) -> Result<Self, Error> {
        let tree = tree::read(&of.root)?;
        let imports = names::imports(&tree);
        let name = |file: usize| {
            let path = &tree.files[file];
            path.strip_prefix(repository).unwrap_or(path).display().to_string()
        };
        let member = |circle: &[usize], file: usize| Member {
            file: name(file),
            imports: imports[file]
                .iter()
                .filter(|(other, _)| circle.contains(other))
                .map(|(other, names)| {
                    (name(*other), names.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
                })
                .collect(),
        };
        let arrows: Vec<Vec<usize>> = imports.iter().map(|of| of.keys().copied().collect()).collect();
        let mut circles: Vec<Vec<Member>> = circle::circles(&arrows)
            .into_iter()
            .map(|circle| circle.iter().map(|file| member(&circle, *file)).collect())
            .collect();
        for circle in &mut circles {
            circle.sort_by(|one, other| one.file.cmp(&other.file));
        }
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        let imports = arrows.iter().map(Vec::len).sum();
        Ok(Self { name: of.name.clone(), files: tree.files.len(), imports, circles })
    }

    /// The files in the largest circle.
    fn largest(&self) -> usize {
        self.circles.first().map_or(0, Vec::len)
    }

    /// The files in all circles that are larger than [`READ_AS_ONE`].
    fn in_large_ones(&self) -> usize {
        self.circles.iter().map(Vec::len).filter(|files| *files > READ_AS_ONE).sum()
    }
}

/// The circles of each library, program, example, bench and test of the workspace.
fn circles() -> Result<Vec<Circles>, Error> {
    let repository = crate::folders::repository();
    crates::crates(&repository)?.iter().map(|of| Circles::of(of, &repository)).collect()
}

/// Prints the circles of more than `above` files with what is imported in them, and how large all are. An error when one
/// is larger than what is read as one.
pub(crate) fn imports(above: usize) -> Result<(), Error> {
    let all = circles()?;
    for of in &all {
        for circle in of.circles.iter().filter(|circle| circle.len() > above) {
            println!("{}: a circle of {} files", of.name, circle.len());
            for member in circle {
                println!("    {}", member.file);
                for (file, names) in &member.imports {
                    println!("        {file}: {names}");
                }
            }
        }
    }
    let sum = |count: fn(&Circles) -> usize| all.iter().map(count).sum::<usize>();
    println!("{} crates, {} files, {} imports", all.len(), sum(|of| of.files), sum(|of| of.imports));
    for of in all.iter().filter(|of| of.largest() > 0) {
        let sizes = of.circles.iter().map(|circle| circle.len().to_string()).collect::<Vec<_>>().join(", ");
        println!("{}: {} files, circles of {sizes}", of.name, of.files);
    }
    println!("{} files are in circles of more than {READ_AS_ONE}", sum(Circles::in_large_ones));
    match complaints(&all) {
        complaints if complaints.is_empty() => Ok(()),
        complaints => Err(Error::Other(complaints.join("\n"))),
    }
}

/// A line for each crate with a circle of more than [`READ_AS_ONE`] files.
fn complaints(all: &[Circles]) -> Vec<String> {
    all.iter()
        .filter(|of| of.largest() > READ_AS_ONE)
        .map(|of| {
            format!(
                "{}: {} files in the largest circle of imports, where {READ_AS_ONE} are read as one; `cargo xtask imports` \
                 says who imports what: let one of them go without the others, as by moving what both sides need to a \
                 file of its own",
                of.name,
                of.largest(),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_crate_has_a_circle_of_imports_of_more_than_six_files() {
        let all = circles().expect("the workspace can be read");
        assert!(
            all.iter().any(|of| of.name == "layout-algebra" && of.imports > of.files),
            "imports were found"
        );
        assert_eq!(complaints(&all), Vec::<String>::new());
    }
}
