//! `layoutlens eval`: one expression, or many operations a line each in the format of the test vectors.

use std::io::{self, BufRead, Write};

use clap::ValueEnum;
use layoutlens_eval::batch::{BatchAnswer, batch};
use layoutlens_eval::{Evaluated, Value, Verdict, host::OfLanguage};
use layoutlens_render::escape::one_line;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::expression::Expression;
use super::{Status, terminal};

/// What to evaluate.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression of the annotation language, `composition((6,2):(8,2), (4,3):(3,1))`, or of code,
    /// `make_layout(make_shape(Int<2>{}, 4))`; statements may stand before it: `let A = (4,8):(8,1); coalesce(A)`. `-` reads it
    /// from standard input.
    #[arg(value_name = "EXPR", required_unless_present = "batch", conflicts_with = "batch")]
    expression: Option<String>,
    /// Read operations from standard input, a JSON object a line: `{"op": "coalesce", "args": ["(2,4):(1,2)"]}`. An `id` comes
    /// back with the answer.
    #[arg(long)]
    batch: bool,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = Format::Human, conflicts_with = "batch")]
    format: Format,
    /// Tell what is known of the value, and how the operation came to it.
    #[arg(long, conflicts_with = "batch")]
    explain: bool,
}

/// Whom the answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The value on a line.
    Human,
    /// An object: `value`, `kind`, `verdict`, `unknown`, `steps`, `findings` with `code`, `message`, `start` and `end` in bytes.
    Json,
}

/// Evaluates and prints.
///
/// # Errors
/// Standard input cannot be read or standard output not be written.
pub(super) fn eval(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    match &arguments.expression {
        Some(expression) => eval_one(&Expression::of_argument(expression, libraries)?, arguments),
        None => eval_batch(io::stdin().lock(), terminal::raw_output()),
    }
}

fn eval_one(expression: &Expression, arguments: &Arguments) -> io::Result<Status> {
    if arguments.format == Format::Json {
        return write_json(expression);
    }
    let has_findings = expression.report()?;
    if let Some(told) = expression.told() {
        return tell(&told);
    }
    let unknown = match expression.evaluated() {
        Some(Evaluated { value: Value::Unknown(unknown), .. }) => Some(&unknown.reason),
        Some(Evaluated { verdict: Verdict::Unproved { limit }, .. }) => Some(limit),
        Some(evaluated) => {
            let mut out = terminal::raw_output();
            writeln!(out, "{}", evaluated.value)?;
            if arguments.explain {
                explain(evaluated, &mut out)?;
            }
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

/// How two layouts stand to each other.
fn tell(told: &layoutlens_ide::Inspected) -> io::Result<Status> {
    if let Some(reason) = &told.unknown {
        terminal::complain(reason);
        return Ok(Status::Findings);
    }
    let mut out = terminal::raw_output();
    for layout in &told.layouts {
        writeln!(out, "{}", layout.text)?;
    }
    out.flush()?;
    Ok(Status::Clean)
}

/// What is known of a value, and the steps that led to it, a line each.
fn explain(evaluated: &Evaluated, out: &mut impl Write) -> io::Result<()> {
    for line in layoutlens_ide::facts_of(evaluated).lines() {
        writeln!(out, "  {line}")?;
    }
    for (number, step) in (1..).zip(&evaluated.steps) {
        writeln!(out, "  {number}. {step}")?;
    }
    Ok(())
}

fn write_json(expression: &Expression) -> io::Result<Status> {
    let findings: Vec<_> = expression
        .diagnostics()
        .into_iter()
        .map(|finding| {
            json!({
                "code": finding.code,
                "message": finding.message,
                "start": finding.range.start,
                "end": finding.range.end,
            })
        })
        .collect();
    let mut answer = json!({ "findings": findings });
    let mut is_known = false;
    if let Some(told) = expression.told() {
        is_known = told.unknown.is_none();
        answer["value"] = told.layouts.first().map(|layout| layout.text.as_str()).into();
        answer["unknown"] = told.unknown.into();
    } else if let Some(evaluated) = expression.evaluated() {
        let unknown = match (&evaluated.value, &evaluated.verdict) {
            (Value::Unknown(unknown), _) => Some(unknown.reason.clone()),
            (_, Verdict::Unproved { limit }) => Some(limit.clone()),
            _ => None,
        };
        is_known = unknown.is_none();
        if is_known {
            answer["value"] = as_json(&evaluated.value);
            answer["verdict"] = evaluated.verdict_name().into();
        }
        answer["kind"] = evaluated.value.kind().into();
        answer["offset"] = evaluated.offset.as_deref().map(number_or_text).into();
        answer["unknown"] = unknown.into();
        answer["steps"] = evaluated.steps.clone().into();
    }
    terminal::write_json(&answer, &mut terminal::raw_output())?;
    Ok(if findings.is_empty() && is_known { Status::Clean } else { Status::Findings })
}

/// One operation. Vectors carry more members than these; they are ignored.
#[derive(Deserialize)]
struct Request {
    op: String,
    args: Vec<String>,
    /// What the answer is to carry.
    id: Option<serde_json::Value>,
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
        message: String,
        /// The operand that is wrong, from 0, and its bytes that are.
        #[serde(skip_serializing_if = "Option::is_none")]
        operand: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        start: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        end: Option<usize>,
    },
    Unsupported {
        unsupported: bool,
    },
}

/// An answer with what says to which request it is.
#[derive(Debug, Serialize)]
struct Answered {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<serde_json::Value>,
    #[serde(flatten)]
    answer: Answer,
}

/// Answers each line with a line, in order, as soon as it is there.
fn eval_batch(input: impl BufRead, mut out: impl Write) -> io::Result<Status> {
    let mut status = Status::Clean;
    for line in input.split(b'\n') {
        let answered = answer(&line?);
        if matches!(answered.answer, Answer::Error { .. }) {
            status = Status::Findings;
        }
        serde_json::to_writer(&mut out, &answered)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(status)
}

fn answer(line: &[u8]) -> Answered {
    let request = match serde_json::from_slice::<Request>(line) {
        Ok(request) => request,
        Err(error) => {
            let at = error.column().checked_sub(1);
            let answer = Answer::Error {
                error: true,
                why: "parse".to_owned(),
                message: format!("no request: {error}"),
                operand: None,
                start: at,
                end: at,
            };
            return Answered { id: None, answer };
        }
    };
    let operands: Vec<&str> = request.args.iter().map(String::as_str).collect();
    let answer = match request.mode.as_deref() {
        Some("dynamic") => Answer::Unsupported { unsupported: true },
        Some(other) => Answer::Error {
            error: true,
            why: "mode".to_owned(),
            message: format!("there is no mode `{}`: without one, integers are known", one_line(other)),
            operand: None,
            start: None,
            end: None,
        },
        None => match batch(&request.op, &operands) {
            BatchAnswer::Result { value, verdict, offset } => Answer::Result {
                result: as_json(&value),
                verdict,
                offset: offset.as_deref().map(number_or_text),
            },
            BatchAnswer::Refused { why, message, place } => Answer::Error {
                error: true,
                why: why.to_owned(),
                message,
                operand: place.as_ref().map(|place| place.operand),
                start: place.as_ref().map(|place| place.range.start),
                end: place.map(|place| place.range.end),
            },
            BatchAnswer::Unsupported => Answer::Unsupported { unsupported: true },
        },
    };
    Answered { id: request.id, answer }
}

/// A value as the vectors write it: a list of integers for the offsets of all coordinates, else text.
fn as_json(value: &Value) -> serde_json::Value {
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

    #[test]
    fn a_mode_that_is_not_known_is_an_error() {
        check(
            r#"{"op":"size","args":["(2,4)"],"mode":"dynamc"}"#,
            concat!(
                r#"{"error":true,"why":"mode","message":"there is no mode `dynamc`: without one, integers are known"}"#,
                "\n"
            ),
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
    fn a_refusal_names_its_reason_and_its_place() {
        let mut out = Vec::new();
        let input = "{\"op\":\"composition\",\"args\":[\"(4,6,8):(2,3,5)\",\"6:1\"]}";
        let status = eval_batch(input.as_bytes(), &mut out).expect("memory can be written");
        assert_eq!(status, Status::Findings);
        let answer: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        assert_eq!(answer["why"], "shape_divisibility");
        assert_eq!((&answer["operand"], &answer["end"]), (&1.into(), &3.into()));
    }

    #[test]
    fn a_line_that_cannot_be_read_does_not_stop_the_next() {
        let size = "{\"op\":\"size\",\"args\":[\"8:1\"]}";
        let input = format!("{{\"op\":\n\n\u{fffd}\n{{\"op\":\"no_such\",\"args\":[]}}\n{size}");
        let mut out = Vec::new();
        eval_batch(input.as_bytes(), &mut out).expect("memory can be written");
        let out = String::from_utf8(out).expect("JSON");
        let lines: Vec<serde_json::Value> =
            out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(
            lines.iter().take(3).all(|line| line["why"] == "parse" && line["message"].is_string()),
            "{out}"
        );
        assert_eq!((&lines[3]["unsupported"], &lines[4]["result"]), (&true.into(), &"8".into()));
    }
}
