//! A Slurm of one node with one GPU, which is `/dev/null`.

use std::{error::Error, fs, os::unix::fs::symlink, path::Path, process::Command};

use super::{
    Fact,
    daemon::{Daemon, Folder, free_port, signal, wait_until},
    far_side::FarSide,
    near_side::{Lens, NearSide},
    not, processes, seen,
    ssh::libraries,
};
use crate::process;

/// Programs that Debian gives other names, under the names that Slurm knows itself by.
const RENAMED: [&str; 3] = ["slurmctld", "slurmd", "slurmstepd"];

/// What users and the tests call.
const CLIENTS: [&str; 5] = ["srun", "squeue", "scancel", "scontrol", "sinfo"];

pub(super) struct Slurm {
    // In the order in which they end: nodes before the controller before what it proves who it is with.
    _daemons: [Daemon; 3],
    far: FarSide,
    near: NearSide,
    folder: Folder,
}

impl Slurm {
    pub(super) fn start(programs: &Path, binary: &Path) -> Result<Self, Box<dyn Error>> {
        let folder = Folder::new("slurm")?;
        for name in ["state", "spool", "daemons"] {
            fs::create_dir_all(folder.path().join(name))?;
        }
        for name in RENAMED {
            let link = folder.path().join("daemons").join(name);
            symlink(fs::canonicalize(programs)?.join("usr/sbin").join(format!("{name}-wlm")), link)?;
        }
        let settings = write_settings(programs, &folder)?;
        let plugins = libraries(programs).join("slurm-wlm");
        let paths = std::env::join_paths([libraries(programs), plugins])?.into_string();
        let libraries = paths.map_err(|path| format!("{} is no text", path.display()))?;
        for name in CLIENTS {
            let program = fs::canonicalize(programs)?.join("usr/bin").join(name);
            let script = format!(
                "LD_LIBRARY_PATH='{libraries}' SLURM_CONF='{settings}' exec '{}' \"$@\"",
                program.display()
            );
            folder.script(name, &script)?;
        }

        let munged = munged(programs, &folder, &libraries)?;
        let daemon = |name: &str, arguments: &[&str]| {
            let mut command = Command::new(folder.path().join("daemons").join(name));
            command.args(["-D", "-f", &settings]).args(arguments).env("LD_LIBRARY_PATH", &libraries);
            Daemon::start(&mut command, name, &folder)
        };
        let is_up = || client(&folder, "scontrol", &["ping"]).is_ok_and(|answer| answer.contains(" UP"));
        let mut controller = daemon("slurmctld", &[])?;
        controller.wait_until("an answer", is_up)?;
        let step = folder.file("daemons/slurmstepd");
        let mut node = daemon("slurmd", &["-d", &step])?;
        node.wait_until("a free node", || node_is(&folder, "idle"))?;
        let (far, near) = (FarSide::new(&folder, binary)?, NearSide::new(&folder, binary));
        Ok(Self { _daemons: [node, controller, munged], far, near, folder })
    }

    /// What a command of Slurm prints.
    fn client(&self, name: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
        client(&self.folder, name, arguments)
    }

    /// The words that start `program` as a worker.
    fn worker(&self, options: &str, program: &str) -> String {
        format!("{} {options} {program} gpu-worker", self.folder.file("srun"))
    }

    fn has_no_jobs(&self) -> Fact {
        wait_until("an empty queue", || {
            self.client("squeue", &["--noheader"]).is_ok_and(|jobs| jobs.trim().is_empty())
        })
    }

    /// Takes the GPU until what it gives is dropped.
    fn take_the_gpu(&self) -> Result<Daemon, Box<dyn Error>> {
        let mut hold = Command::new(self.folder.file("srun"));
        let mut holder = Daemon::start(hold.args(["--gres=gpu:1", "sleep", "1000"]), "holder", &self.folder)?;
        holder.wait_until("the GPU", || {
            let running = self.client("squeue", &["--noheader", "--states=RUNNING"]);
            running.is_ok_and(|jobs| !jobs.trim().is_empty())
        })?;
        Ok(holder)
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        // Steps are processes of their own: they end with their jobs. Nothing is there to be told about a failure.
        let user = process::output(Command::new("id").arg("-un")).unwrap_or_default();
        let _ = self.client("scancel", &["--user", user.trim()]);
        let _ = self.has_no_jobs();
    }
}

fn client(folder: &Folder, name: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(folder.file(name)).args(arguments).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name} {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)).into())
}

/// Whether the node is in this state.
fn node_is(folder: &Folder, state: &str) -> bool {
    client(folder, "sinfo", &["--noheader", "--format=%t"]).is_ok_and(|now| now.trim() == state)
}

fn munged(programs: &Path, folder: &Folder, libraries: &str) -> Result<Daemon, Box<dyn Error>> {
    let key: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(128).collect();
    let path = folder.file("munge.key");
    fs::write(&path, key)?;
    process::output(Command::new("chmod").args(["600", &path]))?;
    let socket = folder.file("munge.socket");
    let mut command = Command::new(programs.join("usr/sbin/munged"));
    command.args(["--foreground", "--force", "--key-file", &path, "--socket", &socket]);
    for (option, name) in
        [("--log-file", "munged.log"), ("--pid-file", "munged.pid"), ("--seed-file", "munged.seed")]
    {
        command.arg(option).arg(folder.file(name));
    }
    let mut daemon = Daemon::start(command.env("LD_LIBRARY_PATH", libraries), "munged", folder)?;
    daemon.wait_until("its socket", || Path::new(&socket).exists())?;
    Ok(daemon)
}

/// Writes `slurm.conf` and `gres.conf`; gives the path of the first.
fn write_settings(programs: &Path, folder: &Folder) -> Result<String, Box<dyn Error>> {
    let host = fs::read_to_string("/proc/sys/kernel/hostname")?;
    let host = host.trim().split('.').next().unwrap_or_default();
    let user = process::output(Command::new("id").arg("-un"))?;
    let user = user.trim();
    let plugins = libraries(&fs::canonicalize(programs)?).join("slurm-wlm");
    let file = |name: &str| folder.file(name);
    folder.write("gres.conf", &format!("NodeName={host} Name=gpu File=/dev/null\n"))?;
    folder.write(
        "slurm.conf",
        &format!(
            "ClusterName=layoutlens\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
             SlurmctldPort={}\nSlurmdPort={}\nAuthType=auth/munge\nAuthInfo=socket={}\nCredType=cred/munge\n\
             PluginDir={}\nStateSaveLocation={}\nSlurmdSpoolDir={}\nSlurmctldPidFile={}\nSlurmdPidFile={}\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nGresTypes=gpu\nReturnToService=2\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=1 Gres=gpu:1 State=UNKNOWN\n\
             PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP\n",
            free_port()?,
            free_port()?,
            file("munge.socket"),
            plugins.display(),
            file("state"),
            file("spool"),
            file("slurmctld.pid"),
            file("slurmd.pid"),
        ),
    )
}

pub(super) fn facts(slurm: &Slurm) -> Fact {
    let Slurm { far, near, .. } = slurm;
    let worker = slurm.worker("--gres=gpu:1", &far.layoutlens);
    seen("an emulator in a job checks every element", {
        near.emulates_there(&worker).and_then(|()| far.place().map(drop))
    })?;
    seen("the GPU of the node runs, or what it lacks is said there", {
        far.forget();
        near.reaches_the_gpu_or_says_what_is_missing(&worker).and_then(|()| far.place().map(drop))
    })?;
    for (fact, options, program, code, text) in [
        ("no layoutlens", "--gres=gpu:1", "/no/such/layoutlens", "worker-unreachable", "no such program"),
        (
            "more GPUs than there are",
            "--gres=gpu:2",
            far.layoutlens.as_str(),
            "no-free-node",
            "has no machine",
        ),
        ("no such partition", "--partition=fast", &far.layoutlens, "no-free-node", "has no machine"),
    ] {
        let fact = format!("{fact} is refused with its reason");
        seen(&fact, near.is_refused(&slurm.worker(options, program), code, text))?;
    }
    seen("a queue is shown, cancelling takes the run out of it", cancelled_in_the_queue(slurm, &worker))?;
    for (fact, end) in [
        ("an editor that is closed", Lens::leave as fn(Lens) -> Fact),
        ("an editor that crashes", Lens::vanish),
    ] {
        seen(&format!("{fact} takes its run out of the queue"), left_in_the_queue(slurm, &worker, end))?;
    }
    seen("a layoutlens that is killed in the queue leaves a job that ends when its turn comes", {
        killed_in_the_queue(slurm, &worker)
    })?;
    seen("a queue is shown, and the answer once the GPU is free", answered_after_the_queue(slurm, &worker))?;
    seen("who does not want to wait is told that no machine is free", not_now(slurm))?;
    seen("a node that is drained is waited for, and cancelling ends it", drained(slurm, &worker))?;
    seen("a job that is cancelled in the middle of a run is told", {
        near.in_the_middle(&worker, far).and_then(|(run, process)| {
            slurm.client("scancel", &[&far.place()?])?;
            run.ends_with("worker-lost", "Slurm cancelled the worker's job")?;
            far.is_left(process)
        })
    })?;
    seen("a worker that is killed in the middle of a run is told", {
        near.in_the_middle(&worker, far).and_then(|(run, process)| {
            signal("KILL", process);
            run.ends_with("worker-died", "Killed")
        })
    })?;
    seen("a layoutlens that is killed in the middle of a run leaves no job", {
        near.in_the_middle(&worker, far).and_then(|(run, process)| {
            run.signal("KILL")?;
            far.is_left(process)?;
            slurm.has_no_jobs()
        })
    })?;
    seen("the next run after all that is right", near.emulates_there(&worker))
}

fn cancelled_in_the_queue(slurm: &Slurm, worker: &str) -> Fact {
    let holder = slurm.take_the_gpu()?;
    let mut lens = slurm.near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "queued")?;
    lens.cancel(&clicked)?;
    nothing_waits(slurm)?;
    drop(holder);
    slurm.has_no_jobs()?;
    lens.leave()
}

fn left_in_the_queue(slurm: &Slurm, worker: &str, end: fn(Lens) -> Fact) -> Fact {
    let _holder = slurm.take_the_gpu()?;
    let mut lens = slurm.near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "queued")?;
    end(lens)?;
    nothing_waits(slurm)
}

fn killed_in_the_queue(slurm: &Slurm, worker: &str) -> Fact {
    let holder = slurm.take_the_gpu()?;
    let run = slurm.near.starts(worker)?;
    wait_until("a job in the queue", || nothing_waits(slurm).is_err())?;
    let srun = processes::child(run.process(), "srun").ok_or("the run has no srun")?;
    run.signal("KILL")?;
    drop(holder);
    let left = slurm.has_no_jobs();
    // Nobody waits for it any more, and it may not notice that its job is gone.
    if processes::is_running(srun) && processes::name(srun) == "srun" {
        signal("KILL", srun);
    }
    left
}

fn nothing_waits(slurm: &Slurm) -> Fact {
    let waiting = slurm.client("squeue", &["--noheader", "--states=PENDING"])?;
    if waiting.trim().is_empty() { Ok(()) } else { not(format!("a job is left in the queue: {waiting}")) }
}

fn answered_after_the_queue(slurm: &Slurm, worker: &str) -> Fact {
    let holder = slurm.take_the_gpu()?;
    let mut lens = slurm.near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "queued")?;
    drop(holder);
    lens.is_answered(&clicked)?;
    lens.leave()
}

fn not_now(slurm: &Slurm) -> Fact {
    let _holder = slurm.take_the_gpu()?;
    let worker = slurm.worker("--immediate=1 --gres=gpu:1", &slurm.far.layoutlens);
    slurm.near.is_refused(&worker, "no-free-node", "no machine is free")
}

fn drained(slurm: &Slurm, worker: &str) -> Fact {
    let node = slurm.client("sinfo", &["--noheader", "--format=%n"])?;
    let update = |state: &str| {
        let (node, state) = (format!("NodeName={}", node.trim()), format!("State={state}"));
        slurm.client("scontrol", &["update", &node, &state, "Reason=test"])
    };
    slurm.has_no_jobs()?;
    update("DRAIN")?;
    let mut lens = slurm.near.editor(worker)?;
    let clicked = lens.click()?;
    lens.shows(&clicked, "queued")?;
    lens.cancel(&clicked)?;
    slurm.has_no_jobs()?;
    update("RESUME")?;
    wait_until("a free node", || node_is(&slurm.folder, "idle"))?;
    lens.leave()
}
