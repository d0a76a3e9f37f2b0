//! What each step came to.

use std::{
    env,
    time::{Duration, Instant},
};

use super::{Step, session::Session};
use crate::error::Error;

/// How a step ended.
pub(super) enum Outcome {
    Passed,
    /// With the reason.
    Failed(String),
    /// What it needs is not there, and could not be installed: with the reason.
    NotRun(String),
}

impl From<Result<(), Error>> for Outcome {
    fn from(result: Result<(), Error>) -> Self {
        match result {
            Ok(()) => Self::Passed,
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

/// The steps so far.
pub(super) struct Report {
    lines: Vec<(&'static str, Outcome, Duration)>,
    /// In CI a step that cannot run is a failure: nobody would notice.
    in_ci: bool,
}

impl Default for Report {
    fn default() -> Self {
        Self { lines: Vec::new(), in_ci: env::var_os("CI").is_some_and(|ci| !ci.is_empty()) }
    }
}

impl Report {
    pub(super) fn run(&mut self, session: &Session, steps: &[Step]) {
        for (name, step) in steps {
            println!("\n=== {name}");
            let start = Instant::now();
            let outcome = match step(session) {
                Outcome::NotRun(reason) if self.in_ci => Outcome::Failed(format!("could not run: {reason}")),
                outcome => outcome,
            };
            let took = start.elapsed();
            println!("=== {name}: {} ({})", word(&outcome), seconds(took));
            self.lines.push((name, outcome, took));
        }
    }

    /// The table, and a last line `N passed, N failed`.
    pub(super) fn print(&self) {
        println!("\n=== summary");
        for (name, outcome, took) in &self.lines {
            println!("{:<8} {:>8}  {name}", word(outcome), seconds(*took));
            if let Outcome::Failed(reason) | Outcome::NotRun(reason) = outcome {
                println!("{:19}{}", "", reason.trim());
            }
        }
        let count =
            |wanted: &str| self.lines.iter().filter(|(_, outcome, _)| word(outcome) == wanted).count();
        println!("{} passed, {} failed", count("passed"), count("failed"));
    }

    /// True when no step failed.
    pub(super) fn is_good(&self) -> bool {
        !self.lines.iter().any(|(_, outcome, _)| matches!(outcome, Outcome::Failed(_)))
    }

    /// True when every step ran and passed.
    pub(super) fn all_passed(&self) -> bool {
        self.lines.iter().all(|(_, outcome, _)| matches!(outcome, Outcome::Passed))
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed(_) => "failed",
        Outcome::NotRun(_) => "not run",
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
