//! What is shown of a document when other files change: in other tabs, on disk, in the editor's list of folders.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, document};

/// A folder of the user's, and a server that has it open.
struct Project {
    _folder: TempDir,
    root: PathBuf,
    client: Client,
}

const MAIN: &str = "#include <cute/tensor.hpp>\n#include \"tile.h\"\nvoid f() {\n  auto a = \
                    cute::make_layout(cute::make_shape(cute::Int<4>{}, cute::Int<kTile>{}));\n}\n";
const KERNEL: &str = "import cutlass.cute as cute\nfrom .sizes import TILE\n@cute.jit\ndef made():\n    tile = \
                      cute.make_layout((4, TILE))\nmade()\n";

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, json!({}))
    }

    fn with(files: &[(&str, &str)], capabilities: Value) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for (file, text) in files {
            write(&root, file, text);
        }
        let client = Client::start_in(&root, capabilities, Value::Null);
        Self { _folder: folder, root, client }
    }

    fn write(&self, file: &str, text: &str) {
        write(&self.root, file, text);
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.root.join(file).display())
    }

    /// Opens a file as it is on disk.
    fn open(&mut self, file: &str) {
        let text = fs::read_to_string(self.root.join(file)).expect("a file");
        self.open_with(file, &text);
    }

    fn open_with(&mut self, file: &str, text: &str) {
        let language = if Path::new(file).extension().is_some_and(|extension| extension == "py") {
            "python"
        } else {
            "cuda-cpp"
        };
        let uri = self.uri(file);
        self.client.open(&uri, language, text);
    }

    /// The hints of an open file, in one line.
    fn hints(&mut self, file: &str) -> String {
        let uri = self.uri(file);
        self.client.hints(&uri).to_string()
    }

    #[track_caller]
    fn shows(&mut self, file: &str, layout: &str) {
        let hints = self.hints(file);
        assert!(hints.contains(layout), "{layout}: {hints}");
    }

    #[track_caller]
    fn shows_no(&mut self, file: &str, layout: &str) {
        let hints = self.hints(file);
        assert!(!hints.contains(layout), "{layout}: {hints}");
    }
}

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn tile(size: u32) -> String {
    format!("#pragma once\nconstexpr int kTile = {size};\n")
}

/// `(4,SIZE):(1,4)`.
fn layout(size: u32) -> String {
    format!("(4,{size}):(1,4)")
}

#[test]
fn a_header_that_is_edited_in_another_tab_is_read_as_it_stands_there() {
    let mut project = Project::new(&[("main.cu", MAIN), ("tile.h", &tile(8))]);
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    project.open("tile.h");
    project.shows("main.cu", &layout(8));
    let header = project.uri("tile.h");
    project.client.change(&header, 2, (1, 22, 1, 23), "32");
    project.shows("main.cu", &layout(32));
    // What is not saved is gone with its tab.
    project.client.notify("textDocument/didClose", document(&header));
    project.shows("main.cu", &layout(8));
}

#[test]
fn a_header_that_was_never_saved_is_included() {
    let mut project = Project::new(&[("main.cu", MAIN)]);
    project.open("main.cu");
    project.shows_no("main.cu", &layout(8));
    project.open_with("tile.h", &tile(8));
    project.shows("main.cu", &layout(8));
}

#[test]
fn a_header_whose_edits_are_lost_counts_as_unknown() {
    let mut project = Project::new(&[("main.cu", MAIN), ("tile.h", &tile(8))]);
    project.open("main.cu");
    project.open("tile.h");
    project.shows("main.cu", &layout(8));
    let header = project.uri("tile.h");
    project.client.change(&header, 2, (70, 0, 70, 0), "x");
    project.shows_no("main.cu", &layout(8));
    let whole =
        json!({"textDocument": {"uri": header, "version": 3}, "contentChanges": [{"text": tile(16)}]});
    project.client.notify("textDocument/didChange", whole);
    project.shows("main.cu", &layout(16));
}

#[test]
fn a_header_that_was_too_long_is_read_once_it_is_short() {
    let long = format!("{}//{}\n", tile(8), " ".repeat(1 << 20));
    let mut project = Project::new(&[("main.cu", MAIN), ("tile.h", &long)]);
    project.open("main.cu");
    project.shows_no("main.cu", &layout(8));
    project.write("tile.h", &tile(9));
    project.shows("main.cu", &layout(9));
}

#[test]
fn a_header_that_changes_on_disk_is_read_again() {
    let mut project = Project::new(&[("main.cu", MAIN), ("tile.h", &tile(8))]);
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    project.write("tile.h", &tile(9));
    project.shows("main.cu", &layout(9));
    fs::remove_file(project.root.join("tile.h")).expect("a header");
    project.shows_no("main.cu", &layout(9));
    project.write("include/tile.h", &tile(16));
    project.shows("main.cu", &layout(16));
}

#[test]
fn a_header_that_is_as_long_and_as_old_as_before_is_read_again() {
    let mut project = Project::new(&[("main.cu", MAIN), ("tile.h", &tile(8))]);
    let path = project.root.join("tile.h");
    let time = || fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    let before = time();
    project.write("tile.h", &tile(9));
    let file = fs::File::options().write(true).open(&path).expect("the header");
    file.set_modified(before).expect("a time");
    assert_eq!(time(), before);
    project.shows("main.cu", &layout(9));
}

#[cfg(unix)]
#[test]
fn a_link_that_means_another_header_is_followed_there() {
    use std::os::unix::fs::symlink;
    let mut project =
        Project::new(&[("main.cu", MAIN), ("one/tile.h", &tile(8)), ("other/tile.h", &tile(9))]);
    let (link, root) = (project.root.join("include"), project.root.clone());
    symlink(root.join("one"), &link).expect("a link");
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    fs::remove_file(&link).expect("a link");
    symlink(root.join("other"), &link).expect("a link");
    project.shows("main.cu", &layout(9));
    // An open document is its file by whatever path.
    project.open("other/tile.h");
    let header = project.uri("other/tile.h");
    project.client.change(&header, 2, (1, 22, 1, 23), "64");
    project.shows("main.cu", &layout(64));
}

#[test]
fn a_folder_that_is_renamed_takes_its_headers_along() {
    let mut project = Project::new(&[("main.cu", MAIN), ("include/tile.h", &tile(8))]);
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    fs::rename(project.root.join("include"), project.root.join("old")).expect("a folder");
    project.shows_no("main.cu", &layout(8));
    fs::rename(project.root.join("old"), project.root.join("include")).expect("a folder");
    project.shows("main.cu", &layout(8));
}

#[test]
fn a_package_is_one_as_long_as_it_has_its_file() {
    // A single name is found from the folder around the package, and from nowhere else.
    let kernel = KERNEL.replace("from .sizes", "from sizes");
    let project = [("src/pack/kernel.py", kernel.as_str()), ("src/sizes.py", "TILE = 8\n")];
    let mut project = Project::new(&project);
    project.open("src/pack/kernel.py");
    project.shows_no("src/pack/kernel.py", &layout(8));
    project.write("src/pack/__init__.py", "");
    project.shows("src/pack/kernel.py", &layout(8));
    fs::remove_file(project.root.join("src/pack/__init__.py")).expect("a file");
    project.shows_no("src/pack/kernel.py", &layout(8));
}

#[test]
fn a_module_that_is_edited_in_another_tab_is_read_as_it_stands_there() {
    let files = [("pack/__init__.py", ""), ("pack/kernel.py", KERNEL), ("pack/sizes.py", "TILE = 8\n")];
    let mut project = Project::new(&files);
    project.open("pack/kernel.py");
    project.shows("pack/kernel.py", &layout(8));
    project.open("pack/sizes.py");
    let sizes = project.uri("pack/sizes.py");
    project.client.change(&sizes, 2, (0, 7, 0, 8), "32");
    project.shows("pack/kernel.py", &layout(32));
}

#[test]
fn an_importer_that_is_edited_in_another_tab_or_ignored_is_seen() {
    let kernel = "import cutlass.cute as cute\ndef made(m, n):\n    tile = cute.make_layout((m, n))\n";
    let user = "from .kernel import made\ndef run():\n    made(24, 8)\n";
    let files = [("pack/__init__.py", ""), ("pack/kernel.py", kernel), ("pack/user.py", user)];
    let mut project = Project::new(&files);
    project.open("pack/kernel.py");
    project.shows("pack/kernel.py", "(24,8):(1,24)");
    project.open("pack/user.py");
    let uri = project.uri("pack/user.py");
    project.client.change(&uri, 2, (2, 9, 2, 11), "3");
    project.shows("pack/kernel.py", "(3,8):(1,3)");
    project.client.notify("textDocument/didClose", document(&uri));
    project.shows("pack/kernel.py", "(24,8):(1,24)");
    project.write(".gitignore", "user.py\n");
    project.shows_no("pack/kernel.py", "(24,8):(1,24)");
}

#[test]
fn a_program_of_a_header_that_is_edited_in_another_tab_is_seen() {
    let header = "#include <cute/tensor.hpp>\ntemplate <int N> void f() {\n  auto a = \
                  cute::make_layout(cute::make_shape(cute::Int<4>{}, cute::Int<N>{}));\n}\n";
    let program = "#include \"f.h\"\nint main() { f<8>(); }\n";
    let mut project = Project::new(&[("f.h", header), ("main.cu", program)]);
    project.open("f.h");
    project.shows("f.h", &layout(8));
    project.open("main.cu");
    let uri = project.uri("main.cu");
    project.client.change(&uri, 2, (1, 15, 1, 16), "16");
    project.shows("f.h", &layout(16));
}

#[test]
fn include_folders_of_a_build_that_comes_later_are_seen() {
    let mut project =
        Project::new(&[("main.cu", MAIN), ("far/a/tile.h", &tile(8)), ("far/b/tile.h", &tile(9))]);
    project.open("main.cu");
    project.shows_no("main.cu", &layout(8));
    for (folder, size) in [("far/a", 8), ("far/b", 9)] {
        let entry = json!([{"directory": project.root, "command": format!("nvcc -I{folder} main.cu")}]);
        project.write("compile_commands.json", &entry.to_string());
        project.shows("main.cu", &layout(size));
    }
    fs::remove_file(project.root.join("compile_commands.json")).expect("a file");
    project.shows_no("main.cu", &layout(9));
}

#[test]
fn folders_that_are_opened_and_closed_later_count() {
    let mut project = Project::new(&[("app/main.cu", MAIN)]);
    let other = tempfile::tempdir().expect("a folder");
    write(other.path(), "include/tile.h", &tile(8));
    project.open("app/main.cu");
    project.shows_no("app/main.cu", &layout(8));
    let folder = json!([{"uri": format!("file://{}", other.path().display()), "name": "other"}]);
    let change = |added: &Value, removed: &Value| json!({"event": {"added": added, "removed": removed}});
    project.client.notify("workspace/didChangeWorkspaceFolders", change(&folder, &json!([])));
    project.shows("app/main.cu", &layout(8));
    project.client.notify("workspace/didChangeWorkspaceFolders", change(&json!([]), &folder));
    project.shows_no("app/main.cu", &layout(8));
}

/// What a client that can do all is asked for.
fn watching() -> Value {
    json!({"workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": true},
        "inlayHint": {"refreshSupport": true},
        "codeLens": {"refreshSupport": true},
    }})
}

#[test]
fn files_are_watched_and_what_they_change_is_shown_anew() {
    let mut project = Project::with(&[("main.cu", MAIN), ("tile.h", &tile(8))], watching());
    let registered = project.client.hear("client/registerCapability");
    let options = &registered["params"]["registrations"][0];
    assert_eq!(options["method"], "workspace/didChangeWatchedFiles");
    let watched = options["registerOptions"]["watchers"].to_string();
    for name in ["cuh", "py", "compile_commands.json", ".gitignore"] {
        assert!(watched.contains(name), "{name}: {watched}");
    }
    project.client.reply(&registered, Value::Null);
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    project.write("tile.h", &tile(9));
    let changes = json!([{"uri": project.uri("tile.h"), "type": 2}]);
    project.client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    let refresh = project.client.hear("workspace/inlayHint/refresh");
    project.client.reply(&refresh, Value::Null);
    project.shows("main.cu", &layout(9));
    project.client.hear("workspace/codeLens/refresh");
}

#[test]
fn without_a_watcher_changed_files_are_found_all_the_same() {
    let asked = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
    let mut project = Project::with(&[("main.cu", MAIN), ("tile.h", &tile(8))], asked);
    project.open("main.cu");
    project.shows("main.cu", &layout(8));
    project.write("tile.h", &tile(9));
    project.client.hear("workspace/inlayHint/refresh");
    project.shows("main.cu", &layout(9));
}

#[test]
fn an_edit_of_a_header_publishes_what_it_changes_in_others() {
    let main = "#include <cute/tensor.hpp>\n#include \"tile.h\"\nvoid f() {\n  auto a = \
                cute::make_layout(cute::Int<kTile>{});\n  auto b = cute::zipped_divide(a, cute::Int<4>{});\n  \
                static_assert(cute::size(a) == 8);\n}\n";
    let mut project = Project::with(&[("main.cu", main), ("tile.h", &tile(8))], watching());
    project.open("main.cu");
    let published = |project: &mut Project, file: &str| {
        let uri = project.uri(file);
        let what = format!("findings of {file}");
        project.client.wait(&what, |message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        })["params"]["diagnostics"]
            .take()
    };
    let before = published(&mut project, "main.cu");
    assert_eq!(before, json!([]));
    project.shows("main.cu", "8:1");
    project.open("tile.h");
    let header = project.uri("tile.h");
    project.client.change(&header, 2, (1, 22, 1, 23), "6");
    project.client.hear("workspace/inlayHint/refresh");
    published(&mut project, "main.cu");
    project.shows("main.cu", "6:1");
}

/// A character that is typed in front of `4` in a file's code and taken back; `between` happens in between.
fn taken_back(files: &[(&str, &str)], between: impl FnOnce(&mut Project)) -> Project {
    let mut project = Project::new(files);
    let (file, text) = files[0];
    let lines = text.lines().enumerate();
    let mut found = lines.filter_map(|(line, text)| Some((line, text.find('4')?)));
    let (line, column) = found.next().expect("a number");
    let (line, column) = (u32::try_from(line).expect("a line"), u32::try_from(column).expect("a column"));
    project.open(file);
    let uri = project.uri(file);
    project.shows(file, &layout(8));
    project.client.change(&uri, 2, (line, column, line, column), "1");
    project.shows(file, "(14,8):(1,14)");
    between(&mut project);
    project.client.change(&uri, 3, (line, column, line, column + 1), "");
    project
}

#[test]
fn an_edit_that_is_taken_back_sees_what_other_files_are_by_then() {
    let type_in =
        |project: &mut Project, file: &str, version: i32, range: (u32, u32, u32, u32), text: &str| {
            let uri = project.uri(file);
            project.client.change(&uri, version, range, text);
        };
    let main = [("main.cu", MAIN), ("tile.h", &*tile(8))];
    taken_back(&main, |project| project.write("tile.h", &tile(64))).shows("main.cu", &layout(64));
    let in_tab = |project: &mut Project| {
        project.open("tile.h");
        type_in(project, "tile.h", 2, (1, 22, 1, 23), "32");
    };
    taken_back(&main, in_tab).shows("main.cu", &layout(32));
    let asked_between = |project: &mut Project| {
        in_tab(project);
        project.shows("main.cu", "(14,32):(1,14)");
        type_in(project, "tile.h", 3, (1, 22, 1, 24), "16");
    };
    taken_back(&main, asked_between).shows("main.cu", &layout(16));

    let modules = [("pack/kernel.py", KERNEL), ("pack/__init__.py", ""), ("pack/sizes.py", "TILE = 8\n")];
    taken_back(&modules, |project| project.write("pack/sizes.py", "TILE = 64\n"))
        .shows("pack/kernel.py", &layout(64));

    let header = "#include <cute/tensor.hpp>\ntemplate <int N> void f() {\n  auto a = \
                  cute::make_layout(cute::make_shape(cute::Int<4>{}, cute::Int<N>{}));\n}\n";
    let program = |size: u32| format!("#include \"f.h\"\nint main() {{ f<{size}>(); }}\n");
    let program_of_header = [("f.h", header), ("main.cu", &*program(8))];
    taken_back(&program_of_header, |project| project.write("main.cu", &program(64)))
        .shows("f.h", &layout(64));
    taken_back(&program_of_header, |project| project.write("other.cu", &program(64))).shows("f.h", "×2");
    let in_tab = |project: &mut Project| {
        project.open("main.cu");
        type_in(project, "main.cu", 2, (1, 15, 1, 16), "32");
    };
    taken_back(&program_of_header, in_tab).shows("f.h", &layout(32));
}
