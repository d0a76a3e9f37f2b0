//! What each step came to.

use std::time::{Duration, Instant};

use super::session::Session;
use crate::{error::Error, processors, release::is_ci};

/// A step and what it is called in the summary.
pub(super) type Step = (&'static str, fn(&Session) -> Outcome);

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

/// A step that ran.
struct Line {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
    /// Of this process and of all that it started and saw end, installations in the background included; `None` where
    /// the system does not tell.
    processors: Option<Duration>,
}

/// The steps so far.
pub(super) struct Report {
    lines: Vec<Line>,
    /// In CI a step that cannot run is a failure: nobody would notice.
    in_ci: bool,
}

impl Default for Report {
    fn default() -> Self {
        Self { lines: Vec::new(), in_ci: is_ci() }
    }
}

impl Report {
    pub(super) fn run(&mut self, session: &Session, steps: &[Step]) {
        for (name, step) in steps {
            println!("\n=== {name}");
            let (start, used_before) = (Instant::now(), processors::time_used());
            let outcome = judged(step(session), self.in_ci);
            let took = start.elapsed();
            let processors = processors::time_used().zip(used_before).map(|(now, before)| now - before);
            let line = Line { name, outcome, took, processors };
            println!(
                "=== {name}: {} ({}, processors {})",
                word(&line.outcome),
                seconds(took),
                line.processors()
            );
            self.lines.push(line);
        }
    }

    /// The table, and a last line `N passed, N failed`.
    pub(super) fn print(&self) {
        println!("\n=== summary: result, clock, processors");
        for line in &self.lines {
            let (word, took) = (word(&line.outcome), seconds(line.took));
            println!("{word:<8} {took:>8} {:>8}  {}", line.processors(), line.name);
            if let Outcome::Failed(reason) | Outcome::NotRun(reason) = &line.outcome {
                println!("{:28}{}", "", reason.trim());
            }
        }
        let took = self.lines.iter().map(|line| line.took).sum();
        let used = processors::time_used().map_or_else(|| "-".into(), seconds);
        println!("{:<8} {:>8} {used:>8}", "total", seconds(took));
        let count = |wanted: &str| self.lines.iter().filter(|line| word(&line.outcome) == wanted).count();
        println!("{} passed, {} failed", count("passed"), count("failed"));
    }

    /// True when no step failed.
    pub(super) fn is_good(&self) -> bool {
        !self.lines.iter().any(|line| matches!(line.outcome, Outcome::Failed(_)))
    }

    /// True when every step ran and passed.
    pub(super) fn all_passed(&self) -> bool {
        self.lines.iter().all(|line| matches!(line.outcome, Outcome::Passed))
    }
}

impl Line {
    fn processors(&self) -> String {
        self.processors.map_or_else(|| "-".into(), seconds)
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
        let line = |outcome| Line { name: "step", outcome, took: Duration::ZERO, processors: None };
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
