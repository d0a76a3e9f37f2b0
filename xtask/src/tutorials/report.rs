//! What is printed.

use std::collections::BTreeMap;

use super::{
    comment::{Claim, Contradiction},
    comparison::{Comparison, Verdict},
    inspected::Finding,
    truth::Run,
};
use crate::error::Error;

/// How often each verdict comes up.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    variables: usize,
    right: usize,
    undecided: usize,
    /// Variables with any value, right or not.
    resolved: usize,
    pub(crate) wrong: usize,
    atoms: usize,
    atoms_right: usize,
    not_run: usize,
}

impl Counts {
    pub(crate) fn of(comparison: &Comparison) -> Self {
        let mut counts = Self { not_run: comparison.not_run.len(), ..Self::default() };
        for verdict in comparison.layouts.values() {
            counts.variables += 1;
            match verdict {
                Verdict::Right => counts.right += 1,
                Verdict::Undecided(_) => counts.undecided += 1,
                Verdict::Wrong { .. } => counts.wrong += 1,
                Verdict::Unresolved(_) | Verdict::Silent => continue,
            }
            counts.resolved += 1;
        }
        for verdict in comparison.atoms.values() {
            counts.atoms += 1;
            match verdict {
                Verdict::Right | Verdict::Undecided(_) => counts.atoms_right += 1,
                Verdict::Wrong { .. } => counts.wrong += 1,
                Verdict::Unresolved(_) | Verdict::Silent => {}
            }
        }
        counts
    }

    /// The values that are shown and that a program printed, layouts and atoms, right or not.
    pub(crate) fn compared(&self) -> usize {
        self.right + self.atoms_right + self.wrong
    }

    fn add(&mut self, other: &Self) {
        self.variables += other.variables;
        self.right += other.right;
        self.undecided += other.undecided;
        self.resolved += other.resolved;
        self.wrong += other.wrong;
        self.atoms += other.atoms;
        self.atoms_right += other.atoms_right;
        self.not_run += other.not_run;
    }
}

/// A line for each file. `share` is that of the variables whose value is shown.
pub(crate) fn table(counts: &[(&str, Counts)]) {
    let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or_default().max("total".len());
    println!(
        "{:width$} {:>9} {:>6} {:>9} {:>6} {:>6}  {:>13} {:>14}",
        "", "variables", "right", "undecided", "wrong", "share", "atoms shown", "shown, not run"
    );
    let mut total = Counts::default();
    let line = |name: &str, counts: &Counts| {
        let share = if counts.variables == 0 {
            0.0
        } else {
            100.0 * counts.resolved as f64 / counts.variables as f64
        };
        let atoms = format!("{} of {}", counts.atoms_right, counts.atoms);
        println!(
            "{name:width$} {:>9} {:>6} {:>9} {:>6} {share:>5.1}%  {atoms:>13} {:>14}",
            counts.variables, counts.right, counts.undecided, counts.wrong, counts.not_run
        );
    };
    for (name, counts) in counts {
        line(name, counts);
        total.add(counts);
    }
    line("total", &total);
}

/// What is not resolved and why, and every difference.
pub(crate) fn details(name: &str, comparison: &Comparison) {
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (variable, verdict) in comparison.layouts.iter().chain(&comparison.atoms) {
        let reason = match verdict {
            Verdict::Unresolved(reason) => reason,
            Verdict::Silent => "nothing is shown",
            _ => continue,
        };
        reasons.entry(reason).or_default().push(format!("{} {}", variable.line, variable.name));
    }
    for (reason, variables) in reasons {
        println!("unresolved {name}: {reason}: {}", variables.join(", "));
    }
    // Names of atoms are shown by name, which CuTe does not print.
    for (variable, verdict) in comparison.layouts.iter().chain(&comparison.atoms) {
        match verdict {
            Verdict::Undecided(_) if comparison.atoms.contains_key(variable) => {}
            Verdict::Undecided(reason) => {
                println!("undecided {name}:{} {}: {reason}", variable.line, variable.name)
            }
            Verdict::Wrong { ours, printed } => {
                println!("WRONG {name}:{} {}\n    ours {ours}", variable.line, variable.name);
                for printed in printed {
                    println!("    CuTe {printed}");
                }
            }
            _ => {}
        }
    }
}

/// Every value of a run.
pub(super) fn values(run: &Run) {
    println!("== {} {} {}", run.program, run.call.way, run.call.arguments.join(" "));
    for (variable, values) in &run.values {
        for value in values {
            println!("{}:{} {}", variable.line, variable.name, value.whole.as_ref().unwrap_or(&value.text));
        }
    }
}

/// Comments that programs contradict, and those that we report.
#[derive(Debug, Default)]
pub(super) struct CommentCounts {
    contradicted: BTreeMap<Claim, usize>,
    found: usize,
    extra: usize,
}

impl CommentCounts {
    /// Prints and counts those of one program.
    pub(super) fn add(&mut self, name: &str, contradictions: &[Contradiction], reported: &[Finding]) {
        for wrong in contradictions {
            *self.contradicted.entry(wrong.claim).or_default() += 1;
            let is_found = reported.iter().any(|finding| finding.line == wrong.line);
            self.found += usize::from(is_found);
            let word = if is_found { "found" } else { "MISSING" };
            println!(
                "{word} {name}:{} {} {:?}\n    comment {}\n    CuTe    {}",
                wrong.line, wrong.name, wrong.claim, wrong.comment, wrong.truth
            );
        }
        for finding in reported {
            if !contradictions.iter().any(|wrong| wrong.line == finding.line) {
                self.extra += 1;
                println!("EXTRA {name}:{} {}", finding.line, finding.message);
            }
        }
    }

    /// The last line; an error when what we report is not what the programs contradict.
    pub(super) fn print(&self) -> Result<(), Error> {
        let count = |claim| self.contradicted.get(&claim).copied().unwrap_or_default();
        let (ranks, layouts, shapes) = (count(Claim::Rank), count(Claim::Layout), count(Claim::Shape));
        let all = ranks + layouts + shapes;
        println!(
            "{all} comments are contradicted: {ranks} ranks, {layouts} layouts, {shapes} shapes; {} found, {} missing, {} extra",
            self.found,
            all - self.found,
            self.extra
        );
        match (all - self.found, self.extra) {
            (0, 0) => Ok(()),
            (missing, extra) => {
                Err(Error::Other(format!("{missing} comments are missing and {extra} are too many")))
            }
        }
    }
}
