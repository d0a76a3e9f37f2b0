//! Running other programs: standard input closed, a limit on the time, an error that names the command.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::error::Error;

/// A limit for whatever ends by itself. A machine that is busy with other things takes ten times as long as a free one.
pub(crate) const ONLY_A_DEFECT_TAKES_LONGER: Duration = Duration::from_secs(2 * 3600);

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Runs a command to its end; its output goes to ours.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<(), Error> {
    let name = name(command);
    let status = finish(spawn(command.stdin(Stdio::null()), &name)?, &name, limit)?;
    if status.success() { Ok(()) } else { Err(Error::Status { command: name, status }) }
}

/// Runs a command to its end; its output is added to the file `log`.
pub(crate) fn run_logged(command: &mut Command, log: &Path, limit: Duration) -> Result<(), Error> {
    let name = name(command);
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    let mut file = File::options().create(true).append(true).open(log).map_err(Error::file(log))?;
    writeln!(file, "$ {name}").map_err(Error::file(log))?;
    let errors = file.try_clone().map_err(Error::file(log))?;
    let status =
        finish(spawn(command.stdin(Stdio::null()).stdout(file).stderr(errors), &name)?, &name, limit)?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::StatusWithLog { command: name, status, log: log.to_path_buf() })
    }
}

/// Runs a command to its end, whatever its status; what it prints and complains goes to files.
pub(crate) fn run_to_files(
    command: &mut Command,
    output: &Path,
    complaints: &Path,
    limit: Duration,
) -> Result<ExitStatus, Error> {
    let name = name(command);
    let file = |path: &Path| File::create(path).map_err(Error::file(path));
    command.stdin(Stdio::null()).stdout(file(output)?).stderr(file(complaints)?);
    finish(spawn(command, &name)?, &name, limit)
}

/// What a quick command prints on standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, Error> {
    let name = name(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| Error::Start { command: name.clone(), source })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(Error::Status { command: name, status: output.status })
    }
}

pub(crate) fn spawn(command: &mut Command, name: &str) -> Result<Child, Error> {
    command.spawn().map_err(|source| Error::Start { command: name.into(), source })
}

pub(crate) fn finish(mut child: Child, name: &str, limit: Duration) -> Result<ExitStatus, Error> {
    let end = Instant::now() + limit;
    loop {
        let waited = child.try_wait().map_err(|source| Error::Start { command: name.into(), source })?;
        if let Some(status) = waited {
            return Ok(status);
        }
        if Instant::now() > end {
            // It may have ended just now; either way it is gone after this.
            let _ = child.kill();
            let _ = child.wait();
            return Err(Error::TooLong { command: name.into(), limit });
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}

/// Program and first arguments: enough to know which command it was.
pub(crate) fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let arguments = command.get_args().take(4).map(|argument| argument.to_string_lossy());
    let mut words = vec![program.to_string_lossy()];
    words.extend(arguments);
    format!("`{}`", words.join(" "))
}
