//! Whether a run is what a value supposes.

use super::{text, traced::Said};

/// What is said of a condition.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Holds,
    /// The run is another one, or does not say: which part of the condition.
    No(String),
}

/// Conditions that say what holds in a run of the DSL.
const TRUE: [&str; 3] = [
    "code that is not followed assigns nothing",
    "called for the first time",
    "torch.cuda.is_available() = True",
];

/// Whether the run that said `said` is the one that `when` supposes: every part of it.
pub(super) fn holds(when: &str, said: &Said) -> Answer {
    let mut names = Vec::new();
    for part in text::split(when, ',') {
        let part = part.trim();
        if part.chars().all(|c| c.is_alphanumeric() || c == '_') {
            // `mA, mB and mC of rank 2`.
            names.push(part);
            continue;
        }
        let answer = part_holds(part, &std::mem::take(&mut names), said);
        if answer != Answer::Holds {
            return answer;
        }
    }
    Answer::Holds
}

fn part_holds(part: &str, before: &[&str], said: &Said) -> Answer {
    if TRUE.iter().any(|known| part.contains(known)) {
        return Answer::Holds;
    }
    if let Some((name, value)) = part.split_once(" = ") {
        let Some(all) = said.get(name).or_else(|| said.get(last(name))) else {
            return Answer::No(format!("where the run says nothing of `{name}`"));
        };
        return match all.iter().any(|said| is_value(value, said)) {
            true => Answer::Holds,
            false => Answer::No(format!("where the run has another `{name}`")),
        };
    }
    let Some((last_names, what)) = part.split_once(" of rank ") else {
        return Answer::No(format!("where the run cannot be asked whether {part}"));
    };
    let (rank, element) =
        what.split_once(" and ").map_or((what, None), |(rank, element)| (rank, Some(element)));
    for name in before.iter().copied().chain(last_names.split(" and ")) {
        let Some(all) = said.get(last(name)) else {
            return Answer::No(format!("where the run says nothing of `{name}`"));
        };
        let is_so = |said: &String| {
            let (layout, of) = said.rsplit_once(" of ").unwrap_or((said, ""));
            text::rank(layout).to_string() == rank.trim() && element.is_none_or(|element| element == of)
        };
        if !all.iter().any(is_so) {
            return Answer::No(format!("where the run has another `{name}`"));
        }
    }
    Answer::Holds
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn is_value(value: &str, said: &str) -> bool {
    let said = said.replace(",)", ")");
    if value.replace(' ', "") == said.replace(' ', "") {
        return true;
    }
    let (Some((layout, of)), Some((their_layout, theirs))) =
        (value.rsplit_once(" of "), said.rsplit_once(" of "))
    else {
        return false;
    };
    of == theirs && text::agrees(layout, their_layout, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_condition_has_to_hold() {
        let said: Said = [("--mnkl", "(256,256,512,1)"), ("mA", "(?,?):(1,?) of Float16"), ("n", "3")]
            .map(|(name, value)| (name.to_owned(), [value.to_owned()].into()))
            .into();
        let check = |when: &str| holds(when, &said) == Answer::Holds;
        assert!(check("--mnkl = (256,256,512,1), self.n = 3, mA of rank 2 and Float16"));
        assert!(check("code that is not followed assigns nothing"));
        assert!(!check("--mnkl = (256,256,512,2)"));
        assert!(!check("mA of rank 3 and Float16"));
        assert!(!check("mA and mB of rank 2 and Float16"));
        assert!(!check("n = 3, k = 4"));
    }
}
