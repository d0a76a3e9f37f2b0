//! sshd on a free port of 127.0.0.1, with throw-away keys.

use std::{
    error::Error,
    fs,
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    Fact,
    daemon::{Daemon, Folder, free_port, signal, wait_for},
    far_side::FarSide,
    near_side::NearSide,
    processes, seen,
};
use crate::{install, process};

/// sshd, and an `ssh` that knows it by several names.
pub(super) struct Sshd {
    // Ended before its folder is removed.
    _daemon: Daemon,
    far: FarSide,
    near: NearSide,
    client: String,
    _folder: Folder,
}

impl Sshd {
    pub(super) fn start(programs: &Path, binary: &Path) -> Result<Self, Box<dyn Error>> {
        let folder = Folder::new("ssh")?;
        for key in ["host", "key", "other-key"] {
            let mut make = Command::new("ssh-keygen");
            process::output(make.args(["-q", "-t", "ed25519", "-N", "", "-f", &folder.file(key)]))?;
        }
        let port = free_port()?;
        let settings = folder.write("sshd_config", &sshd_settings(&folder, port))?;
        let mut daemon = Daemon::start(&mut sshd(programs, &folder, &settings)?, "sshd", &folder)?;
        daemon.wait_until("a connection", || TcpStream::connect(("127.0.0.1", port)).is_ok())?;
        let host_key = fs::read_to_string(folder.path().join("host.pub"))?;
        folder.write("known_hosts", &format!("[127.0.0.1]:{port} {host_key}"))?;
        let client = folder.write("ssh_config", &client_settings(&folder, port, free_port()?)?)?;
        let (far, near) = (FarSide::new(&folder, binary)?, NearSide::new(&folder, binary));
        Ok(Self { _daemon: daemon, far, near, client: format!("ssh -F {client}"), _folder: folder })
    }

    /// The words that start `program` as a worker on a host of the settings.
    fn worker(&self, host: &str, program: &str) -> String {
        format!("{} {host} {program} gpu-worker", self.client)
    }
}

/// sshd, which root can start only where a user `sshd` exists: where none does, it sees a list of users with one.
fn sshd(programs: &Path, folder: &Folder, settings: &str) -> Result<Command, Box<dyn Error>> {
    let program = programs.join("usr/sbin/sshd");
    let mut command = Command::new(&program);
    let users = fs::read_to_string("/etc/passwd")?;
    if install::is_root() && !users.lines().any(|line| line.starts_with("sshd:")) {
        let users = format!("{users}sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n");
        let users = folder.write("passwd", &users)?;
        // A mount that only this process and its children see.
        command = Command::new("unshare");
        let script = "mount --bind \"$1\" /etc/passwd && mkdir -p /run/sshd && shift && exec \"$@\"";
        command.args(["--mount", "sh", "-c", script, "sh", &users]).arg(&program);
    }
    command.args(["-D", "-e", "-f", settings]).env("LD_LIBRARY_PATH", libraries(programs));
    Ok(command)
}

/// The folder of the libraries that were unpacked beside the programs.
pub(super) fn libraries(programs: &Path) -> PathBuf {
    programs.join("usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH))
}

fn sshd_settings(folder: &Folder, port: u16) -> String {
    let (key, users, process) = (folder.file("host"), folder.file("key.pub"), folder.file("sshd.pid"));
    format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {key}\nAuthorizedKeysFile {users}\nPidFile {process}\n\
         UsePAM no\nStrictModes no\nPasswordAuthentication yes\nKbdInteractiveAuthentication no\n\
         PermitRootLogin yes\n"
    )
}

fn client_settings(folder: &Folder, port: u16, closed: u16) -> Result<String, Box<dyn Error>> {
    let user = process::output(Command::new("id").arg("-un"))?;
    let known = folder.file("known_hosts");
    let host = |name: &str, port: u16, key: &str, known: &str| {
        format!(
            "Host {name}\n  HostName 127.0.0.1\n  Port {port}\n  User {}\n  IdentityFile {}\n  IdentitiesOnly yes\n  \
             IdentityAgent none\n  UserKnownHostsFile {known}\n  GlobalKnownHostsFile /dev/null\n",
            user.trim(),
            folder.file(key)
        )
    };
    Ok([
        host("far", port, "key", &known),
        host("with-another-key", port, "other-key", &known),
        host("never-seen", port, "key", "/dev/null"),
        host("closed", closed, "key", &known),
    ]
    .concat())
}

pub(super) fn facts(sshd: &Sshd) -> Fact {
    let Sshd { far, near, .. } = sshd;
    let worker = sshd.worker("far", &far.layoutlens);
    seen("an emulator on the far side checks every element", {
        near.emulates_there(&worker).and_then(|()| far.place().map(drop))
    })?;
    seen("the GPU of the far side runs, or what it lacks is said there", {
        far.forget();
        near.reaches_the_gpu_or_says_what_is_missing(&worker).and_then(|()| far.place().map(drop))
    })?;
    seen("an editor shows that it connects, and the answer", editor_connects(near, &worker))?;
    for (fact, host, program, code, text) in [
        (
            "a key that is not accepted",
            "with-another-key",
            &far.layoutlens,
            "worker-unreachable",
            "did not let",
        ),
        ("a host that is not known", "never-seen", &far.layoutlens, "worker-unreachable", "Host key verif"),
        ("a port that is closed", "closed", &far.layoutlens, "worker-unreachable", "did not reach"),
        ("no layoutlens", "far", &"/no/such/layoutlens".to_owned(), "worker-unreachable", "no such program"),
        ("another version", "far", &far.old, "worker-version", "version 0.0.1"),
        ("a greeting on standard output", "far", &far.noisy, "worker-garbage", "\"Welc\""),
    ] {
        let fact = format!("{fact} is refused with its reason");
        seen(&fact, near.is_refused(&sshd.worker(host, program), code, text))?;
    }
    seen("cancelling while it connects ends both sides", {
        cancelled_while_connecting(sshd, &sshd.worker("far", &far.silent))
    })?;
    seen("a connection that breaks in the middle of a run is told", connection_breaks(sshd, &worker))?;
    seen("a worker that is killed in the middle of a run is told", {
        near.in_the_middle(&worker, far).and_then(|(run, process)| {
            signal("KILL", process);
            run.ends_with("worker-lost", "or the worker was killed there")
        })
    })?;
    seen("an ssh that is killed in the middle of a run is told, and the worker ends", {
        near.in_the_middle(&worker, far).and_then(|(run, process)| {
            let ssh = wait_for("the client of ssh", || processes::child(run.process(), "ssh"))?;
            signal("KILL", ssh);
            run.ends_with("worker-died", "SIGKILL")?;
            far.is_left(process)
        })
    })?;
    for name in ["INT", "KILL"] {
        seen(&format!("a layoutlens that gets SIG{name} in the middle of a run leaves no worker"), {
            near.in_the_middle(&worker, far).and_then(|(run, process)| {
                run.signal(name)?;
                far.is_left(process)
            })
        })?;
    }
    seen("the next run after all that is right", near.emulates_there(&worker))
}

fn editor_connects(near: &NearSide, worker: &str) -> Fact {
    let mut lens = near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "connecting")?;
    lens.is_answered(&clicked)?;
    lens.leave()
}

fn cancelled_while_connecting(Sshd { far, near, .. }: &Sshd, worker: &str) -> Fact {
    far.forget();
    let mut lens = near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "connecting")?;
    let process = far.worker()?;
    lens.cancel(&clicked)?;
    far.is_left(process)?;
    lens.leave()
}

/// The process of sshd that holds the connection is killed.
fn connection_breaks(Sshd { far, near, .. }: &Sshd, worker: &str) -> Fact {
    let (run, process) = near.in_the_middle(worker, far)?;
    let mut holder = processes::parent(process).ok_or("the worker has no parent")?;
    // A shell may stand between.
    while processes::name(holder) != "sshd" {
        holder = processes::parent(holder).ok_or("no sshd holds the worker")?;
    }
    signal("KILL", holder);
    run.ends_with("worker-lost", "closed by remote host")?;
    far.is_left(process)
}
