//! Random programs of the CuTe DSL: what it prints for every layout of them on a CPU, beside what we show.
//!
//! A program is put together from fragments, which lie in `fragments/`. It is asked four times: as it is, with a
//! constant that another file knows, with a definition that another file has, and with a part behind an `if` of which
//! nothing is known. Whatever is proved must be what the DSL prints for the program as it is.

mod comparison;
mod fragment;
mod generator;
mod hidden;
mod program;
mod truth;

use std::{
    fs,
    path::{Path, PathBuf},
};

use comparison::Judged;
use generator::Generator;
use program::Program;
use truth::Truth;

use super::Counts;
use crate::{dsl, error::Error, folders, processors::on_all_processors};

/// How many programs one Python process runs, unless one of them ends it.
const BATCH: usize = 40;

/// Writes `count` programs, runs them, compares.
pub(super) fn compare(binary: &Path, seed: u64, count: usize, keep: bool) -> Result<Counts, Error> {
    let folder = folders::target().join("programs").join("python");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let packages = dsl::packages()?;
    let generator = Generator::new();
    let programs: Vec<Program> =
        (0..count).map(|number| generator.program(seed.wrapping_add(number as u64))).collect();
    let numbers: Vec<usize> = (0..count).collect();
    let batches: Vec<&[usize]> = numbers.chunks(BATCH).collect();
    let counts = on_all_processors(&batches, |at, batch| {
        let folder = folder.join(format!("{at}"));
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        let run = Run { binary, seed, folder: &folder, keep };
        let mut counts = Counts::default();
        let truths = truth::run(&packages, &folder, batch, &programs)?;
        for (number, truth) in batch.iter().zip(truths) {
            if let Some(program) = programs.get(*number) {
                counts.add(run.judge(*number, program, &truth)?);
            }
        }
        Ok(counts)
    })?;
    let mut sum = Counts::default();
    counts.into_iter().for_each(|counts| sum.add(counts));
    if !keep {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    Ok(sum)
}

/// What is the same for all programs of a batch.
struct Run<'a> {
    binary: &'a Path,
    seed: u64,
    folder: &'a Path,
    keep: bool,
}

impl Run<'_> {
    /// Compares a program, and what it is when parts of it are hidden.
    fn judge(&self, number: usize, program: &Program, truth: &Truth) -> Result<Counts, Error> {
        let mut counts = Counts::default();
        if truth.values.is_empty() {
            return Ok(counts);
        }
        counts.programs = 1;
        let seed = self.seed.wrapping_add(number as u64);
        for (name, variant) in hidden::variants(program, seed) {
            let file = self.folder.join(format!("p{number}_{name}.py"));
            let judged = self.compared(&file, &variant, truth)?;
            for judged in &judged {
                match judged {
                    Judged::Right => counts.right += 1,
                    Judged::Unknown(reason) => {
                        counts.unknown += 1;
                        if self.keep {
                            println!("unknown {reason}");
                        }
                    }
                    Judged::Undecided => counts.undecided += 1,
                    Judged::Wrong(difference) => {
                        counts.wrong += 1;
                        println!("--seed {seed} --count 1, {name}: {difference}");
                    }
                }
            }
        }
        Ok(counts)
    }

    fn compared(&self, file: &PathBuf, variant: &Program, truth: &Truth) -> Result<Vec<Judged>, Error> {
        fs::write(file, variant.source()).map_err(Error::file(file))?;
        comparison::compare(self.binary, file, variant, truth)
    }
}
