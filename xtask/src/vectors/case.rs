//! One line of a file of vectors; `../shared/vectors/README.md` describes it.

use serde::Deserialize;
use serde_json::Value;

use crate::layoutlens::{Answer, Request};

#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub(super) op: String,
    pub(super) args: Vec<String>,
    result: Option<Value>,
    offset: Option<Value>,
    #[serde(default)]
    error: bool,
    #[serde(default)]
    why: String,
    unspecified: Option<Value>,
    mode: Option<String>,
}

impl Case {
    pub(super) fn request(&self) -> Request {
        Request { op: self.op.clone(), args: self.args.clone(), mode: self.mode.clone() }
    }

    /// Whether the input is outside of the operation's precondition.
    pub(super) fn is_unspecified(&self) -> bool {
        self.unspecified.is_some()
    }

    /// Whether every integer is known at run time only.
    pub(super) fn is_run_time(&self) -> bool {
        self.mode.as_deref() == Some("dynamic")
    }

    pub(super) fn agrees(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Value { value, offset, .. } => {
                !self.error && self.result.as_ref() == Some(value) && self.offset == *offset
            }
            Answer::Refused(why) => self.error && (*why == self.why || matches!(&*self.why, "" | "other")),
            Answer::Unsupported => false,
        }
    }

    /// The case and another answer than its own.
    pub(super) fn difference(&self, answer: &Answer) -> String {
        let expected = match (&self.result, &self.offset) {
            _ if self.error => format!("error {}", self.why),
            (Some(result), Some(offset)) => format!("{result} at {offset}"),
            (Some(result), None) => result.to_string(),
            (None, _) => "nothing".to_owned(),
        };
        format!("{} {}: {expected} but found {answer:?}", self.op, self.args.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(line: &str) -> Case {
        serde_json::from_str(line).expect("a case")
    }

    #[test]
    fn the_offset_of_a_part_is_held_to() {
        let tile = case(r#"{"op":"local_tile","args":[],"result":"(8,5):(1,24)","offset":8}"#);
        let part = |offset: i64| Answer::Value {
            value: "(8,5):(1,24)".into(),
            offset: Some(offset.into()),
            verdict: "proved".to_owned(),
        };
        assert!(tile.agrees(&part(8)) && !tile.agrees(&part(9)));
    }

    #[test]
    fn a_reason_is_held_to_where_it_is_known() {
        let known = case(r#"{"op":"composition","args":[],"error":true,"why":"shape_divisibility"}"#);
        assert!(known.agrees(&Answer::Refused("shape_divisibility".to_owned())));
        assert!(!known.agrees(&Answer::Refused("rank".to_owned())) && !known.agrees(&Answer::Unsupported));
        let unknown = case(r#"{"op":"composition","args":[],"error":true,"why":"other"}"#);
        assert!(unknown.agrees(&Answer::Refused("rank".to_owned())));
    }
}
