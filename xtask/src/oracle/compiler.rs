//! Asks CuTe: writes a C++ program of questions, compiles it on the host, runs it.

use std::{
    collections::{BTreeMap, BTreeSet, hash_map::DefaultHasher},
    fmt::Write,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::headers;
use crate::{error::Error, folders, process};

/// Longest time for one program. They take 5 to 30 seconds, and many times that on a machine that is busy.
const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;
/// CuTe's own print functions and how one answer is printed.
const PRINT: &str = include_str!("print.hpp");
const FLAGS: &[&str] = &[
    "-std=c++17",
    "-O0",
    "-w",
    // A program is a list of independent questions, and each that does not compile must be named.
    "-fmax-errors=0",
    // The ends of a backtrace: the innermost template, and the question's line.
    "-ftemplate-backtrace-limit=4",
    "-ftemplate-depth=4000",
    "-fconstexpr-ops-limit=100000000",
];

/// What CuTe says to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// In CuTe notation; static integers without their underscore.
    Value(String),
    /// The expression does not compile.
    Refused,
    /// The compiled expression ends the program: an integer division by zero.
    Crashed,
}

/// A host compiler with CuTe's headers and one precompiled set of them.
pub(crate) struct Compiler {
    /// For the precompiled headers, which every run uses.
    headers: PathBuf,
    /// For the programs of this run alone: several runs may go on at a time.
    programs: PathBuf,
    include: Vec<PathBuf>,
    header: String,
    flags: &'static [&'static str],
}

impl Compiler {
    /// Fetches the headers and precompiles them. `includes` are C++ lines, such as further `#include`s, that the
    /// questions need besides CuTe's layouts, swizzles and tensors.
    pub(super) fn start(includes: &str) -> Result<Self, Error> {
        Self::with_headers(&format!("{PRINT}{includes}\n"), &[])
    }

    /// The same with C++ text of one's own in place of how answers are printed, and with more flags.
    pub(crate) fn with_headers(text: &str, flags: &'static [&'static str]) -> Result<Self, Error> {
        let include = headers::folders()?;
        let mut hash = DefaultHasher::new();
        (text, FLAGS, flags).hash(&mut hash);
        let header = format!("cute-{:016x}.hpp", hash.finish());
        let headers = folders::target().join("cute-oracle");
        let programs = headers.join(std::process::id().to_string());
        fs::create_dir_all(&programs).map_err(Error::file(&programs))?;
        let compiler = Self { headers, programs, include, header, flags };
        let precompiled = compiler.headers.join(format!("{}.gch", compiler.header));
        if !precompiled.is_file() {
            compiler.precompile(text, &precompiled)?;
        }
        Ok(compiler)
    }

    /// Written under another name first: what is there under its own is complete.
    fn precompile(&self, text: &str, precompiled: &Path) -> Result<(), Error> {
        let header = self.headers.join(&self.header);
        fs::write(&header, text).map_err(Error::file(&header))?;
        let unfinished = self.programs.join("headers.gch");
        let mut command = self.command();
        command.args(["-x", "c++-header"]).arg(&header).arg("-o").arg(&unfinished);
        process::run_logged(&mut command, &self.headers.join("headers.log"), LIMIT)?;
        fs::rename(&unfinished, precompiled).map_err(Error::file(precompiled))
    }

    /// The name of the precompiled headers, for `#include`: other headers give another name.
    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// Compiles a program that includes [`Self::header`]; what the compiler complains about goes to `log`.
    pub(crate) fn build(&self, source: &Path, program: &Path, log: &Path) -> Result<(), Error> {
        let mut command = self.command();
        command.arg(source).arg("-o").arg(program);
        let output = log.with_extension("out");
        let status = process::run_to_files(&mut command, &output, log, LIMIT)?;
        if status.success() {
            Ok(())
        } else {
            let command = format!("g++ {}", source.display());
            Err(Error::StatusWithLog { command, status, log: log.to_path_buf() })
        }
    }

    /// CuTe's answers to C++ expressions, by their numbers. `name` names the program's files.
    pub(super) fn ask(
        &self,
        name: &str,
        questions: &[(usize, &str)],
    ) -> Result<BTreeMap<usize, Said>, Error> {
        let mut said = BTreeMap::new();
        let mut waiting = vec![questions.to_vec()];
        while let Some(questions) = waiting.pop() {
            if questions.is_empty() {
                continue;
            }
            let rest = match self.compile(name, &questions)? {
                Compiled::Program(program) => self.run(name, &program, &questions, &mut said)?,
                Compiled::Refused(refused) if !refused.is_empty() => {
                    said.extend(refused.iter().map(|&number| (number, Said::Refused)));
                    // The compiler names a failed assertion once: others with the same one are still among these.
                    vec![questions.into_iter().filter(|(number, _)| !refused.contains(number)).collect()]
                }
                Compiled::Refused(_) if questions.len() == 1 => {
                    said.insert(questions[0].0, Said::Refused);
                    vec![]
                }
                // An error that names no question: halves find whose it is.
                Compiled::Refused(_) => {
                    let (left, right) = questions.split_at(questions.len() / 2);
                    vec![left.to_vec(), right.to_vec()]
                }
            };
            waiting.extend(rest);
        }
        Ok(said)
    }

    fn compile(&self, name: &str, questions: &[(usize, &str)]) -> Result<Compiled, Error> {
        let mut text = format!("#include \"{}\"\nint main() {{\n", self.header);
        let lines_before = text.lines().count();
        for (number, expression) in questions {
            // One line each: error messages name the line. A block each: so do not names clash.
            let _ = writeln!(text, "{{ answer({number}, {expression}); }}");
        }
        text.push_str("}\n");
        let source = format!("{name}.cpp");
        let path = self.path(&source);
        fs::write(&path, text).map_err(Error::file(&path))?;
        let program = self.path(name);
        let mut command = self.command();
        command.arg(&source).arg("-o").arg(&program);
        let log = self.path(&format!("{name}.log"));
        if process::run_to_files(&mut command, &self.path(&format!("{name}.out")), &log, LIMIT)?.success() {
            return Ok(Compiled::Program(program));
        }
        let complaints = read(&log)?;
        let refused = lines_named(&complaints, &source)
            .filter_map(|line| questions.get(line.checked_sub(lines_before + 1)?))
            .map(|(number, _)| *number)
            .collect();
        Ok(Compiled::Refused(refused))
    }

    /// Runs a program; the answers go to `said`, and what comes after a crash is asked again.
    fn run<'q>(
        &self,
        name: &str,
        program: &Path,
        questions: &[(usize, &'q str)],
        said: &mut BTreeMap<usize, Said>,
    ) -> Result<Vec<Vec<(usize, &'q str)>>, Error> {
        let output = self.path(&format!("{name}.out"));
        let log = self.path(&format!("{name}.log"));
        let status = process::run_to_files(&mut Command::new(program), &output, &log, LIMIT)?;
        for line in read(&output)?.lines() {
            let answer = line.split_once('\t').and_then(|(number, text)| Some((number.parse().ok()?, text)));
            let (number, text) =
                answer.ok_or_else(|| Error::Other(format!("{name} prints {line:?}, which is no answer")))?;
            said.insert(number, Said::Value(without_underscores(text)));
        }
        let mut unanswered: Vec<_> =
            questions.iter().copied().filter(|(number, _)| !said.contains_key(number)).collect();
        match (status.success(), unanswered.first()) {
            (true, None) => Ok(vec![]),
            (false, Some(&(number, _))) => {
                said.insert(number, Said::Crashed);
                unanswered.remove(0);
                Ok(vec![unanswered])
            }
            _ => Err(Error::Other(format!("{name} ended with {status} and left {unanswered:?} unanswered"))),
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new("g++");
        command.current_dir(&self.programs).args(FLAGS).args(self.flags).arg("-I").arg(&self.headers);
        command.args(self.include.iter().flat_map(|folder| [Path::new("-isystem"), folder]));
        command
    }

    fn path(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // Programs are megabytes each. What cannot be removed is in nobody's way.
        let _ = fs::remove_dir_all(&self.programs);
    }
}

enum Compiled {
    Program(PathBuf),
    /// The questions that the error messages name.
    Refused(BTreeSet<usize>),
}

fn read(path: &Path) -> Result<String, Error> {
    let bytes = fs::read(path).map_err(Error::file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines of `source` that messages name as `source:LINE:`, as an error's place or as what led to it.
fn lines_named<'t>(messages: &'t str, source: &'t str) -> impl Iterator<Item = usize> + 't {
    messages.match_indices(source).filter_map(|(at, _)| {
        let line = messages[at + source.len()..].strip_prefix(':')?;
        line.split(':').next()?.parse().ok()
    })
}

/// `_4` is `4` known at compile time, which is all there is here; the `_` of a slice stays.
fn without_underscores(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(character) = rest.next() {
        let is_static =
            character == '_' && rest.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-');
        if !is_static {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_integers_are_printed_as_integers() {
        assert_eq!(without_underscores("(_4,(_2,_)):(_-1,(_0,2))"), "(4,(2,_)):(-1,(0,2))");
    }

    #[test]
    fn every_line_that_a_message_names_is_found() {
        let messages = "layout.hpp:1040:5: error: static assertion failed\na.cpp:7:3:   required from here\n\
                        b.cpp:8:1: error\na.cpp:12:22: error: no match";
        assert_eq!(lines_named(messages, "a.cpp").collect::<Vec<_>>(), [7, 12]);
    }
}
