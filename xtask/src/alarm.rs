//! Alarms of `layoutlens`: something held that cannot be. A release only says so on the standard error and takes the safe
//! way, which no comparison of values notices; whoever drives one by random programs or edits listens for it here.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::{error::Error, process};

/// What every alarm ends with (`host-value/src/invariant.rs`).
const ALARM: &str = "what depends on it is unknown";

/// As [`process::run`]; an alarm is a failure.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<(), Error> {
    let name = process::name(command);
    let mut child = process::spawn(command.stdin(Stdio::null()).stderr(Stdio::piped()), &name)?;
    let complaints = child.stderr.take();
    let listening = thread::spawn(move || complaints.map_or(Ok(None), listen));
    let status = process::finish(child, &name, limit)?;
    let alarm = listening.join().map_err(|_| Error::Other(format!("{name} was not listened to")))?;
    silent(&name, alarm)?;
    if status.success() { Ok(()) } else { Err(Error::Status { command: name, status }) }
}

/// As [`process::output`]; an alarm is a failure.
pub(crate) fn output(command: &mut Command) -> Result<String, Error> {
    let name = process::name(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::Start { command: name.clone(), source })?;
    heard(&name, &output.stderr)?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(Error::Status { command: name, status: output.status })
    }
}

/// Passes on what a program complained of; an alarm is a failure.
pub(crate) fn heard(name: &str, complaints: &[u8]) -> Result<(), Error> {
    silent(name, listen(complaints))
}

fn silent(name: &str, alarm: io::Result<Option<String>>) -> Result<(), Error> {
    match alarm {
        Ok(None) => Ok(()),
        Ok(Some(alarm)) => Err(Error::Other(format!("{name} raised an alarm: {alarm}"))),
        Err(error) => Err(Error::Other(format!("what {name} complains of is not read: {error}"))),
    }
}

/// Passes everything on, and gives the first alarm.
fn listen(complaints: impl Read) -> io::Result<Option<String>> {
    let mut alarm = None;
    for line in BufReader::new(complaints).split(b'\n') {
        let line = line?;
        let mut ours = io::stderr().lock();
        ours.write_all(&line)?;
        ours.write_all(b"\n")?;
        let text = String::from_utf8_lossy(&line);
        if alarm.is_none() && text.contains(ALARM) {
            alarm = Some(text.into_owned());
        }
    }
    Ok(alarm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_alarm_are_those_of_the_program() {
        let source = include_str!("../../server/crates/host-value/src/invariant.rs");
        assert!(source.contains(&format!("; {ALARM}\"")));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_raises_an_alarm_fails_whatever_it_says_of_itself() {
        let said = |text: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", "echo \"$1\" >&2; echo 4", "sh", text]);
            command
        };
        let alarm = format!("layoutlens: a.rs:7: scope 3 is not there; {ALARM}");
        assert_eq!(output(&mut said("a warning")).expect("no alarm"), "4\n");
        run(&mut said("a warning"), Duration::from_secs(60)).expect("no alarm");
        for error in [output(&mut said(&alarm)).err(), run(&mut said(&alarm), Duration::from_secs(60)).err()]
        {
            assert!(error.is_some_and(|error| error.to_string().contains("scope 3 is not there")));
        }
    }
}
