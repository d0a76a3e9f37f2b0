//! Marks: comments of a fixture that state what is shown for the line above them. README.md says what they look like.

use std::{error::Error, fmt};

/// What one mark states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The line of the mark, from 1.
    pub(crate) line: usize,
    /// The line that it speaks of, from 1.
    pub(crate) about: usize,
    /// What it states.
    pub(crate) claim: Claim,
}

/// What is stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Of a name that the line declares; of its only one, when none is given.
    Name {
        /// The name.
        name: Option<String>,
        /// What is shown of it.
        stated: Stated,
    },
    /// A problem is reported in the line.
    Problem {
        /// Whether it is an error; else it is a warning.
        is_error: bool,
        /// Its code.
        code: String,
        /// A part of its message.
        message: String,
    },
    /// The line declares no name, and nothing is reported there.
    Nothing,
}

/// What is shown of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stated {
    /// A value as a hint shows it.
    Value {
        /// The value.
        text: String,
        /// The call site or thread for which it holds, as a hover tells it.
        holds_for: Option<String>,
        /// What is supposed for it.
        condition: Option<String>,
    },
    /// A value as a compiled program prints it: `_8` is static, `8` is of run time.
    Printed {
        /// The value.
        text: String,
        /// The call site or thread for which it holds.
        holds_for: Option<String>,
    },
    /// No value.
    Unknown {
        /// A part of the reason.
        reason: String,
        /// The call site or thread for which it has none.
        holds_for: Option<String>,
    },
}

/// A comment that begins like a mark and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is wrong, and what it may be.
    pub(crate) why: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.why)
    }
}

impl Error for Malformed {}

/// What a mark may state, for messages.
const FORMS: &str = "`= VALUE`, `= VALUE if CONDITION`, `= VALUE [CALL SITE]`, `prints VALUE`, `unknown: REASON`, each behind a name \
                     where the line declares several; or `error CODE: MESSAGE`, `warning CODE: MESSAGE`, `nothing`";

/// The marks of a fixture, in the order of its lines. `begins` is how a mark begins: `//^`, in Python `#^`.
///
/// # Errors
/// The first comment that begins like a mark and is none.
pub(crate) fn marks(text: &str, begins: &str) -> Result<Vec<Mark>, Malformed> {
    let mut marks = Vec::new();
    // The last line that is no mark, and whether it holds anything.
    let mut above = (0, false);
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        match content.strip_prefix(begins) {
            None if content.contains(begins) => {
                return Err(Malformed {
                    line,
                    why: format!(
                        "a mark stands on a line of its own, below the line that it speaks of: `{content}`"
                    ),
                });
            }
            None => above = (line, !content.is_empty()),
            Some(_) if !above.1 => {
                return Err(Malformed {
                    line,
                    why: "the line above is empty: there is nothing to state".to_owned(),
                });
            }
            Some(stated) => {
                let claim = claim(stated.trim()).map_err(|why| Malformed { line, why })?;
                marks.push(Mark { line, about: above.0, claim });
            }
        }
    }
    Ok(marks)
}

fn claim(text: &str) -> Result<Claim, String> {
    let (word, rest) = first_word(text);
    match word {
        "nothing" if rest.is_empty() => Ok(Claim::Nothing),
        "error" | "warning" => {
            let (code, message) = rest.split_once(':').unwrap_or((rest, ""));
            let code = code.trim();
            let is_code = !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            match is_code {
                true => Ok(Claim::Problem {
                    is_error: word == "error",
                    code: code.to_owned(),
                    message: message.trim().to_owned(),
                }),
                false => Err(format!("`{code}` is no code of a problem; a mark is {FORMS}")),
            }
        }
        _ => match stated(text)? {
            Some(stated) => Ok(Claim::Name { name: None, stated }),
            None => match stated(rest)?.filter(|_| is_name(word)) {
                Some(stated) => Ok(Claim::Name { name: Some(word.to_owned()), stated }),
                None => Err(format!("`{text}` states nothing; a mark is {FORMS}")),
            },
        },
    }
}

/// What a text states of a name; `None` when it does not begin so.
fn stated(text: &str) -> Result<Option<Stated>, String> {
    let (word, rest) = first_word(text);
    if word == "unknown" || word == "unknown:" {
        let (reason, holds_for) = holds_for(text["unknown".len()..].trim());
        return match (reason.strip_prefix(':'), reason.is_empty()) {
            (Some(part), _) => Ok(Some(Stated::Unknown { reason: part.trim().to_owned(), holds_for })),
            (None, true) => Ok(Some(Stated::Unknown { reason: String::new(), holds_for })),
            (None, false) => {
                Err(format!("`{reason}` stands behind `unknown`: a reason stands behind `unknown:`"))
            }
        };
    }
    if !matches!(word, "=" | "prints") {
        return Ok(None);
    }
    let (rest, holds_for) = holds_for(rest);
    let (value, condition) = match rest.split_once(" if ") {
        Some((value, condition)) => (value.trim(), Some(condition.trim().to_owned())),
        None => (rest, None),
    };
    if value.is_empty() || condition.as_deref() == Some("") {
        return Err(format!("`{text}` states no value; a mark is {FORMS}"));
    }
    let text = value.to_owned();
    match (word, condition) {
        ("prints", None) => Ok(Some(Stated::Printed { text, holds_for })),
        ("prints", Some(_)) => Err("a supposed value is stated with `=`: no program prints it".to_owned()),
        (_, condition) => Ok(Some(Stated::Value { text, holds_for, condition })),
    }
}

/// What stands before ` [..]` at the end, and what is in it.
fn holds_for(text: &str) -> (&str, Option<String>) {
    let in_brackets = text.strip_suffix(']').and_then(|text| match text.strip_prefix('[') {
        Some(site) => Some(("", site)),
        None => text.rsplit_once(" ["),
    });
    match in_brackets {
        Some((before, site)) => (before.trim_end(), Some(site.to_owned())),
        None => (text, None),
    }
}

fn first_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_') && !word.starts_with(|c: char| c.is_ascii_digit())
}
