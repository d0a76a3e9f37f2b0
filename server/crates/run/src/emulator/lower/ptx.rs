//! The text of `asm`: instructions and their operands.

use thiserror::Error;

/// Why the text of an `asm` is none that an assembler takes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum PtxError {
    #[error("the instruction `{name}`; the nearest that there is: `{nearest}`")]
    Unknown { name: String, nearest: String },
    #[error("`{name}` with {found} operands; it takes {takes}")]
    Count { name: String, found: usize, takes: String },
    #[error("operand {number} of `{name}`: it is {found} and must be {must}")]
    Operand { name: String, number: usize, found: String, must: String },
    #[error("`{text}` {problem}")]
    Text { text: String, problem: &'static str },
}

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// `ld.shared.v4.b32`.
    pub(super) name: String,
    pub(super) operands: Vec<Part>,
    /// Whether it stands in a loop that tries it again until it succeeds.
    pub(super) is_retried: bool,
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

/// What a text says, in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item {
    /// `.reg .pred done`
    Register {
        name: String,
        ty: String,
    },
    Instruction(Line),
}

/// A statement of the text.
#[derive(Debug, Clone, PartialEq)]
enum Statement {
    Label(String),
    /// `bra to`, `@guard bra to`
    Jump {
        guard: Option<String>,
        to: String,
    },
    Item(Item),
}

impl Line {
    /// The parts of its name.
    pub(super) fn words(&self) -> Vec<&str> {
        self.name.split('.').collect()
    }
}

/// The instructions and registers of a text. Its only jumps are those that try an instruction again until its predicate
/// holds.
///
/// # Errors
/// For all that is not whole: a missing `;`, a jump elsewhere, a name that every copy of the text would declare again.
pub(super) fn items(text: &str) -> Result<Vec<Item>, PtxError> {
    let text = text.trim();
    let problem = |problem| PtxError::Text { text: text.to_owned(), problem };
    let in_block = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let mut statements = Vec::new();
    let mut rest = in_block.unwrap_or(text).trim();
    while !rest.is_empty() {
        let word = rest.split_whitespace().next().unwrap_or_default();
        if let Some(label) = word.strip_suffix(':') {
            statements.push(Statement::Label(label.to_owned()));
            rest = rest.get(word.len()..).unwrap_or_default().trim_start();
            continue;
        }
        let (statement, after) = rest.split_once(';').ok_or(problem("ends without `;`"))?;
        if statement.trim().is_empty() {
            return Err(problem("has nothing before a `;`"));
        }
        statements.push(self::statement(statement.trim())?);
        rest = after.trim_start();
    }
    let declares = |statement: &Statement| {
        matches!(statement, Statement::Label(_) | Statement::Item(Item::Register { .. }))
    };
    if in_block.is_none() && statements.iter().any(declares) {
        return Err(problem(
            "declares names outside of a block, which a second copy of it would declare again",
        ));
    }
    without_jumps(&statements).ok_or(problem("jumps otherwise than to try an instruction again"))
}

fn statement(text: &str) -> Result<Statement, PtxError> {
    let problem = |problem| PtxError::Text { text: text.to_owned(), problem };
    let (guard, bare) = match text.strip_prefix('@') {
        Some(guarded) => {
            let (guard, bare) = guarded.split_once(char::is_whitespace).unwrap_or((guarded, ""));
            (Some(guard.to_owned()), bare.trim_start())
        }
        None => (None, text),
    };
    let (name, operands) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
    let operands = operands.trim();
    match (name, guard) {
        ("bra", guard) => Ok(Statement::Jump { guard, to: operands.to_owned() }),
        (_, Some(_)) => Err(problem("is done by some lanes only")),
        (".reg", None) => {
            let (ty, name) = operands.split_once(char::is_whitespace).ok_or(problem("names no register"))?;
            let ty = ty.strip_prefix('.').ok_or(problem("has no type"))?;
            Ok(Statement::Item(Item::Register { name: name.trim().to_owned(), ty: ty.to_owned() }))
        }
        (name, None) => {
            let mut rest = operands;
            let operands = parts(&mut rest, None)?;
            let line = Line { name: name.to_owned(), operands, is_retried: false };
            Ok(Statement::Item(Item::Instruction(line)))
        }
    }
}

/// `AGAIN: instruction done, ..; @done bra OVER; bra AGAIN; OVER:` as the one instruction that is tried again.
fn without_jumps(statements: &[Statement]) -> Option<Vec<Item>> {
    let mut found = Vec::new();
    let mut rest = statements;
    while let Some((first, after)) = rest.split_first() {
        rest = match (first, after) {
            (Statement::Item(item), after) => {
                found.push(item.clone());
                after
            }
            (
                Statement::Label(again),
                [
                    Statement::Item(Item::Instruction(line)),
                    Statement::Jump { guard: Some(done), to: out },
                    Statement::Jump { guard: None, to: back },
                    Statement::Label(over),
                    after @ ..,
                ],
            ) if again == back && out == over && line.operands.first() == Some(&Part::Name(done.clone())) => {
                found.push(Item::Instruction(Line { is_retried: true, ..line.clone() }));
                after
            }
            _ => return None,
        };
    }
    Some(found)
}

/// Operands between commas up to `end`, which is taken.
fn parts(rest: &mut &str, end: Option<char>) -> Result<Vec<Part>, PtxError> {
    let whole = *rest;
    let problem = |problem| PtxError::Text { text: whole.to_owned(), problem };
    let mut found = Vec::new();
    if rest.is_empty() && end.is_none() {
        return Ok(found);
    }
    loop {
        *rest = rest.trim_start();
        let first = rest.chars().next().ok_or(problem("ends where an operand is missing"))?;
        let bracket = match first {
            '[' => Some(']'),
            '{' => Some('}'),
            _ => None,
        };
        if let Some(bracket) = bracket {
            *rest = rest.get(1..).unwrap_or_default();
            let inner = parts(rest, Some(bracket))?;
            found.push(if bracket == ']' { Part::Address(inner) } else { Part::Group(inner) });
        } else {
            let end_of_word = rest.find([',', ' ', '\n', ']', '}']).unwrap_or(rest.len());
            let (word, next) = rest.split_at(end_of_word);
            *rest = next;
            found.push(part(word).ok_or(problem("has an operand that is neither a register nor a number"))?);
        }
        *rest = rest.trim_start();
        match rest.chars().next() {
            Some(',') => *rest = rest.get(1..).unwrap_or_default(),
            next if next == end => {
                *rest = rest.get(usize::from(end.is_some())..).unwrap_or_default();
                return Ok(found);
            }
            _ => return Err(problem("has operands without `,` or an end between them")),
        }
    }
}

fn part(word: &str) -> Option<Part> {
    if let Ok(number) = word.parse() {
        return Some(Part::Number(number));
    }
    if let Some(Ok(slot)) = word.strip_prefix('%').map(str::parse) {
        return Some(Part::Slot(slot));
    }
    let name = word.strip_prefix("%%").unwrap_or(word);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| Part::Name(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_that_tries_again_is_seen_through() {
        let text = "{\n.reg .pred done;\nWAIT:\nmbarrier.try_wait.parity.b64 done, [%0], %1;\n@done bra DONE;\nbra WAIT;\nDONE:\n}";
        let items = items(text).unwrap();
        let [register, wait] = items.as_slice() else { panic!("{items:?}") };
        assert_eq!(*register, Item::Register { name: "done".into(), ty: "pred".into() });
        let Item::Instruction(line) = wait else { panic!("{wait:?}") };
        assert!(line.is_retried);
        let address = Part::Address(vec![Part::Slot(0)]);
        assert_eq!(line.operands, [Part::Name("done".into()), address, Part::Slot(1)]);
    }

    #[test]
    fn operands_nest() {
        let text = "cp.async.bulk.tensor.2d.shared [%0], [%1, {%3, 64}], [%2];";
        let items = items(text).unwrap();
        let [Item::Instruction(line)] = items.as_slice() else { panic!("{items:?}") };
        let coordinates = Part::Group(vec![Part::Slot(3), Part::Number(64)]);
        let of_map = Part::Address(vec![Part::Slot(1), coordinates]);
        assert_eq!(line.operands[1], of_map);
        assert_eq!(line.words()[..3], ["cp", "async", "bulk"]);
    }

    #[test]
    fn text_that_no_assembler_takes_is_refused_with_what_is_wrong() {
        let mut table = String::new();
        for text in [
            "ld.shared.b32 %0, [%1",
            "ld.shared.b32 %0, [%1];;",
            "ld.shared.b32 %0 [%1];",
            "ld.shared.b32 %0,, [%1];",
            "ld.shared.b32 %0, [%1]",
            "wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned",
            ".reg .b32 t; mov.u32 t, %0;",
            "{@p mov.u32 %0, %1;}",
            "{WAIT: try done, [%0]; @other bra DONE; bra WAIT; DONE:}",
            "{WAIT: try done, [%0]; @done bra DONE; bra ELSEWHERE; DONE:}",
            "{WAIT: try done, [%0]; @done bra DONE;}",
            "mov.u32 %0, %1 + 4;",
        ] {
            table += &match items(text) {
                Ok(items) => format!("{text}: {items:?}\n"),
                Err(error) => format!("{error}\n"),
            };
        }
        insta::assert_snapshot!(table, @r"
        `ld.shared.b32 %0, [%1` ends without `;`
        `ld.shared.b32 %0, [%1];;` has nothing before a `;`
        `%0 [%1]` has operands without `,` or an end between them
        `%0,, [%1]` has an operand that is neither a register nor a number
        `ld.shared.b32 %0, [%1]` ends without `;`
        `wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned` ends without `;`
        `.reg .b32 t; mov.u32 t, %0;` declares names outside of a block, which a second copy of it would declare again
        `@p mov.u32 %0, %1` is done by some lanes only
        `{WAIT: try done, [%0]; @other bra DONE; bra WAIT; DONE:}` jumps otherwise than to try an instruction again
        `{WAIT: try done, [%0]; @done bra DONE; bra ELSEWHERE; DONE:}` jumps otherwise than to try an instruction again
        `{WAIT: try done, [%0]; @done bra DONE;}` jumps otherwise than to try an instruction again
        `%0, %1 + 4` has operands without `,` or an end between them
        ");
    }
}
