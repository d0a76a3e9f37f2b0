//! Names around a document that are not what they say: it is answered, and what is not read is said.
#![cfg(unix)]

use std::{fs, os::unix::fs::symlink, path::Path};

use serde_json::{Value, json};

use crate::client::Client;

const MAIN: &str = "#include <cute/tensor.hpp>\n#include \"zero.h\"\n#include \"long.h\"\nvoid f() {\n  auto a = \
                    cute::make_layout(cute::make_shape(cute::Int<4>{}, cute::Int<8>{}));\n}\n";

/// The hints of a document in the folder, and what the server told about files.
fn hints_and_remarks(root: &Path, file: &str, language: &str, text: &str) -> (String, String) {
    let mut client = Client::start_in(root, json!({}), Value::Null);
    let uri = format!("file://{}", root.join(file).display());
    client.open(&uri, language, text);
    let hints = client.hints(&uri).to_string();
    let message = client.hear("window/showMessage");
    (hints, message["params"]["message"].to_string())
}

#[test]
fn devices_in_the_place_of_build_files_and_headers_are_not_opened_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    for name in ["compile_commands.json", "zero.h", "zero.cu"] {
        symlink("/dev/zero", root.join(name)).expect("a link");
    }
    fs::File::create(root.join("long.h")).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let (hints, said) = hints_and_remarks(&root, "main.cu", "cuda-cpp", MAIN);
    assert!(hints.contains("(4,8):(1,4)"), "{hints}");
    for name in
        ["compile_commands.json: not a regular file but a device", "zero.h: not a regular", "long.h: "]
    {
        assert!(said.contains(name), "{name}: {said}");
    }
}

#[test]
fn a_device_in_the_place_of_an_ignore_file_is_not_opened_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    symlink("/dev/zero", root.join(".gitignore")).expect("a link");
    let text = "import cutlass.cute as cute\ndef made(m):\n    tile = cute.make_layout((m, 8))\n";
    fs::write(root.join("kernel.py"), text).expect("a file");
    fs::write(root.join("user.py"), "from kernel import made\nmade(24)\n").expect("a file");
    let (hints, said) = hints_and_remarks(&root, "kernel.py", "python", text);
    assert!(hints.contains("(24,8):(1,24)"), "{hints}");
    assert!(said.contains(".gitignore: not a regular file but a device"), "{said}");
}

#[test]
fn headers_beyond_the_limit_are_left_out_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let line = "// nothing but a long text that is read with others, and so is counted with them all\n";
    for number in 0..5 {
        let name = root.join(format!("h{number}.h"));
        fs::write(name, line.repeat(900_000 / line.len())).expect("a file");
    }
    let includes: String = (0..5).map(|number| format!("#include \"h{number}.h\"\n")).collect();
    let (hints, said) = hints_and_remarks(&root, "main.cu", "cuda-cpp", &(includes + MAIN));
    assert!(hints.contains("(4,8):(1,4)"), "{hints}");
    assert!(said.contains("h2.h: not read") && !said.contains("h1.h"), "{said}");
}
