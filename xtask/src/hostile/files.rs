//! Names in a workspace that are not what they say.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt, fs::symlink, net::UnixListener},
    path::Path,
    process::Command,
};

use super::{Case, GOOD};

const ZERO: &str = "/dev/zero";

/// A header with code, so that its programs are looked for.
const HEADER: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <int N> void f() {\n  auto a = make_layout(Int<N>{});\n}\n";

pub(super) const CASES: &[Case] = &[
    Case {
        name: "compile_commands.json is /dev/zero",
        open: GOOD,
        says: "compile_commands.json",
        make: |at| symlink(ZERO, at.join("compile_commands.json")),
    },
    Case {
        name: "build/compile_commands.json is /dev/zero",
        open: GOOD,
        says: "compile_commands.json",
        make: |at| {
            fs::create_dir(at.join("build"))?;
            symlink(ZERO, at.join("build/compile_commands.json"))
        },
    },
    Case {
        name: "compile_commands.json is a pipe",
        open: GOOD,
        says: "compile_commands.json",
        make: |at| pipe(&at.join("compile_commands.json")),
    },
    Case {
        name: "compile_commands.json is a folder",
        open: GOOD,
        says: "",
        make: |at| fs::create_dir(at.join("compile_commands.json")),
    },
    Case {
        name: "compile_commands.json is a socket",
        open: GOOD,
        says: "",
        make: |at| UnixListener::bind(at.join("compile_commands.json")).map(drop),
    },
    Case {
        name: "compile_commands.json is a sparse terabyte",
        open: GOOD,
        says: "compile_commands.json",
        make: |at| File::create(at.join("compile_commands.json"))?.set_len(1 << 40),
    },
    Case {
        name: ".gitignore is /dev/zero",
        open: "a.py",
        says: ".gitignore",
        make: |at| {
            module(at)?;
            symlink(ZERO, at.join(".gitignore"))
        },
    },
    Case {
        name: ".gitignore is a pipe",
        open: "a.py",
        says: ".gitignore",
        make: |at| {
            module(at)?;
            pipe(&at.join(".gitignore"))
        },
    },
    Case {
        name: ".gitignore is a folder",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            fs::create_dir(at.join(".gitignore"))
        },
    },
    Case {
        name: ".ignore is /dev/zero",
        open: "a.py",
        says: ".ignore",
        make: |at| {
            module(at)?;
            symlink(ZERO, at.join(".ignore"))
        },
    },
    Case {
        name: ".git/info/exclude is /dev/zero",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            fs::create_dir_all(at.join(".git/info"))?;
            symlink(ZERO, at.join(".git/info/exclude"))
        },
    },
    Case {
        name: "a .gitignore below is a pipe",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            fs::create_dir(at.join("sub"))?;
            fs::write(at.join("sub/b.py"), "import a\n")?;
            pipe(&at.join("sub/.gitignore"))
        },
    },
    Case {
        name: "a program beside a header is /dev/zero",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            symlink(ZERO, at.join("z.cu"))
        },
    },
    Case {
        name: "a program beside a header is a pipe",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            pipe(&at.join("z.cu"))
        },
    },
    Case {
        name: "a program beside a header is a folder",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            fs::create_dir(at.join("z.cu"))
        },
    },
    Case {
        name: "a program beside a header is a sparse terabyte",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            File::create(at.join("z.cu"))?.set_len(1 << 40)
        },
    },
    Case {
        name: "programs beside a header are files of /proc",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            symlink("/proc/kmsg", at.join("a.cu"))?;
            symlink("/proc/self/mem", at.join("b.cu"))?;
            symlink("/proc/self/pagemap", at.join("c.cu"))?;
            symlink("/sys/kernel/debug/tracing/trace_pipe", at.join("d.cu"))
        },
    },
    Case {
        name: "an included header is /dev/zero",
        open: "m.cu",
        says: "",
        make: |at| {
            program(at, "#include \"z.h\"\n")?;
            symlink(ZERO, at.join("z.h"))
        },
    },
    Case {
        name: "an included header is a pipe",
        open: "m.cu",
        says: "",
        make: |at| {
            program(at, "#include \"z.h\"\n")?;
            pipe(&at.join("z.h"))
        },
    },
    Case {
        name: "an included header is the terminal",
        open: "m.cu",
        says: "",
        make: |at| {
            program(at, "#include \"z.h\"\n")?;
            symlink("/dev/tty", at.join("z.h"))
        },
    },
    Case {
        name: "an imported module is a pipe",
        open: "b.py",
        says: "",
        make: |at| {
            python(at, "b.py", "from a import f\n")?;
            pipe(&at.join("a.py"))
        },
    },
    Case {
        name: "__init__.py is a pipe",
        open: "b.py",
        says: "",
        make: |at| {
            python(at, "b.py", "from . import c\n")?;
            pipe(&at.join("__init__.py"))
        },
    },
    Case {
        name: "the opened document is a pipe on disk",
        open: "z.cu",
        says: "",
        make: |at| pipe(&at.join("z.cu")),
    },
    Case {
        name: "links that lead to themselves",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            symlink("z.cu", at.join("z.cu"))?;
            symlink("b", at.join("a"))?;
            symlink("a", at.join("b"))?;
            symlink(".", at.join("here"))?;
            symlink("/", at.join("root"))
        },
    },
    Case {
        name: "a file and a folder without rights",
        open: "k.h",
        says: "",
        make: |at| {
            header(at)?;
            fs::write(at.join("z.cu"), "#include \"k.h\"\n")?;
            fs::set_permissions(at.join("z.cu"), fs::Permissions::from_mode(0o000))?;
            fs::create_dir(at.join("sub"))?;
            fs::set_permissions(at.join("sub"), fs::Permissions::from_mode(0o000))
        },
    },
    Case {
        name: "names with ESC, line ends, bidi and bytes of no text",
        open: GOOD,
        says: "",
        make: |at| {
            let wrong = "// cute: let A = (4\n";
            for name in
                [&b"a\x1b[2J.cu"[..], b"b\n::error::x.cu", b"c\r.cu", b"d\xff\xfe.cu", b"e\xc2\x9b31m.cu"]
            {
                fs::write(at.join(OsStr::from_bytes(name)), wrong)?;
            }
            fs::write(at.join("f\u{202e}uc.cu"), wrong)?;
            pipe(&at.join("g\u{1b}]0;x\u{7}.cu"))
        },
    },
];

fn pipe(path: &Path) -> io::Result<()> {
    let status = Command::new("mkfifo").arg(path).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("mkfifo failed")) }
}

fn module(at: &Path) -> io::Result<()> {
    python(at, "a.py", "def f(n): return cute.make_layout(n)\n")?;
    python(at, "user.py", "from a import f\nx = f(4)\n")
}

fn python(at: &Path, name: &str, text: &str) -> io::Result<()> {
    fs::write(at.join(name), format!("import cutlass.cute as cute\n{text}"))
}

fn header(at: &Path) -> io::Result<()> {
    fs::write(at.join("k.h"), HEADER)
}

fn program(at: &Path, includes: &str) -> io::Result<()> {
    fs::write(at.join("m.cu"), format!("{includes}{HEADER}int main() {{ f<4>(); }}\n"))
}
