//! `cargo xtask dsl`: examples of the CuTe DSL, traced on the CPU as they configure themselves, beside what we show of them.
//!
//! The DSL runs each script as it is, with its own defaults, and ends where it has its program: no GPU is asked for. What stands
//! for torch there knows shapes, strides and element types. A value that is proved has to be what the DSL holds; one that is
//! supposed, where the run is what it supposes.

mod comparison;
mod condition;
mod package;
mod text;
mod traced;

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use comparison::Verdict;
pub(crate) use package::{PACKAGE, packages, python};

use crate::{error::Error, folders, processors::on_all_processors, release};

/// Which examples.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A folder of examples, `examples/python` of CUTLASS; modules are looked for in the folders above a script, up to it.
    #[arg(required = true, value_parser = folders::absolute)]
    folder: PathBuf,
    /// Only scripts whose path contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// How many scripts are drawn. Default: all.
    #[arg(long)]
    count: Option<usize>,
    /// Draws the scripts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints each value that cannot be compared, too.
    #[arg(long)]
    list: bool,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

/// What came of the values of some scripts.
#[derive(Debug, Default)]
struct Counts {
    scripts: usize,
    proved: usize,
    supposed: usize,
    different: usize,
    /// Why values were not compared, and how many.
    skipped: BTreeMap<String, usize>,
    /// Scripts that came to no kernel, with what they say.
    silent: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.scripts += other.scripts;
        self.proved += other.proved;
        self.supposed += other.supposed;
        self.different += other.different;
        self.silent.extend(other.silent);
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for script in &self.silent {
            writeln!(f, "no kernel: {script}")?;
        }
        let mut skipped: Vec<_> = self.skipped.iter().collect();
        skipped.sort_by(|(one, count), (other, more)| more.cmp(count).then(one.cmp(other)));
        for (reason, count) in skipped {
            writeln!(f, "not compared: {count} {reason}")?;
        }
        let Self { scripts, proved, supposed, different, .. } = self;
        write!(
            f,
            "{scripts} scripts: {proved} proved and {supposed} supposed values agree, {different} differ"
        )
    }
}

/// Compares. Prints every difference and the counts; fails when there is a difference.
pub(crate) fn dsl(arguments: &Arguments) -> Result<(), Error> {
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let packages = packages()?;
    let mut scripts = Vec::new();
    collect(&arguments.folder, &mut scripts)?;
    let is_asked = |path: &PathBuf| {
        arguments.only.as_ref().is_none_or(|only| path.to_string_lossy().contains(only.as_str()))
    };
    scripts.retain(is_asked);
    scripts.sort();
    fastrand::Rng::with_seed(arguments.seed).shuffle(&mut scripts);
    scripts.truncate(arguments.count.unwrap_or(usize::MAX));
    let work = folders::target().join("dsl");
    fs::create_dir_all(&work).map_err(Error::file(&work))?;
    traced::write_programs(&work)?;
    let run = Run { binary: &binary, packages: &packages, work: &work, arguments };
    let all = on_all_processors(&scripts, |at, script| run.compare(at, script))?;
    let mut counts = Counts::default();
    all.into_iter().for_each(|one| counts.add(one));
    println!("{counts}");
    match counts.different {
        0 => Ok(()),
        different => Err(Error::Other(format!("{different} values differ from those of the DSL"))),
    }
}

struct Run<'a> {
    binary: &'a Path,
    packages: &'a Path,
    work: &'a Path,
    arguments: &'a Arguments,
}

impl Run<'_> {
    fn compare(&self, number: usize, script: &Path) -> Result<Counts, Error> {
        let folder = &self.arguments.folder;
        let mut counts = Counts { scripts: 1, ..Counts::default() };
        let trace = traced::trace(self.packages, self.work, folder, number, script)?;
        let name = script.strip_prefix(folder).unwrap_or(script).display().to_string();
        if trace.names.is_empty() {
            counts.silent.push(format!("{name}: {}", trace.complaint.replace('\n', " ")));
        }
        for (file, names) in trace.by_file() {
            let shown = comparison::inspect(self.binary, folder, &file)?;
            let file = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            for shown in shown {
                for verdict in comparison::verdicts(&shown, &names, &trace.said) {
                    let place = || format!("{file}:{} {}", shown.line, shown.name());
                    match verdict {
                        Verdict::Proved => counts.proved += 1,
                        Verdict::Supposed => counts.supposed += 1,
                        Verdict::Skipped(reason) => {
                            if self.arguments.list {
                                println!("not compared: {}: {reason}", place());
                            }
                            *counts.skipped.entry(reason).or_default() += 1;
                        }
                        Verdict::Different(difference) => {
                            counts.different += 1;
                            println!("{}: {difference} (run of {name})", place());
                        }
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// Scripts that use the DSL.
fn collect(folder: &Path, scripts: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        let (kind, path) = (entry.file_type().map_err(Error::file(folder))?, entry.path());
        if kind.is_dir() {
            collect(&path, scripts)?;
        } else if kind.is_file() && path.extension().is_some_and(|suffix| suffix == "py") {
            let bytes = fs::read(&path).map_err(Error::file(&path))?;
            let text = String::from_utf8_lossy(&bytes);
            if text.contains("__main__") && text.contains("cutlass") {
                scripts.push(path);
            }
        }
    }
    Ok(())
}
