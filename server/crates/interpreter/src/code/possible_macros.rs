//! Which decisions about conditions of the preprocessor go together: `X` is not both defined and not, and what is above
//! 900 is above 800.

use std::collections::BTreeSet;

use layoutlens_syntax::preprocessor::{self, Macro};

use crate::state::choices::Choices;

/// How many ways to define the macros are tried; with more, no decisions are known to go together.
const MAX_ASSIGNMENTS: usize = 20_000;

/// Whether there are macros for which these branches are taken.
pub(crate) fn may_be(choices: &Choices) -> bool {
    let texts: Vec<&str> = choices.keys().flat_map(|condition| condition.texts()).collect();
    let names: BTreeSet<&str> = texts.iter().flat_map(|text| preprocessor::macros(text)).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let values = values(&texts);
    let count = u32::try_from(names.len()).ok().and_then(|names| values.len().checked_pow(names));
    let Some(count) = count.filter(|count| *count <= MAX_ASSIGNMENTS) else { return false };
    (0..count).any(|assignment| {
        let known = |name: &str| macro_of(name, assignment, &names, &values);
        choices.iter().all(|(condition, chosen)| condition.may_choose(*chosen, known))
    })
}

/// What a macro may be: the integers on both sides of those that conditions hold it against, or nothing.
fn values(texts: &[&str]) -> Vec<Macro> {
    let words = texts.iter().flat_map(|text| text.split(|character: char| !character.is_alphanumeric()));
    let numbers = words.filter_map(|word| word.parse::<i64>().ok()).chain([0]);
    let near: BTreeSet<i64> =
        numbers.flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]).collect();
    [Macro::Undefined, Macro::Defined].into_iter().chain(near.into_iter().map(Macro::Number)).collect()
}

/// What a macro is in one of the ways to define them, which are counted like the digits of a number.
fn macro_of(name: &str, assignment: usize, names: &[&str], values: &[Macro]) -> Macro {
    let place = names.iter().position(|other| *other == name).and_then(|place| u32::try_from(place).ok());
    let power = place.and_then(|place| values.len().checked_pow(place));
    let digit =
        power.and_then(|power| assignment.checked_div(power)).and_then(|rest| rest.checked_rem(values.len()));
    digit.and_then(|digit| values.get(digit)).copied().unwrap_or(Macro::Unknown)
}
