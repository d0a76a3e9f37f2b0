//! Programs in the background, and a folder for what they write: both gone when the step is over.

use std::{
    env,
    error::Error,
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longest wait for anything; only a defect reaches it.
const LIMIT: Duration = Duration::from_secs(60);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long a daemon that was asked to end may take before it is killed.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// A folder that is removed with everything in it.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Result<Self, Box<dyn Error>> {
        // Short: the path of a socket has at most 107 bytes.
        let path = env::temp_dir().join(format!("layoutlens-{name}-{}", std::process::id()));
        if path.to_string_lossy().contains(char::is_whitespace) {
            return Err(format!("{}: words of a worker's command have no blanks", path.display()).into());
        }
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<String, Box<dyn Error>> {
        fs::write(self.0.join(name), text)?;
        Ok(self.file(name))
    }

    /// Writes a shell script that can be run.
    pub(super) fn script(&self, name: &str, text: &str) -> Result<String, Box<dyn Error>> {
        let path = self.write(name, &format!("#!/bin/sh\n{text}\n"))?;
        crate::process::output(Command::new("chmod").args(["+x", &path]))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left of it is in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A child that is ended: asked first, then killed.
pub(super) struct Daemon {
    name: String,
    child: Child,
    log: PathBuf,
}

impl Daemon {
    /// Starts a program; what it says goes to a file of the folder.
    pub(super) fn start(command: &mut Command, name: &str, folder: &Folder) -> Result<Self, Box<dyn Error>> {
        let log = folder.path().join(format!("{name}.out"));
        let file = fs::File::create(&log)?;
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        let child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { name: name.to_owned(), child, log })
    }

    /// Waits for what the daemon does when it is ready; says what it said if it ends before.
    pub(super) fn wait_until(
        &mut self,
        what: &str,
        is_ready: impl Fn() -> bool,
    ) -> Result<(), Box<dyn Error>> {
        let end = Instant::now() + LIMIT;
        while !is_ready() {
            let ended = self.child.try_wait()?;
            if ended.is_some() || Instant::now() > end {
                let said = fs::read_to_string(&self.log).unwrap_or_default();
                let state = ended.map_or_else(|| "runs".to_owned(), |status| format!("ended with {status}"));
                return Err(
                    format!("{} {state}, and {what} did not come; it said:\n{said}", self.name).into()
                );
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        Ok(())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        signal("TERM", self.child.id());
        let end = Instant::now() + TIME_TO_END;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            thread::sleep(BETWEEN_LOOKS);
        }
        // Whatever it did, it is gone after this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal; the process may be gone.
pub(super) fn signal(name: &str, process: u32) {
    let mut kill = Command::new("kill");
    kill.args(["-s", name, &process.to_string()]).stderr(Stdio::null());
    let _ = kill.status();
}

/// Waits until something is so.
pub(super) fn wait_until(what: &str, is_so: impl Fn() -> bool) -> Result<(), Box<dyn Error>> {
    wait_for(what, || is_so().then_some(()))
}

/// Waits until there is a value.
pub(super) fn wait_for<T>(what: &str, value: impl Fn() -> Option<T>) -> Result<T, Box<dyn Error>> {
    let end = Instant::now() + LIMIT;
    loop {
        if let Some(value) = value() {
            return Ok(value);
        }
        if Instant::now() > end {
            return Err(format!("waited {} s for {what}", LIMIT.as_secs()).into());
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}

/// A port on which nothing listens.
pub(super) fn free_port() -> Result<u16, Box<dyn Error>> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
