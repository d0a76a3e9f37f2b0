//! `layoutlens eval`: one expression, or many operations a line each in the format of the test vectors.

use std::io::{self, BufRead, Write};

use layoutlens_eval::batch::{BatchAnswer, batch};
use layoutlens_eval::{Evaluated, Value, Verdict};
use serde::{Deserialize, Serialize};

use super::expression::Expression;
use super::{Status, terminal};

/// What to evaluate.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression of the annotation language: `composition((6,2):(8,2), (4,3):(3,1))`.
    #[arg(value_name = "EXPR", required_unless_present = "batch", conflicts_with = "batch")]
    expression: Option<String>,
    /// Read operations from standard input, a JSON object a line: `{"op": "coalesce", "args": ["(2,4):(1,2)"]}`.
    #[arg(long)]
    batch: bool,
}

/// Evaluates and prints.
///
/// # Errors
/// Standard input cannot be read or standard output not be written.
pub(super) fn eval(arguments: &Arguments) -> io::Result<Status> {
    match &arguments.expression {
        Some(expression) => eval_one(expression),
        None => eval_batch(io::stdin().lock(), terminal::raw_output()),
    }
}

fn eval_one(argument: &str) -> io::Result<Status> {
    let expression = Expression::read(argument);
    let has_findings = expression.report()?;
    let unknown = match expression.evaluated() {
        Some(Evaluated { value: Value::Unknown(unknown), .. }) => Some(&unknown.reason),
        Some(Evaluated { verdict: Verdict::Unproved { limit }, .. }) => Some(limit),
        Some(Evaluated { value, .. }) => {
            let mut out = terminal::raw_output();
            writeln!(out, "{value}")?;
            out.flush()?;
            None
        }
        // The findings say why.
        None => None,
    };
    if let Some(reason) = unknown.filter(|_| !has_findings) {
        terminal::complain(reason);
    }
    Ok(if has_findings || unknown.is_some() { Status::Findings } else { Status::Clean })
}

/// One operation. Vectors carry more members than these; they are ignored.
#[derive(Deserialize)]
struct Request {
    op: String,
    args: Vec<String>,
    /// `dynamic` asks for what CuTe computes with run-time integers, which is another question.
    mode: Option<String>,
}

/// One answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Result {
        result: serde_json::Value,
        verdict: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        offset: Option<serde_json::Value>,
    },
    Error {
        error: bool,
        why: String,
    },
    Unsupported {
        unsupported: bool,
    },
}

/// Answers each line with a line, in order, as soon as it is there.
fn eval_batch(input: impl BufRead, mut out: impl Write) -> io::Result<Status> {
    for line in input.split(b'\n') {
        serde_json::to_writer(&mut out, &answer(&line?))?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(Status::Clean)
}

fn answer(line: &[u8]) -> Answer {
    let Ok(request) = serde_json::from_slice::<Request>(line) else {
        return Answer::Error { error: true, why: "parse".to_owned() };
    };
    if request.mode.as_deref() == Some("dynamic") {
        return Answer::Unsupported { unsupported: true };
    }
    let operands: Vec<&str> = request.args.iter().map(String::as_str).collect();
    match batch(&request.op, &operands) {
        BatchAnswer::Result { value, verdict, offset } => {
            Answer::Result { result: json(&value), verdict, offset: offset.as_deref().map(number_or_text) }
        }
        BatchAnswer::Refused { why, .. } => Answer::Error { error: true, why: why.to_owned() },
        BatchAnswer::Unsupported => Answer::Unsupported { unsupported: true },
    }
}

/// A value as the vectors write it: a list of integers for the offsets of all coordinates, else text.
fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Offsets(offsets) => offsets.iter().map(|offset| number_or_text(offset)).collect(),
        other => other.to_string().into(),
    }
}

/// An offset is a number, or the text of a coordinate.
fn number_or_text(offset: &str) -> serde_json::Value {
    match offset.parse::<i64>() {
        Ok(number) => number.into(),
        Err(_) => offset.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_layout_comes_with_its_offset() {
        check(
            r#"{"op":"local_tile","args":["(24,20):(1,24)","<8,5>","(1,_)"]}"#,
            concat!(r#"{"result":"(8,5,4):(1,24,120)","verdict":"proved","offset":8}"#, "\n"),
        );
    }

    #[test]
    fn run_time_integers_are_another_question() {
        check(
            r#"{"op":"coalesce","args":["(2,4):(1,2)"],"mode":"dynamic"}"#,
            concat!(r#"{"unsupported":true}"#, "\n"),
        );
    }

    fn check(input: &str, expected: &str) {
        let mut out = Vec::new();
        eval_batch(input.as_bytes(), &mut out).expect("memory can be written");
        assert_eq!(String::from_utf8(out).expect("JSON"), expected);
    }

    #[test]
    fn each_line_is_answered_in_order() {
        check(
            "{\"op\":\"coalesce\",\"args\":[\"(2,4):(1,2)\"],\"seed\":\"000\"}\n{\"op\":\"size\",\"args\":[\"8:1\"]}\n",
            "{\"result\":\"8:1\",\"verdict\":\"proved\"}\n{\"result\":\"8\",\"verdict\":\"proved\"}\n",
        );
    }

    #[test]
    fn offsets_of_all_coordinates_are_a_list() {
        check("{\"op\":\"eval_all\",\"args\":[\"3:2\"]}", "{\"result\":[0,2,4],\"verdict\":\"proved\"}\n");
    }

    #[test]
    fn a_refusal_names_its_reason() {
        check(
            "{\"op\":\"composition\",\"args\":[\"(4,6,8):(2,3,5)\",\"6:1\"]}",
            "{\"error\":true,\"why\":\"shape_divisibility\"}\n",
        );
    }

    #[test]
    fn a_line_that_cannot_be_read_does_not_stop_the_next() {
        let size = "{\"op\":\"size\",\"args\":[\"8:1\"]}";
        check(
            &format!("{{\"op\":\n\n\u{fffd}\n{{\"op\":\"no_such\",\"args\":[]}}\n{size}"),
            "{\"error\":true,\"why\":\"parse\"}\n{\"error\":true,\"why\":\"parse\"}\n{\"error\":true,\"why\":\"parse\"}\n\
             {\"unsupported\":true}\n{\"result\":\"8\",\"verdict\":\"proved\"}\n",
        );
    }
}
