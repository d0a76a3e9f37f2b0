//! Of the layouts and tensors that code declares, how many have a value, and why the others have none.

mod coverage_page;
mod makers;
mod shown;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use self::shown::{Said, Shown};
use crate::{alarm, error::Error, folders, processors};

/// Reasons that are printed of a language, largest first.
const MOST_REASONS: usize = 40;

const SUFFIXES: [&str; 8] = ["cu", "cuh", "h", "hpp", "cpp", "cc", "py", "inl"];

/// Folders that hold code of others, by the beginning of their names.
const OTHERS: [&str; 4] = ["3rd", "3rdparty", "third_party", ".git"];

/// What a file that uses CuTe contains.
const MARKS: [&str; 7] =
    ["cute/", "cute::", "cutlass.cute", "import cutlass", "layout_algebra", "pycute", "using namespace cute"];

/// Lines that are read of a declaration.
const LINES: usize = 10;

/// The names that one language declares by makers.
#[derive(Default)]
struct Counts {
    proved: usize,
    supposed: usize,
    unknown: usize,
    reasons: HashMap<String, Reason>,
    /// Of each file that has such names, the lines that declare them and how many of these have a value.
    files: Vec<(PathBuf, usize, usize)>,
    /// Files of which nothing is known.
    failed: usize,
}

/// One reason: how often, and where.
#[derive(Default)]
struct Reason {
    count: usize,
    places: Vec<String>,
}

/// What is printed besides the reasons and the shares.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Wanted<'w> {
    /// The places of the reasons that contain this, each with the whole reason.
    pub(super) listed: Option<&'w str>,
    /// Each file with its lines that declare such names and those of them that have a value.
    pub(super) files: bool,
}

/// Prints for each language the reasons, and of all names the shares.
pub(super) fn print(binary: &Path, folders: &[PathBuf], wanted: Wanted<'_>) -> Result<(), Error> {
    let mut whole = Languages::default();
    for folder in folders {
        for (language, counts) in of_folder(binary, folder)? {
            whole.entry(language).or_default().take(counts);
        }
    }
    for (language, counts) in &whole {
        counts.print_reasons(language, wanted.listed);
    }
    if wanted.files {
        whole.values().for_each(Counts::print_files);
    }
    for (language, counts) in &whole {
        println!("{}", counts.shares(language));
    }
    match whole.values().map(|counts| counts.failed).sum() {
        0 => Ok(()),
        failed => Err(Error::Other(format!("{failed} files have no answer"))),
    }
}

/// Writes `docs/coverage.md`: of each folder, a repository `owner__name`, the shares by `before` and by `binary`. Each line of
/// `commits` is `owner/name commit`.
pub(super) fn write_page(
    before: &Path,
    binary: &Path,
    folders: &[PathBuf],
    commits: &Path,
) -> Result<(), Error> {
    let commits = fs::read_to_string(commits).map_err(Error::file(commits))?;
    let mut repositories = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().replacen("__", "/", 1);
        let counted = [of_folder(before, folder)?, of_folder(binary, folder)?];
        println!("{name}");
        repositories.push((name, counted));
    }
    let path = folders::repository().join("docs").join("coverage.md");
    fs::write(&path, coverage_page::page(&repositories, &commits)).map_err(Error::file(&path))?;
    println!("{}", path.display());
    Ok(())
}

/// What was counted, by language.
type Languages = BTreeMap<&'static str, Counts>;

fn of_folder(binary: &Path, folder: &Path) -> Result<Languages, Error> {
    let mut languages = Languages::new();
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let found = processors::on_all_processors(&files, |_, file| Ok(names(binary, folder, file)))?;
    for (file, found) in files.iter().zip(found) {
        let counts = languages.entry(language(file)).or_default();
        match found {
            Ok(names) => counts.add(file, names),
            Err(error) => {
                println!("no answer: {}: {error}", file.display());
                counts.failed += 1;
            }
        }
    }
    Ok(languages)
}

impl Counts {
    fn add(&mut self, file: &Path, names: Vec<Name>) {
        let lines: BTreeSet<_> = names.iter().map(|name| name.line).collect();
        let has_value = |name: &&Name| !matches!(name.said, Said::Unknown(_));
        let shown: BTreeSet<_> = names.iter().filter(has_value).map(|name| name.line).collect();
        if !lines.is_empty() {
            self.files.push((file.to_owned(), lines.len(), shown.len()));
        }
        for Name { line, name, said } in names {
            match said {
                Said::Proved => self.proved += 1,
                Said::Supposed => self.supposed += 1,
                Said::Unknown(reason) => {
                    self.unknown += 1;
                    let reason = reason.unwrap_or_else(|| "(none)".to_owned());
                    let of_its_kind = self.reasons.entry(shown::general(&reason)).or_default();
                    of_its_kind.count += 1;
                    of_its_kind.places.push(format!("{}:{line} {name}: {reason}", file.display()));
                }
            }
        }
    }

    fn take(&mut self, other: Self) {
        self.proved += other.proved;
        self.supposed += other.supposed;
        self.unknown += other.unknown;
        self.failed += other.failed;
        self.files.extend(other.files);
        for (general, reason) in other.reasons {
            let known = self.reasons.entry(general).or_default();
            known.count += reason.count;
            known.places.extend(reason.places);
        }
    }

    fn all(&self) -> usize {
        self.proved + self.supposed + self.unknown
    }

    /// The files, those with the smallest share of lines with a value first.
    fn print_files(&self) {
        let mut files: Vec<_> = self.files.iter().collect();
        let share = |lines: usize, shown: usize| 100.0 * shown as f64 / lines.max(1) as f64;
        files.sort_by(|(a, lines, shown), (b, others, other)| {
            share(*lines, *shown).total_cmp(&share(*others, *other)).then(a.cmp(b))
        });
        for (file, lines, shown) in files {
            println!("{:5.1} % of {lines} lines  {}", share(*lines, *shown), file.display());
        }
    }

    fn print_reasons(&self, language: &str, listed: Option<&str>) {
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by(|(a, one), (b, other)| other.count.cmp(&one.count).then(a.cmp(b)));
        for (general, reason) in reasons.iter().take(MOST_REASONS) {
            println!("  {language} {} {general}", reason.count);
        }
        let Some(listed) = listed else { return };
        let listed = reasons.iter().filter(|(general, _)| general.contains(listed));
        for place in listed.flat_map(|(_, reason)| &reason.places) {
            println!("{place}");
        }
    }

    fn shares(&self, language: &str) -> String {
        let all = self.all();
        let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / all.max(1) as f64);
        let (proved, supposed) = (share(self.proved), share(self.supposed));
        format!(
            "{language} {all}: proved {proved} ({}), supposed {supposed} ({})",
            self.proved, self.supposed
        )
    }
}

/// A name that counts.
struct Name {
    line: usize,
    name: String,
    said: Said,
}

/// The names of a file that count: those of makers, and those that have a value.
fn names(binary: &Path, folder: &Path, file: &Path) -> Result<Vec<Name>, Error> {
    let mut command = Command::new(binary);
    // Includes are looked for below the current folder.
    let below = file.strip_prefix(folder).unwrap_or(file);
    command.current_dir(folder).args(["inspect", "--format", "json"]).arg(below);
    let printed: Vec<Shown> = serde_json::from_str(&alarm::output(&mut command)?)
        .map_err(|error| Error::Other(format!("what is printed is no list of names: {error}")))?;
    let bytes = fs::read(file).map_err(Error::file(file))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    let is_python = language(file) == "Python";
    let bindings = printed.into_iter().filter(Shown::is_binding);
    let counted = bindings.filter_map(|shown| {
        let said = shown.said();
        let counts = !matches!(said, Said::Unknown(_)) || is_made(&lines, &shown, is_python);
        counts.then(|| Name { line: shown.line, name: shown.name.unwrap_or_default(), said })
    });
    Ok(counted.collect())
}

/// Whether a maker stands behind the `=` of a declaration.
fn is_made(lines: &[&str], shown: &Shown, is_python: bool) -> bool {
    let first = shown.line.saturating_sub(1);
    let Some(line) = lines.get(first) else { return false };
    let column = line.char_indices().nth(shown.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let (before, rest) = line.split_at(column);
    let others = lines.iter().skip(first + 1).take(LINES - 1);
    let declaration = std::iter::once(&rest).chain(others).copied().collect::<Vec<_>>().join("\n");
    let behind = declaration.strip_prefix(shown.name.as_deref().unwrap_or_default());
    behind.is_some_and(|behind| makers::is_made(before, behind, is_python))
}

fn language(file: &Path) -> &'static str {
    match file.extension().is_some_and(|suffix| suffix == "py") {
        true => "Python",
        false => "C++",
    }
}

/// The files below a folder that use CuTe.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        let kind = entry.file_type().map_err(Error::file(folder))?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if kind.is_dir() {
            let is_other = OTHERS.iter().any(|other| name == *other) || name.starts_with("3rdparty");
            if !is_other {
                collect(&path, files)?;
            }
        } else if kind.is_file()
            && path
                .extension()
                .and_then(|suffix| suffix.to_str())
                .is_some_and(|suffix| SUFFIXES.contains(&suffix))
        {
            let bytes = fs::read(&path).map_err(Error::file(&path))?;
            let text = String::from_utf8_lossy(&bytes);
            if MARKS.iter().any(|mark| text.contains(mark)) {
                files.push(path);
            }
        }
    }
    Ok(())
}
