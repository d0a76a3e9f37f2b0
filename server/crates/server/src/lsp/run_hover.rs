//! What a hover over a `run` statement says: what the layouts predict, what the last run measured, the runs before it.

use std::fmt::Write as _;

use layoutlens_ide as ide;
use layoutlens_render::escape::{code_block, markdown as shown};
use layoutlens_run::{DeviceChoice, Predicted, Report, check};

use super::{
    command::Device,
    run_history::PastRun,
    run_lens::{Statements, in_few_words},
    session::DocumentView,
};
use crate::run_request::run_request;

/// Runs that a hover lists.
const MOST_RUNS: usize = 5;

/// The hover over the words of a `run` statement; names and layouts in it have their own.
pub(super) fn hover(view: &DocumentView<'_>, offset: usize) -> Option<ide::Hover> {
    let statements = Statements::of(view.analysis);
    let index = statements.at(offset)?;
    let (range, statement) = (statements.ranges.get(index)?.clone(), statements.texts.get(index)?);
    let mut markdown = code_block("cute", statement) + "\n";

    let (runs, stale): (Vec<PastRun>, Vec<PastRun>) = {
        let history = view.session.runs.history(view.uri);
        let stale = history.before_edit(view.uri, &statements.texts, index);
        (history.of(view.uri, statement).cloned().collect(), stale.cloned().collect())
    };
    if runs.is_empty() {
        push_prediction(&mut markdown, statement);
    }
    for device in [Device::Gpu, Device::Emulator] {
        let newest =
            |runs: &[PastRun]| runs.iter().find(|run| run.device == device).map(|run| run.report.clone());
        if let Some(report) = newest(&runs) {
            push_report(&mut markdown, &report, "");
        } else if let Some(report) = newest(&stale) {
            push_report(&mut markdown, &report, " Stale: the statement, or a value in it, was edited since.");
        }
    }
    push_last_runs(&mut markdown, runs.iter().chain(&stale));
    Some(ide::Hover { range, markdown })
}

/// What is known before anything ran, or why nothing can.
fn push_prediction(markdown: &mut String, statement: &str) {
    let Ok(run) = ide::run_job(statement) else { return };
    let plan = run_request(&run, DeviceChoice::Auto).and_then(|request| check(&request));
    // Writing to a String cannot fail.
    let _ = match plan {
        Ok(plan) => match plan.predicted() {
            Some(predicted) => write!(markdown, "\nNot run yet. {}\n", in_words(&predicted)),
            None => write!(markdown, "\nNot run yet.\n"),
        },
        Err(error) => write!(markdown, "\n{}\n", shown(&error.to_string())),
    };
}

/// `Predicted: accesses of up to 16 bytes; 512 sectors read, 512 written; ..`
fn in_words(predicted: &Predicted) -> String {
    let Predicted { vector_bytes, sectors_read, sectors_written, limit, conflicts } = predicted;
    let mut text = format!(
        "Predicted: accesses of up to {vector_bytes} bytes; {sectors_read} sectors of 32 bytes read, {sectors_written} \
         written, which allow {:.1} % of cudaMemcpy",
        limit * 100.0
    );
    if let Some(conflicts) = conflicts {
        let _ = write!(
            text,
            "; a warp's write to shared memory takes {:.1} wavefronts, its read {:.1}, of {:.1} at least",
            conflicts.writes, conflicts.reads, conflicts.least
        );
    }
    text + "."
}

fn push_report(markdown: &mut String, report: &Report, remark: &str) {
    let driver = report.device.driver.as_ref();
    let driver = driver.map_or_else(String::new, |driver| format!(", driver for CUDA {driver}"));
    let verdict = if report.is_right() { "" } else { "**Wrong.** " };
    let _ = write!(
        markdown,
        "\n{verdict}{}{driver}, {}.{remark}\n\n{}\n",
        shown(&report.to_string()),
        report.finished.strftime("%F %T UTC"),
        code_block("text", report.figures().to_string().trim_end())
    );
}

fn push_last_runs<'r>(markdown: &mut String, runs: impl Iterator<Item = &'r PastRun>) {
    let mut runs: Vec<_> = runs.collect();
    if runs.len() < 2 {
        return;
    }
    runs.sort_by_key(|run| std::cmp::Reverse(run.report.finished));
    markdown.push_str("\nLast runs:\n\n```text\n");
    for run in runs.into_iter().take(MOST_RUNS) {
        let _ = writeln!(markdown, "{}  {}", run.report.finished.strftime("%T"), in_few_words(&run.report));
    }
    markdown.push_str("```\n");
}
