//! The real worker where users have their GPUs, on another machine: behind ssh, and under Slurm.
//!
//! The other machine is this one. sshd and Slurm are Debian's, unpacked into a folder; they run as children of the step
//! on free ports of 127.0.0.1, with keys that are made for it, and end with it.

mod daemon;
mod far_side;
mod near_side;
mod processes;
mod slurm;
mod ssh;

use std::{error::Error, path::Path};

use super::{report::Outcome, session::Session};
use crate::install;

/// A fact, or why it is none.
type Fact = Result<(), Box<dyn Error>>;

/// A worker that `ssh` starts, and each way in which that fails.
pub(super) fn over_ssh(session: &Session) -> Outcome {
    with_programs(session, |programs, binary| match ssh::Sshd::start(programs, binary) {
        Ok(sshd) => outcome(ssh::facts(&sshd)),
        Err(reason) => Outcome::NotRun(format!("sshd does not start here: {reason}")),
    })
}

/// A worker that `srun` starts, and each way in which that fails.
pub(super) fn under_slurm(session: &Session) -> Outcome {
    with_programs(session, |programs, binary| match slurm::Slurm::start(programs, binary) {
        Ok(slurm) => outcome(slurm::facts(&slurm)),
        Err(reason) => Outcome::NotRun(format!("Slurm does not start here: {reason}")),
    })
}

fn with_programs(session: &Session, run: impl FnOnce(&Path, &Path) -> Outcome) -> Outcome {
    if !cfg!(target_os = "linux") {
        return Outcome::NotRun("the processes of other systems than Linux are not looked into".into());
    }
    // apt-get is asked by one at a time.
    if let Err(reason) = session.machine() {
        return Outcome::NotRun(reason);
    }
    let programs = match install::ssh_and_slurm() {
        Ok(programs) => programs,
        Err(reason) => return Outcome::NotRun(format!("sshd and Slurm cannot be fetched: {reason}")),
    };
    match session.binary() {
        Ok(binary) => run(&programs, binary),
        Err(reason) => Outcome::Failed(reason),
    }
}

fn outcome(facts: Fact) -> Outcome {
    match facts {
        Ok(()) => Outcome::Passed,
        Err(reason) => Outcome::Failed(reason.to_string()),
    }
}

/// Says that a fact was seen.
fn seen(fact: &str, outcome: Fact) -> Fact {
    outcome.map_err(|error| format!("{fact}: {error}"))?;
    println!("ok  {fact}");
    Ok(())
}

/// The reason as an error.
fn not(reason: impl Into<String>) -> Fact {
    Err(reason.into().into())
}
