//! Too many, too large, too deep.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::Path,
};

use super::{Case, GOOD};

const KERNEL: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

pub(super) const CASES: &[Case] = &[
    Case {
        name: "300,000 ignore patterns",
        open: "a.py",
        says: ".gitignore",
        make: |at| {
            module(at)?;
            lines(&at.join(".gitignore"), 300_000, |n| format!("**/a{n}*b{n}/[c-d]?{n}*.x"))
        },
    },
    Case {
        name: "300,000 names to ignore",
        open: "a.py",
        says: ".gitignore",
        make: |at| {
            module(at)?;
            lines(&at.join(".gitignore"), 300_000, |n| format!("/a{n}.py"))
        },
    },
    Case {
        name: "an ignore pattern of 1 MB",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            fs::write(at.join(".gitignore"), "*a?".repeat(350_000))
        },
    },
    Case {
        name: "1,000 folders with 300 ignore patterns each",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            (0..1000).try_for_each(|folder| {
                let folder = at.join(format!("d{folder}"));
                fs::create_dir(&folder)?;
                fs::write(folder.join("b.py"), "import a\n")?;
                lines(&folder.join(".gitignore"), 300, |n| format!("x{n}*y?{n}"))
            })
        },
    },
    Case {
        name: "compile_commands.json of 35 MB",
        open: GOOD,
        says: "",
        make: |at| {
            commands(at, 100_000, |n| {
                let include = |m: usize| format!("-I/inc/{n}/{m}/some/where ");
                (0..12).map(include).collect::<String>()
            })
        },
    },
    Case {
        name: "compile_commands.json of 35 MB of flags",
        open: GOOD,
        says: "",
        make: |at| commands(at, 1, |_| "-Ia ".repeat(9_000_000)),
    },
    Case {
        name: "compile_commands.json of 35 MB of brackets",
        open: GOOD,
        says: "",
        make: |at| fs::write(at.join("compile_commands.json"), "[".repeat(35 << 20)),
    },
    Case {
        name: "compile_commands.json of 35 MB of unknown fields",
        open: GOOD,
        says: "",
        make: |at| {
            let fields: String = (0..1_700_000).map(|n| format!("\"a{n}\":[{n}],")).collect();
            fs::write(
                at.join("compile_commands.json"),
                format!("[{{{fields}\"directory\":\"/\",\"command\":\"-Ia\"}}]"),
            )
        },
    },
    Case {
        name: "16 included headers of 0.9 MB",
        open: "m.cu",
        says: "",
        make: |at| headers(at, 16, 900_000),
    },
    Case {
        name: "64 included headers of 1 MB",
        open: "m.cu",
        says: "",
        make: |at| headers(at, 64, 1_000_000),
    },
    Case {
        name: "a header of 64 programs with 0.9 MB each",
        open: "k.h",
        says: "",
        make: |at| {
            fs::write(at.join("k.h"), format!("{KERNEL}inline void f() {{}}\n"))?;
            (0..64).try_for_each(|n| big(&at.join(format!("p{n}.cu")), "#include \"k.h\"\n", 900_000))
        },
    },
    Case {
        name: "a module that 40 files of 0.9 MB import",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            (0..40).try_for_each(|n| {
                let line = format!("x{n} = cute.make_layout((4, 8))\n");
                fs::write(
                    at.join(format!("u{n}.py")),
                    "import a\n".to_owned() + &line.repeat(900_000 / line.len()),
                )
            })
        },
    },
    Case {
        name: "100,000 includes",
        open: "m.cu",
        says: "",
        make: |at| {
            fs::write(at.join("x.h"), "#include \"x.h\"\n#include \"m.cu\"\n")?;
            lines(&at.join("m.cu"), 100_000, |n| {
                if n == 0 { KERNEL.to_owned() } else { format!("#include \"x{n}.h\"") }
            })
        },
    },
    Case {
        name: "headers that include each other",
        open: "m.cu",
        says: "",
        make: |at| {
            let all: String = (0..60).map(|n| format!("#include \"h{n}.h\"\n")).collect();
            (0..60).try_for_each(|n| fs::write(at.join(format!("h{n}.h")), &all))?;
            fs::write(at.join("m.cu"), format!("{all}{KERNEL}"))
        },
    },
    Case {
        name: "1,400 headers that include each other in a row",
        open: "h1399.h",
        says: "",
        make: |at| {
            (0..1400).try_for_each(|n| {
                fs::write(at.join(format!("h{n}.h")), format!("#include \"h{}.h\"\n{KERNEL}", n + 1))
            })?;
            fs::write(at.join("m.cu"), "#include \"h0.h\"\n")
        },
    },
    Case {
        name: "1,000 modules that import each other",
        open: "m0.py",
        says: "",
        make: |at| {
            (0..1000).try_for_each(|n| {
            let (next, last) = ((n + 1) % 1000, (n + 999) % 1000);
            fs::write(at.join(format!("m{n}.py")), format!("import cutlass.cute as cute\nfrom m{next} import *\nfrom m{last} import x{last}\nx{n} = x{last}\n"))
        })
        },
    },
    Case {
        name: "100,000 files in a folder",
        open: "k.h",
        says: "",
        make: |at| {
            fs::write(at.join("k.h"), KERNEL)?;
            (0..100_000).try_for_each(|n| {
                File::create(at.join(format!("f{n}.{}", ["txt", "cu", "py", "o"][n % 4]))).map(drop)
            })
        },
    },
    Case {
        name: "20,000 folders",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            (0..20_000).try_for_each(|n| fs::create_dir_all(at.join(format!("d{}/e{n}", n % 100))))
        },
    },
    Case {
        name: "folders 300 deep",
        open: "a.py",
        says: "",
        make: |at| {
            module(at)?;
            fs::create_dir_all((0..300).fold(at.to_owned(), |path, _| path.join("deep")))
        },
    },
    Case {
        name: "a document of 5 MB",
        open: "m.cu",
        says: "files above",
        make: |at| big(&at.join("m.cu"), KERNEL, 5 << 20),
    },
    Case {
        name: "a document of 4 MB in one line",
        open: "m.cu",
        says: "",
        make: |at| {
            fs::write(
                at.join("m.cu"),
                format!("{KERNEL}int x = 1{};", " + 1".repeat(1 << 20)).get(..4 << 20).unwrap_or_default(),
            )
        },
    },
    Case {
        name: "a comment of 4 MB",
        open: "m.cu",
        says: "",
        make: |at| fs::write(at.join("m.cu"), format!("{KERNEL}/* cute: {} */", "(4,8) ".repeat(690_000))),
    },
    Case {
        name: "a million comments",
        open: "m.cu",
        says: "",
        make: |at| fs::write(at.join("m.cu"), "//x\n".repeat(1_000_000)),
    },
    Case {
        name: "100,000 statements",
        open: "m.cu",
        says: "",
        make: |at| lines(&at.join("m.cu"), 100_000, |n| format!("// cute: let A{n} = ({n},8)")),
    },
    Case {
        name: "100,000 statements that use the last",
        open: "m.cu",
        says: "",
        make: |at| {
            lines(&at.join("m.cu"), 100_000, |n| match n {
                0 => "// cute: let A0 = (4,8)".to_owned(),
                n => format!("// cute: let A{n} = A{}", n - 1),
            })
        },
    },
    Case {
        name: "100,000 wrong statements",
        open: "m.cu",
        says: "",
        make: |at| lines(&at.join("m.cu"), 100_000, |_| "// cute: let = (4,".to_owned()),
    },
    Case {
        name: "100,000 comments that claim layouts",
        open: "m.cu",
        says: "",
        make: |at| lines(&at.join("m.cu"), 100_000, |n| format!("auto a{n} = 1; // (4,8):(8,1)")),
    },
    Case {
        name: "UTF-16, zeros and bytes of no text",
        open: "m.cu",
        says: "",
        make: |at| {
            let wide: Vec<u8> = KERNEL.repeat(1000).encode_utf16().flat_map(u16::to_le_bytes).collect();
            fs::write(at.join("w.cu"), [&[0xff, 0xfe][..], &wide].concat())?;
            fs::write(at.join("z.cu"), vec![0; 3 << 20])?;
            fs::write(at.join("b.cu"), vec![0xff; 3 << 20])?;
            fs::write(
                at.join("m.cu"),
                format!(
                    "{KERNEL}#include \"w.cu\"\n#include \"z.cu\"\n#include \"b.cu\"\n{}",
                    "\0x\u{1b}[31m".repeat(100)
                ),
            )
        },
    },
];

fn lines(path: &Path, count: usize, line: impl Fn(usize) -> String) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    (0..count).try_for_each(|n| writeln!(file, "{}", line(n)))?;
    file.flush()
}

fn module(at: &Path) -> io::Result<()> {
    fs::write(at.join("a.py"), "import cutlass.cute as cute\ndef f(n): return cute.make_layout(n)\n")?;
    fs::write(at.join("user.py"), "import cutlass.cute as cute\nfrom a import f\nx = f(4)\n")
}

fn commands(at: &Path, entries: usize, command: impl Fn(usize) -> String) -> io::Result<()> {
    let entry =
        |n| format!("{{\"directory\":\"/b\",\"file\":\"{n}.cu\",\"command\":\"nvcc {}{n}.cu\"}}", command(n));
    let mut file = BufWriter::new(File::create(at.join("compile_commands.json"))?);
    write!(file, "[{}", entry(0))?;
    (1..entries).try_for_each(|n| writeln!(file, ",{}", entry(n)))?;
    write!(file, "]")?;
    file.flush()
}

fn big(path: &Path, first: &str, bytes: usize) -> io::Result<()> {
    let function = "template <int A> int f(int a) { int b = a * 3; return b + A; }\n";
    fs::write(path, first.to_owned() + &function.repeat(bytes / function.len()))
}

fn headers(at: &Path, count: usize, bytes: usize) -> io::Result<()> {
    (0..count).try_for_each(|n| big(&at.join(format!("h{n}.h")), "#pragma once\n", bytes))?;
    let includes: String = (0..count).map(|n| format!("#include \"h{n}.h\"\n")).collect();
    fs::write(
        at.join("m.cu"),
        format!("{includes}{KERNEL}void g() {{ auto a = make_layout(Int<4>{{}}); }}\n"),
    )
}
