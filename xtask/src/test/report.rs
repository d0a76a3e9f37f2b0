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
            let outcome = judged(step(session), self.in_ci);
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

fn judged(outcome: Outcome, in_ci: bool) -> Outcome {
    match outcome {
        Outcome::NotRun(reason) if in_ci => Outcome::Failed(format!("could not run: {reason}")),
        outcome => outcome,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcomes: Vec<Outcome>) -> Report {
        let line = |outcome| ("step", outcome, Duration::ZERO);
        Report { lines: outcomes.into_iter().map(line).collect(), in_ci: false }
    }

    #[test]
    fn a_step_that_cannot_run_fails_in_ci_and_nowhere_else() {
        let missing = || Outcome::NotRun("no Emacs".into());
        assert_eq!(word(&judged(missing(), true)), "failed");
        assert_eq!(word(&judged(missing(), false)), "not run");
    }

    #[test]
    fn a_report_is_good_without_a_failure_but_pictures_need_every_step() {
        let not_run = report(vec![Outcome::Passed, Outcome::NotRun("no Emacs".into())]);
        assert!(not_run.is_good() && !not_run.all_passed());
        let failed = report(vec![Outcome::Passed, Outcome::Failed("2 tests".into())]);
        assert!(!failed.is_good() && !failed.all_passed());
        assert!(report(vec![Outcome::Passed]).all_passed());
    }
}
