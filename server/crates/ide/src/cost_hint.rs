//! Behind a copy or a GEMM of the code that takes more than it must, what it takes.

use std::ops::Range;

use layoutlens_eval::Code;
use layoutlens_world::Analysis;

use crate::{hint_label::HintText, inlay_hint::Draft};

/// Behind each call that has bank conflicts: `32 wavefronts, 4 would do`. What is silenced has none.
pub(crate) fn drafts(analysis: &Analysis) -> Vec<Draft> {
    let host = &analysis.evaluation.host;
    let conflicts = analysis.evaluation.problems.iter().filter(|problem| problem.code == Code::BankConflict);
    let draft = |range: &Range<usize>| {
        let node = host.nodes.iter().find(|node| node.range == *range)?;
        let text = node.answers.iter().find_map(|answer| answer.evaluated.warning.as_ref()?.short.clone())?;
        let is_closed = analysis.text.get(range.end..).is_some_and(|rest| rest.starts_with(';'));
        Some(Draft {
            offset: range.end + usize::from(is_closed),
            room: usize::MAX,
            full: text.clone(),
            text: HintText::Sentence(text),
            subject: range.start,
        })
    };
    conflicts.filter_map(|problem| draft(&problem.range)).collect()
}
