//! The grid of what stands in a document.

use layoutlens_eval::host::{Answer, Supposed};
use layoutlens_world::Analysis;

use crate::{
    hover::{all_clauses, facts_markdown},
    picture::{Picture, no_grid, picture},
    subject,
};

/// The picture of the layout at `offset`, or of the next one on its line. One that has no cells says why.
pub fn picture_at(analysis: &Analysis, offset: usize) -> Option<Picture> {
    let target = subject::find(analysis, offset, None).ok()?;
    let (evaluated, supposed) = target.shown();
    let value = &evaluated.value;
    let mut title = match target.name {
        Some(name) => format!("{name} = {value}"),
        None => value.to_string(),
    };
    let answer = supposed.map(|supposed| &supposed.answer).or(target.answers.first());
    if let Some(holds_for) = answer.and_then(Answer::holds_for).or_else(|| evaluated.thread.clone()) {
        title.push_str(&format!(" ({holds_for})"));
    }
    let drawn = picture(title.clone(), evaluated).or_else(|| {
        let is_shown = value.is_layout() || value.unknown_reason().is_some();
        let text = value.unknown_reason().map_or_else(|| no_grid(evaluated), str::to_owned);
        is_shown.then(|| Picture { title, text, svg: None, facts: facts_markdown(evaluated) })
    });
    drawn.map(|drawn| match supposed {
        Some(supposed) => under(supposed, drawn),
        None => drawn,
    })
}

/// What is supposed stands before the facts.
fn under(supposed: &Supposed, drawn: Picture) -> Picture {
    let condition = format!("supposed: if {}", all_clauses(&supposed.condition));
    let facts = match drawn.facts.trim() {
        "" => condition,
        facts => format!("{condition}\n\n{facts}"),
    };
    Picture { facts, ..drawn }
}
