//! A program of other people: its files, and what it prints.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ffi::OsStr,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::supposed::{Made, Supposed};
use crate::{
    corpora,
    error::Error,
    folders,
    oracle::Compiler,
    process,
    tutorials::{self, Call, File, Run, Statements},
};

/// A program that takes longer computes on the host what its kernel should.
const RUN_LIMIT: Duration = Duration::from_secs(20);
/// Headers of one program, at most: what has more is a library.
const MOST_FILES: usize = 200;
/// Below which a header may stand in a folder above.
const HEADER_FOLDERS: [&str; 4] = ["", "include", "src", "csrc"];

/// What a program of other people finds besides what a tutorial finds.
const HOST: &str = include_str!("host.hpp");
/// Below CUTLASS's sources: what programs of its kind include to read their arguments and pack their strides.
const UTILITIES: [&str; 2] = ["command_line.h", "packed_stride.hpp"];
/// As nvcc takes them; what is declared and never called is not looked for.
const FLAGS: &[&str] = &["-fpermissive", "-fno-pie", "-no-pie", "-Wl,--unresolved-symbols=ignore-all"];
/// The major versions of devices that a program may ask for, in the order in which they are tried.
const ARCHITECTURES: [u32; 5] = [8, 9, 10, 12, 7];

/// A compiler for print versions of programs of other people.
pub(super) fn compiler() -> Result<Compiler, Error> {
    let utilities =
        corpora::fetch("nvidia-cutlass")?.join("cutlass_library/source/tools/util/include/cutlass/util");
    let mut headers = format!("{}\n{HOST}\n{}\n", tutorials::HOST, tutorials::SHOW);
    for utility in UTILITIES {
        let _ = writeln!(headers, "#include \"{}\"", utilities.join(utility).display());
    }
    Compiler::with_headers(&headers, FLAGS)
}

/// Why a program is not compared.
pub(super) struct Skipped(pub(super) String);

/// A file of a program.
pub(super) struct ProgramFile {
    pub(super) path: PathBuf,
    pub(super) lines_before: usize,
    pub(super) lines: usize,
    text: String,
}

impl ProgramFile {
    /// Its name, with that of its folder.
    pub(super) fn name(&self) -> String {
        let names: Vec<_> =
            self.path.iter().rev().take(2).map(|name| name.to_string_lossy().into_owned()).collect();
        names.into_iter().rev().collect::<Vec<_>>().join("/")
    }
}

/// A file with a `main`, and the headers of its code base that it includes.
pub(super) struct Program {
    /// Its path below the code base.
    pub(super) name: String,
    pub(super) files: Vec<ProgramFile>,
    folder: PathBuf,
    /// What stands before its first file, behind the headers of CuTe.
    before: String,
    /// What stands behind its first file.
    behind: String,
}

/// Which files are compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those with a `main`.
    Programs,
    /// All others, headers too.
    Templates,
}

/// The programs, or other files, below a code base that use CuTe.
pub(super) fn programs(folder: &Path, which: Which, only: Option<&str>) -> Result<Vec<Program>, Error> {
    let mut sources = Vec::new();
    collect(folder, which, &mut sources)?;
    sources.sort();
    let mut programs = Vec::new();
    for source in sources {
        let name = source.strip_prefix(folder).unwrap_or(&source).to_string_lossy().into_owned();
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let files = files(folder, &source)?;
        let uses_cute = files.iter().any(|file| file.text.contains("cute"));
        let has_main = files.first().is_some_and(|main| main.text.contains(" main("));
        if uses_cute && has_main == (which == Which::Programs) {
            programs.push(Program {
                name,
                files,
                folder: folder.to_path_buf(),
                before: String::new(),
                behind: String::new(),
            });
        }
    }
    Ok(programs)
}

fn collect(folder: &Path, which: Which, sources: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(Error::file(folder))?);
        if kind.is_dir() {
            collect(&path, which, sources)?;
        } else if kind.is_file() && path.extension().is_some_and(|suffix| is_compiled(which, suffix)) {
            sources.push(path);
        }
    }
    Ok(())
}

fn is_compiled(which: Which, suffix: &OsStr) -> bool {
    let is_of = |suffixes: &[&str]| suffixes.iter().any(|known| suffix == *known);
    is_of(&["cu", "cpp"]) || which == Which::Templates && is_of(&["h", "hpp", "cuh"])
}

/// A source and all that it includes of its code base, itself first.
fn files(folder: &Path, source: &Path) -> Result<Vec<ProgramFile>, Error> {
    let mut files: Vec<ProgramFile> = Vec::new();
    let mut waiting = VecDeque::from([source.to_path_buf()]);
    let mut lines_before = 0;
    while let Some(path) = waiting.pop_front() {
        if files.len() == MOST_FILES || files.iter().any(|file| file.path == path) {
            continue;
        }
        let bytes = fs::read(&path).map_err(Error::file(&path))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let includes = text.lines().filter_map(|line| line.trim().strip_prefix("#include"));
        waiting.extend(includes.filter_map(|include| find(folder, &path, include.trim())));
        let lines = text.lines().count();
        files.push(ProgramFile { path, lines_before, lines, text });
        lines_before += lines;
    }
    Ok(files)
}

/// The file of the code base that an include names.
fn find(folder: &Path, from: &Path, include: &str) -> Option<PathBuf> {
    let name = include.get(1..)?.split(['"', '>']).next()?;
    // These are there already, in the version that everything is compared with.
    if name.starts_with("cute/") || name.starts_with("cutlass/") {
        return None;
    }
    let above = from.ancestors().skip(1).take_while(|above| above.starts_with(folder));
    let mut found = above
        .flat_map(|above| HEADER_FOLDERS.map(|headers| above.join(headers).join(name)))
        .filter(|path| path.is_file());
    found.next().and_then(|path| fs::canonicalize(path).ok())
}

impl Program {
    /// Makes the class templates of its first file as they are supposed to be made: it gets a `main` that shows them.
    pub(super) fn make(&mut self, supposed: &Supposed) -> Result<Vec<Made>, Error> {
        let Some(file) = self.files.first() else { return Ok(Vec::new()) };
        let made = supposed.classes(&file.text)?;
        let shown: String =
            made.iter().map(|made| format!("::lens::members<{}>();\n", made.spelled)).collect();
        let macros: BTreeSet<&(String, String)> = made.iter().flat_map(|made| &made.macros).collect();
        self.before = macros.iter().map(|(name, value)| format!("#define {name} {value}\n")).collect();
        self.behind = format!("\nint main() {{\nusing namespace cute;\n{shown}}}\n");
        Ok(made)
    }

    /// What it prints, or why it does not. A program that was compiled before is not compiled again.
    pub(super) fn run(&self, compiler: &Compiler) -> Result<Result<Run, Skipped>, Error> {
        let written = self.print_versions()?;
        let mut hash = DefaultHasher::new();
        (compiler.header(), &written, &self.before, &self.behind).hash(&mut hash);
        let folder = folders::target().join("compiled").join(format!("{:016x}", hash.finish()));
        let binary = folder.join("program");
        let log = folder.join("log");
        if !folder.is_dir() {
            fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
            for (name, text) in &written {
                let path = folder.join(name);
                let text = if name == MAIN {
                    format!(
                        "#include \"{}\"\n{}#line 1\n{text}{}",
                        compiler.header(),
                        self.before,
                        self.behind
                    )
                } else {
                    text.clone()
                };
                fs::write(&path, text).map_err(Error::file(&path))?;
            }
            // What it complains about is in the log, which is read below.
            let _ = compiler.build(&folder.join(MAIN), &binary, &log);
        }
        if !binary.is_file() {
            let complaints = fs::read_to_string(&log).unwrap_or_default();
            let error =
                complaints.lines().find(|line| line.contains("error:")).unwrap_or("no compiler error");
            return Ok(Err(Skipped(format!("does not compile on a host: {error}"))));
        }
        let mut most: Option<Run> = None;
        let mut ended = String::new();
        for architecture in ARCHITECTURES {
            let output = folder.join(format!("out-{architecture}"));
            let mut command = Command::new(&binary);
            // It may write files where it is.
            command.current_dir(&folder).env("LENS_ARCHITECTURE", architecture.to_string());
            // What it printed before it ended is true, however it ended.
            let mut is_stopped = false;
            ended = match process::run_to_files(&mut command, &output, &folder.join("complaints"), RUN_LIMIT)
            {
                Ok(status) if status.success() => SUCCESS.to_owned(),
                Ok(status) => status.to_string(),
                Err(error) => {
                    is_stopped = true;
                    error.to_string()
                }
            };
            let bytes = fs::read(&output).map_err(Error::file(&output))?;
            let call = Call { way: String::new(), arguments: Vec::new() };
            let run = tutorials::read_run(&String::from_utf8_lossy(&bytes), &self.name, &call)?;
            // One that is stopped is computing on the host what its kernel should: it has printed what it prints.
            let is_whole = (ended == SUCCESS || is_stopped) && !run.values.is_empty();
            if most.as_ref().is_none_or(|most| run.values.len() > most.values.len()) {
                most = Some(run);
            }
            if is_whole {
                break;
            }
        }
        let most = most.filter(|run| !run.values.is_empty());
        Ok(most.ok_or_else(|| Skipped(format!("prints no value and ends with {ended}"))))
    }

    /// The print versions of its files, by the names that they get.
    fn print_versions(&self) -> Result<BTreeMap<String, String>, Error> {
        let names: BTreeMap<&Path, String> = self
            .files
            .iter()
            .enumerate()
            .map(|(number, file)| {
                let name = if number == 0 { MAIN.to_owned() } else { format!("{number}.h") };
                (file.path.as_path(), name)
            })
            .collect();
        let mut written = BTreeMap::new();
        for file in &self.files {
            let include = |include: &str| {
                let found = find(&self.folder, &file.path, include)?;
                Some(format!("\"{}\"", names.get(found.as_path())?))
            };
            let others: Vec<&str> = self
                .files
                .iter()
                .filter(|other| other.path != file.path)
                .map(|other| other.text.as_str())
                .collect();
            let around = File { lines_before: file.lines_before, others: &others, include: &include };
            let text = tutorials::print_version_of_file(&file.text, Statements::OfLayouts, &around)?;
            let name = &names[file.path.as_path()];
            written.insert(name.clone(), text);
        }
        Ok(written)
    }
}

const SUCCESS: &str = "success";
/// The name of the first file's print version.
const MAIN: &str = "main.cpp";
