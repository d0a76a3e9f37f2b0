//! Many programs in one translation unit: compiled at once, run one after the other, each in a process of its own.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path, process::Command, time::Duration};

use super::program::Program;
use crate::{
    error::Error,
    oracle::Compiler,
    process,
    tutorials::{self, Call, Run},
};

/// Longest time for all programs of a unit; one that hangs is ended by its own alarm.
const LIMIT: Duration = Duration::from_secs(600);
/// Begins the output of a program.
const BEGINS: &str = "PROGRAM\t";

/// Compiles and runs programs; those that do not compile are left out.
pub(super) fn run(
    compiler: &Compiler,
    folder: &Path,
    mut programs: Vec<Program>,
) -> Result<Vec<(Program, Run)>, Error> {
    let Some(name) = programs.first().map(|program| format!("unit{}", program.number)) else {
        return Ok(Vec::new());
    };
    let binary = folder.join(&name);
    let path = |extension: &str| folder.join(format!("{name}.{extension}"));
    let log = path("log");
    loop {
        let source = path("cpp");
        fs::write(&source, text(compiler, &programs)).map_err(Error::file(&source))?;
        match compiler.build(&source, &binary, &log) {
            Ok(()) => break,
            Err(error) => {
                let complaints = fs::read_to_string(&log).map_err(Error::file(&log))?;
                let refused = refused(&complaints);
                let before = programs.len();
                for program in programs.iter().filter(|program| refused.contains(&program.number)) {
                    println!("{} does not compile: {}", program.file(), first_error(&complaints, program));
                    let kept = folder.join(format!("refused-{}", program.file()));
                    fs::write(&kept, program.analysed()).map_err(Error::file(&kept))?;
                }
                programs.retain(|program| !refused.contains(&program.number));
                if programs.is_empty() {
                    return Ok(Vec::new());
                }
                if programs.len() == before {
                    // An error that names no program: nothing can be left out.
                    return Err(error);
                }
            }
        }
    }
    let output = path("out");
    let status = process::run_to_files(&mut Command::new(&binary), &output, &log, LIMIT)?;
    let bytes = fs::read(&output).map_err(Error::file(&output))?;
    for extension in ["cpp", "log", "out"] {
        let _ = fs::remove_file(path(extension));
    }
    let _ = fs::remove_file(&binary);
    if !status.success() {
        return Err(Error::Other(format!("the programs of {name} ended with {status}")));
    }
    let all = String::from_utf8_lossy(&bytes);
    let outputs: Vec<&str> = all.split(BEGINS).skip(1).collect();
    if outputs.len() != programs.len() {
        return Err(Error::Other(format!("{} programs of {name} ran, of {}", outputs.len(), programs.len())));
    }
    programs
        .into_iter()
        .zip(outputs)
        .map(|(program, output)| {
            let call = Call { way: String::new(), arguments: Vec::new() };
            let run = tutorials::read_run(output, &program.file(), &call)?;
            Ok((program, run))
        })
        .collect()
}

fn text(compiler: &Compiler, programs: &[Program]) -> String {
    let mut text = format!("#include \"{}\"\n", compiler.header());
    for program in programs {
        text.push_str(&program.compiled());
    }
    text.push_str("#line 1 \"main.cpp\"\nint main() {\n");
    for program in programs {
        let _ = writeln!(text, "lens::run(\"{BEGINS}{}\", {});", program.number, program.entry());
    }
    text.push_str("}\n");
    text
}

/// The programs that messages of the compiler name: `p17.cu:3:`.
fn refused(complaints: &str) -> BTreeSet<usize> {
    complaints
        .match_indices(".cu:")
        .filter_map(|(at, _)| {
            let before = &complaints[..at];
            let digits = before.trim_end_matches(|character: char| character.is_ascii_digit()).len();
            before[..digits].ends_with('p').then(|| before[digits..].parse().ok()).flatten()
        })
        .collect()
}

fn first_error<'t>(complaints: &'t str, program: &Program) -> &'t str {
    let file = format!("{}:", program.file());
    let of_program = || complaints.lines().filter(|line| line.starts_with(&file));
    of_program().find(|line| line.contains("error")).or_else(|| of_program().next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_that_messages_name_are_found() {
        let messages =
            "layout.hpp:1040:5: error: x\np17.cu:7:3:   required from here\np3.cu:1:1: error: y\nmap9.cu:1:";
        assert_eq!(refused(messages), BTreeSet::from([3, 9, 17]));
    }
}
