//! The text of `asm`: instructions and their operands.

use crate::{RunError, emulator::source::unknown};

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// `ld.shared.v4.b32`.
    pub(super) name: String,
    pub(super) operands: Vec<Part>,
}

/// An operand.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// `%0`: an operand of the `asm`.
    Slot(usize),
    Number(u64),
    /// A register of the text's own, or `%%name`.
    Name(String),
    /// `[..]`
    Address(Vec<Part>),
    /// `{..}`
    Group(Vec<Part>),
}

impl Line {
    /// The parts of its name.
    pub(super) fn words(&self) -> Vec<&str> {
        self.name.split('.').filter(|word| !word.is_empty()).collect()
    }

    pub(super) fn is(&self, beginning: &str) -> bool {
        self.name.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
    }
}

/// The instructions of a text. Registers that it declares, labels, and the jumps of a loop around `try_wait` are left
/// out.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, RunError> {
    let waits = text.contains("mbarrier.try_wait");
    let mut found = Vec::new();
    for statement in text.split(';') {
        let lines = statement.lines().map(str::trim).filter(|line| !line.ends_with(':'));
        let statement = lines.collect::<Vec<_>>().join(" ");
        let mut statement = statement.trim();
        // A block's braces; those of operands come after a name.
        statement = statement.strip_prefix('{').unwrap_or(statement).trim_start();
        if statement == "}" || statement.is_empty() || statement.starts_with(".reg") {
            continue;
        }
        let jumps = statement.starts_with("bra ") || statement.starts_with('@');
        if jumps && waits {
            continue;
        }
        let (name, operands) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        let mut rest = operands.trim();
        let operands = parts(&mut rest, None)?;
        found.push(Line { name: name.to_owned(), operands });
    }
    Ok(found)
}

/// Operands up to `end`, which is taken.
fn parts(rest: &mut &str, end: Option<char>) -> Result<Vec<Part>, RunError> {
    let mut found = Vec::new();
    loop {
        *rest = rest.trim_start_matches([' ', ',']);
        let Some(first) = rest.chars().next() else {
            return if end.is_none() { Ok(found) } else { Err(unknown("an operand without an end")) };
        };
        if Some(first) == end {
            *rest = rest.get(1..).unwrap_or_default();
            return Ok(found);
        }
        let bracket = match first {
            '[' => Some(']'),
            '{' => Some('}'),
            _ => None,
        };
        if let Some(bracket) = bracket {
            *rest = rest.get(1..).unwrap_or_default();
            let inner = parts(rest, Some(bracket))?;
            found.push(if bracket == ']' { Part::Address(inner) } else { Part::Group(inner) });
            continue;
        }
        let end_of_word = rest.find([',', ' ', ']', '}']).unwrap_or(rest.len());
        let (word, next) = rest.split_at(end_of_word);
        *rest = next;
        let slot = word.strip_prefix('%').and_then(|slot| slot.parse().ok()).map(Part::Slot);
        let number = word.parse().ok().map(Part::Number);
        if word.is_empty() {
            return Err(unknown(format!("the operand {first}")));
        }
        found.push(slot.or(number).unwrap_or_else(|| Part::Name(word.trim_start_matches('%').to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_labels_and_waiting_loops_are_seen_through() {
        let text = "{\n.reg .pred done;\nWAIT:\nmbarrier.try_wait.parity.b64 done, [%0], %1;\n@done bra DONE;\nbra WAIT;\nDONE:\n}";
        let [line] = lines(text).unwrap().try_into().unwrap();
        assert!(line.is("mbarrier.try_wait.parity"));
        let address = Part::Address(vec![Part::Slot(0)]);
        assert_eq!(line.operands, [Part::Name("done".into()), address, Part::Slot(1)]);
        assert!(lines("ld.shared [%0").is_err());
    }

    #[test]
    fn operands_nest() {
        let text = "cp.async.bulk.tensor.2d.shared [%0], [%1, {%3, 64}], [%2];";
        let [line] = lines(text).unwrap().try_into().unwrap();
        let coordinates = Part::Group(vec![Part::Slot(3), Part::Number(64)]);
        let of_map = Part::Address(vec![Part::Slot(1), coordinates]);
        assert_eq!(line.operands[1], of_map);
        assert_eq!(line.words()[..3], ["cp", "async", "bulk"]);
    }
}
