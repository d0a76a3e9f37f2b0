//! What the DSL prints.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use super::program::Program;
use crate::{dsl, error::Error, process};

/// How long a batch of programs may take.
const LIMIT: Duration = Duration::from_secs(300);

/// What stands before everything that a program tells.
const MARK: char = '\u{1}';

/// What a variable of a program held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    /// The number of the line.
    pub(super) number: usize,
    /// What it held when the program was compiled.
    pub(super) text: String,
    /// What the same held when it ran, where that says more.
    pub(super) at_run_time: Option<String>,
}

/// What a program told.
#[derive(Debug, Clone, Default)]
pub(super) struct Truth {
    pub(super) values: Vec<Told>,
}

/// Runs programs, as few processes as it takes: a program may end its process.
pub(super) fn run(
    packages: &Path,
    folder: &Path,
    numbers: &[usize],
    programs: &[Program],
) -> Result<Vec<Truth>, Error> {
    let driver = folder.join("truth.py");
    fs::write(&driver, include_str!("truth.py")).map_err(Error::file(&driver))?;
    let mut files = Vec::new();
    for number in numbers {
        let file = folder.join(format!("t{number}.py"));
        let text = programs.get(*number).map(Program::telling).unwrap_or_default();
        fs::write(&file, text).map_err(Error::file(&file))?;
        files.push(file);
    }
    let mut truths = Vec::new();
    while truths.len() < files.len() {
        let rest = files.get(truths.len()..).unwrap_or_default();
        let output = output(packages, folder, &driver, rest)?;
        let before = truths.len();
        for number in numbers.get(before..).unwrap_or_default() {
            let name = format!("t{number}");
            let has_begun = output.contains(&format!("{MARK}{name} begin"));
            if !has_begun {
                break;
            }
            truths.push(truth_of(&output, &name));
        }
        if truths.len() == before {
            return Err(Error::Other(format!("the DSL runs none of {}", rest.len())));
        }
    }
    Ok(truths)
}

fn output(packages: &Path, folder: &Path, driver: &Path, files: &[PathBuf]) -> Result<String, Error> {
    let (output, complaints) = (folder.join("output.txt"), folder.join("complaints.txt"));
    let mut python = dsl::python(packages)?;
    python.arg(driver).args(files).current_dir(folder);
    // A program may end the process: what was told before counts.
    process::run_to_files(&mut python, &output, &complaints, LIMIT)?;
    let bytes = fs::read(&output).map_err(Error::file(&output))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn truth_of(output: &str, name: &str) -> Truth {
    let mut truth = Truth::default();
    for line in output.split(MARK).skip(1) {
        let Some(rest) = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) else { continue };
        let mut words = rest.lines().next().unwrap_or_default().split(' ');
        let Some(number) = words.next().and_then(|word| word.parse().ok()) else { continue };
        let text: String = words.collect::<Vec<_>>().concat();
        match text.strip_prefix('!') {
            Some(text) => tell_at_run_time(&mut truth.values, number, text),
            None => truth.values.push(Told { number, text, at_run_time: None }),
        }
    }
    truth
}

/// A line that runs several times with different numbers has none that holds for all.
fn tell_at_run_time(values: &mut [Told], number: usize, text: &str) {
    let mut of_line = values.iter_mut().filter(|told| told.number == number && told.text.contains('?'));
    let Some(first) = of_line.next() else { return };
    if of_line.next().is_some() {
        return;
    }
    match &first.at_run_time {
        None => first.at_run_time = Some(text.to_owned()),
        Some(known) if known == text => {}
        Some(_) => first.at_run_time = Some(String::new()),
    }
}
