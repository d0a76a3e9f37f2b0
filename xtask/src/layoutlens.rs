//! `layoutlens eval --batch`: what users get, asked from outside.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{alarm, error::Error, folders};

/// One operation on texts, in the format of the test vectors.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) op: String,
    pub(crate) args: Vec<String>,
    /// `dynamic` asks for what CuTe computes with run-time integers.
    pub(crate) mode: Option<String>,
}

/// The answer to one operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A value in CuTe notation, or a list of offsets; with where a part begins, and what the value is worth.
    Value { value: Value, offset: Option<Value>, verdict: String },
    /// The vectors' name of the reason.
    Refused(String),
    /// The operation, or this kind of operand, is not computed.
    Unsupported,
}

/// The answers of `binary`, in the order of the requests. `name` names the file that the requests are in.
pub(crate) fn batch(binary: &Path, name: &str, requests: &[Request]) -> Result<Vec<Answer>, Error> {
    let folder = folders::target().join("batch");
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    // A file, not a pipe: answers come while requests are still being read.
    let path = folder.join(format!("{name}.jsonl"));
    let lines: Vec<String> = requests.iter().map(line).collect();
    fs::write(&path, lines.join("\n")).map_err(Error::file(&path))?;
    let input = File::open(&path).map_err(Error::file(&path))?;
    let output =
        Command::new(binary).args(["eval", "--batch"]).stdin(input).stderr(Stdio::piped()).output().map_err(
            |source| Error::Start { command: format!("{} eval --batch", binary.display()), source },
        )?;
    alarm::heard("layoutlens eval --batch", &output.stderr)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<Answer> = text.lines().map(answer).collect::<Result<_, _>>()?;
    if answers.len() == requests.len() {
        Ok(answers)
    } else {
        let at = requests.get(answers.len()).map(line).unwrap_or_default();
        Err(Error::Other(format!("layoutlens eval --batch ended with {} at {at}", output.status)))
    }
}

fn line(request: &Request) -> String {
    let mut line = json!({ "op": request.op, "args": request.args });
    if let Some(mode) = &request.mode {
        line["mode"] = mode.as_str().into();
    }
    line.to_string()
}

fn answer(line: &str) -> Result<Answer, Error> {
    let answer: Value = serde_json::from_str(line)
        .map_err(|error| Error::Other(format!("layoutlens eval --batch prints {line:?}: {error}")))?;
    Ok(match answer.get("result") {
        Some(value) => Answer::Value {
            value: value.clone(),
            offset: answer.get("offset").cloned(),
            verdict: answer["verdict"].as_str().unwrap_or_default().to_owned(),
        },
        None if answer["error"] == true => {
            Answer::Refused(answer["why"].as_str().unwrap_or_default().to_owned())
        }
        None => Answer::Unsupported,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_kinds_of_answers_are_told_apart() {
        let part = answer(r#"{"result":"(8,5,4):(1,24,120)","verdict":"proved","offset":8}"#).expect("JSON");
        let expected = Answer::Value {
            value: "(8,5,4):(1,24,120)".into(),
            offset: Some(8.into()),
            verdict: "proved".to_owned(),
        };
        assert_eq!(part, expected);
        let refused = answer(r#"{"error":true,"why":"rank"}"#).expect("JSON");
        assert_eq!(refused, Answer::Refused("rank".to_owned()));
        assert_eq!(answer(r#"{"unsupported":true}"#).expect("JSON"), Answer::Unsupported);
        assert!(answer("no JSON").is_err());
    }
}
