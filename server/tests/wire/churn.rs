//! Files under churn: edits, saves, checkouts, deletes, links and folders of a workspace of ten files in three languages.
//! After every step a server that saw all of it shows what one shows that sees only what is there now.
//!
//! `LAYOUTLENS_CHURN_STEPS` and `LAYOUTLENS_CHURN_SEED` make the long run of it; it prints what it did.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, document, without_versions};
use crate::random::Random;

/// How many steps the short run has.
const STEPS: usize = 400;

/// The workspace. `8` stands for a number that churns.
const FILES: [(&str, &str); 10] = [
    ("tile.h", "#pragma once\nconstexpr int kTile = 8;\n"),
    ("inc/shape.h", "#pragma once\n#include \"../tile.h\"\nconstexpr int kRows = 8 * kTile;\n"),
    (
        "inc/kernel.h",
        "#include <cute/tensor.hpp>\n#include \"shape.h\"\ntemplate <int N> void kernel() {\n  auto a = \
         cute::make_layout(cute::make_shape(cute::Int<kTile>{}, cute::Int<N>{}));\n}\n",
    ),
    (
        "main.cu",
        "#include <cute/tensor.hpp>\n#include \"tile.h\"\n#include \"inc/kernel.h\"\nint main() {\n  auto a = \
         cute::make_layout(cute::make_shape(cute::Int<8>{}, cute::Int<kTile>{}));\n  kernel<8>();\n}\n\
         // cute: show (4,8):(1,4)\n",
    ),
    (
        "other.cu",
        "#include <cute/tensor.hpp>\n#include <shape.h>\nvoid f() {\n  auto b = \
         cute::make_layout(cute::Int<kRows>{}); // 8:1\n}\n",
    ),
    ("pack/__init__.py", ""),
    ("pack/sizes.py", "TILE = 8\n"),
    (
        "pack/kernel.py",
        "import cutlass.cute as cute\nfrom .sizes import TILE\ndef made(m):\n    tile = \
         cute.make_layout((m, TILE))\n",
    ),
    (
        "user.py",
        "import cutlass.cute as cute\nfrom pack.kernel import made\nfrom pack import sizes\n@cute.jit\ndef \
         run():\n    made(8)\n    x = cute.make_layout((sizes.TILE, 8))\nrun()\n",
    ),
    ("lib.rs", "// cute: let A = (4,8):(1,4)\n// cute: show coalesce(A)\nfn f() {}\n"),
];

/// What is written besides, now and then.
const OTHERS: [(&str, &str); 4] = [
    ("compile_commands.json", r#"[{"directory": "ROOT", "command": "nvcc -Iinc -I 8 main.cu"}]"#),
    (".gitignore", "user.py\n"),
    ("pack/.ignore", "kernel.py\n"),
    ("include/tile.h", "#pragma once\nconstexpr int kTile = 8;\n"),
];

/// What is typed.
const TYPED: [&str; 8] = ["8", "16", "\n", "// ", "𝔸", "(", "#include \"inc/shape.h\"\n", "import user\n"];

/// A workspace and a server that sees it change.
struct Churn {
    _folder: TempDir,
    root: PathBuf,
    /// Another folder that is open now and then.
    extra: PathBuf,
    is_extra_open: bool,
    random: Random,
    client: Client,
    /// The open documents.
    open: BTreeMap<&'static str, String>,
    version: i32,
    counts: BTreeMap<&'static str, usize>,
    history: Vec<String>,
}

impl Churn {
    fn new(seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().canonicalize().expect("a path");
        let (root, extra) = (top.join("root"), top.join("extra"));
        for (file, text) in FILES {
            put(&root.join(file), text);
        }
        put(&extra.join("include/shape.h"), "constexpr int kRows = 24;\n");
        let client = server(&[&root]);
        Self {
            _folder: folder,
            root,
            extra,
            is_extra_open: false,
            random: Random(seed | 1),
            client,
            open: BTreeMap::new(),
            version: 1,
            counts: BTreeMap::new(),
            history: Vec::new(),
        }
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.root.join(file).display())
    }

    fn note(&mut self, what: &'static str, detail: String) {
        *self.counts.entry(what).or_default() += 1;
        self.history.push(format!("{what} {detail}"));
    }

    fn file(&mut self) -> (&'static str, &'static str) {
        FILES[self.random.below(FILES.len())]
    }

    fn number(&mut self) -> String {
        (1 + self.random.below(64)).to_string()
    }

    /// A text with another number in place of each `8`.
    fn text(&mut self, template: &str) -> String {
        let number = self.number();
        template.replace('8', &number).replace("ROOT", &self.root.display().to_string())
    }

    /// One step of somebody's work.
    fn step(&mut self) {
        match self.random.below(20) {
            0..=7 => self.edit(),
            8..=9 => self.open(),
            10 => self.close(),
            11..=12 => self.save(),
            13..=14 => self.check_out(),
            15 => self.delete(),
            16 => self.link(),
            17 => self.rename(),
            18 => self.write_other(),
            _ => self.open_folder(),
        }
    }

    fn open(&mut self) {
        let (file, template) = self.file();
        if self.open.contains_key(file) {
            return;
        }
        let on_disk = fs::read_to_string(self.root.join(file));
        let text = on_disk.unwrap_or_else(|_| template.to_owned());
        let uri = self.uri(file);
        self.client.open(&uri, language(file), &text);
        self.note("open", file.to_owned());
        self.open.insert(file, text);
    }

    fn opened(&mut self) -> Option<&'static str> {
        let files: Vec<&'static str> = self.open.keys().copied().collect();
        files.get(self.random.below(files.len())).copied()
    }

    fn close(&mut self) {
        let Some(file) = self.opened() else { return };
        let uri = self.uri(file);
        self.client.notify("textDocument/didClose", document(&uri));
        self.open.remove(file);
        self.note("close", file.to_owned());
    }

    fn edit(&mut self) {
        let Some(file) = self.opened() else { return self.open() };
        let mut text = self.open.get(file).expect("an open file").clone();
        let template = FILES.iter().find(|(name, _)| *name == file).expect("a file").1;
        let (uri, version) = (self.uri(file), self.version + 1);
        self.version = version;
        if self.random.below(4) == 0 {
            text = self.text(template);
            let change =
                json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]});
            self.client.notify("textDocument/didChange", change);
        } else {
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let (range, typed) = match (self.random.below(3), digits.get(self.random.below(digits.len()))) {
                (0 | 1, Some(&at)) => (at..at + 1, self.random.below(10).to_string()),
                (0, None) | (_, _) => {
                    let at = self.random.below(text.len() + 1);
                    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                    (at..at, TYPED[self.random.below(TYPED.len())].to_owned())
                }
            };
            let (start, end) = (position(&text, range.start), position(&text, range.end));
            text.replace_range(range, &typed);
            self.client.change(&uri, version, (start.0, start.1, end.0, end.1), &typed);
        }
        self.note("edit", format!("{file}: {text:?}"));
        self.open.insert(file, text);
    }

    fn save(&mut self) {
        let Some(file) = self.opened() else { return };
        let text = self.open.get(file).expect("an open file").clone();
        put(&self.root.join(file), &text);
        let uri = self.uri(file);
        self.client.notify("textDocument/didSave", document(&uri));
        self.note("save", file.to_owned());
    }

    /// Some files change on disk; some of them look as old and as long as before.
    fn check_out(&mut self) {
        for _ in 0..=self.random.below(3) {
            let (file, template) = self.file();
            let (path, text) = (self.root.join(file), self.text(template));
            let before = fs::metadata(&path).and_then(|metadata| metadata.modified());
            put(&path, &text);
            if let (Ok(time), 0) = (before, self.random.below(2)) {
                let file = fs::File::options().write(true).open(&path).expect("a file");
                file.set_modified(time).expect("a time");
            }
            self.note("checkout", format!("{file}: {text:?}"));
        }
    }

    fn delete(&mut self) {
        let file = match self.random.below(3) {
            0 => OTHERS[self.random.below(OTHERS.len())].0,
            _ => self.file().0,
        };
        // What is not there is not deleted.
        if fs::remove_file(self.root.join(file)).is_ok() {
            self.note("delete", file.to_owned());
        }
    }

    #[cfg(unix)]
    fn link(&mut self) {
        let (file, _) = self.file();
        let (target, _) = self.file();
        let path = self.root.join(file);
        if file == target || Path::new(file).extension() != Path::new(target).extension() {
            return;
        }
        let _ = fs::remove_file(&path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        if std::os::unix::fs::symlink(self.root.join(target), &path).is_ok() {
            self.note("link", format!("{file} -> {target}"));
        }
    }

    #[cfg(not(unix))]
    fn link(&mut self) {}

    fn rename(&mut self) {
        let (from, to) =
            [("inc", "away"), ("away", "inc"), ("pack", "gone"), ("gone", "pack"), ("inc", "include")]
                [self.random.below(5)];
        if self.root.join(from).is_dir() {
            let _ = fs::remove_dir_all(self.root.join(to));
        }
        if fs::rename(self.root.join(from), self.root.join(to)).is_ok() {
            self.note("rename", format!("{from} -> {to}"));
        }
    }

    fn write_other(&mut self) {
        let (file, template) = OTHERS[self.random.below(OTHERS.len())];
        let text = self.text(template);
        put(&self.root.join(file), &text);
        self.note("other file", file.to_owned());
    }

    fn open_folder(&mut self) {
        let folder = json!([{"uri": format!("file://{}", self.extra.display()), "name": "extra"}]);
        let (added, removed) = if self.is_extra_open { (json!([]), folder) } else { (folder, json!([])) };
        self.is_extra_open = !self.is_extra_open;
        let event = json!({"event": {"added": added, "removed": removed}});
        self.client.notify("workspace/didChangeWorkspaceFolders", event);
        self.note("folder", self.is_extra_open.to_string());
    }

    /// Asks something that nobody waits for: it is outdated or given up while it is answered.
    fn ask_in_passing(&mut self) {
        if let Some(file) = self.opened() {
            let uri = self.uri(file);
            let (method, params) = questions(&uri).swap_remove(self.random.below(2));
            self.client.request(method, params);
        }
    }

    /// Compares everything that is shown; how many answers those were.
    fn compare(&mut self) -> usize {
        let open: Vec<(String, &str, String)> =
            self.open.iter().map(|(file, text)| (self.uri(file), *file, text.clone())).collect();
        let mut folders = vec![self.root.as_path()];
        if self.is_extra_open {
            folders.push(&self.extra);
        }
        let mut fresh = server(&folders);
        for (uri, file, text) in &open {
            fresh.open(uri, language(file), text);
        }
        let uris: Vec<&str> = open.iter().map(|(uri, ..)| uri.as_str()).collect();
        let (live, new) = (shown(&mut self.client, &uris), shown(&mut fresh, &uris));
        for (at, ((what, live), (_, new))) in live.iter().zip(&new).enumerate() {
            assert!(
                live == new,
                "{what} differ\nlive: {live:#}, {} when asked again\nfresh: {new:#}, {} when asked again\n\
                 open: {open:#?}\non disk: {:#?}\nbehind {:#?}",
                again(shown(&mut self.client, &uris)[at].1 == *live),
                again(shown(&mut fresh, &uris)[at].1 == *new),
                on_disk(&self.root),
                self.history.iter().rev().take(40).collect::<Vec<_>>()
            );
        }
        fresh.leave();
        live.len()
    }
}

fn again(is_same: bool) -> &'static str {
    if is_same { "the same" } else { "another answer" }
}

/// All files below a folder and what they hold, links named.
fn on_disk(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match entry.file_type().expect("a type") {
            kind if kind.is_dir() => found.extend(on_disk(&path)),
            kind if kind.is_symlink() => {
                found.push(format!("{} -> {:?}", path.display(), fs::read_link(&path)))
            }
            _ => found.push(format!("{}: {:?}", path.display(), fs::read_to_string(&path))),
        }
    }
    found
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    // What a link means is a file of its own that is edited too; a link without an end is replaced.
    if fs::write(path, text).is_err() {
        fs::remove_file(path).expect("a link");
        fs::write(path, text).expect("a file");
    }
}

fn language(file: &str) -> &'static str {
    match Path::new(file).extension().and_then(|extension| extension.to_str()) {
        Some("py") => "python",
        Some("rs") => "rust",
        _ => "cuda-cpp",
    }
}

/// Line and UTF-16 column of a byte.
fn position(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    (u32::try_from(line).expect("few lines"), u32::try_from(column).expect("short lines"))
}

fn server(folders: &[&Path]) -> Client {
    let hints = json!({"tuples": true, "tiled": true, "templateParameters": true, "obvious": true});
    Client::start_in_all(folders, json!({"textDocument": {"diagnostic": {}}}), json!({"hints": hints}))
}

fn questions(uri: &str) -> Vec<(&'static str, Value)> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1 << 30, "character": 0}});
    vec![
        ("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range})),
        ("textDocument/diagnostic", document(uri)),
        ("textDocument/codeLens", document(uri)),
    ]
}

/// Everything that is shown of documents.
fn shown(client: &mut Client, uris: &[&str]) -> Vec<(String, Value)> {
    let asked: Vec<(String, i64)> = uris
        .iter()
        .flat_map(|uri| questions(uri).into_iter().map(move |question| (*uri, question)))
        .map(|(uri, (method, params))| (format!("{method} of {uri}"), client.request(method, params)))
        .collect();
    let answered = asked.into_iter().map(|(what, id)| {
        let mut answer = client.result(id);
        // The name of the report counts nothing.
        let answer = if answer["items"].is_array() { answer["items"].take() } else { answer };
        (what, without_versions(answer))
    });
    answered.collect()
}

#[test]
fn files_under_churn_show_what_a_fresh_server_shows() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let steps =
        number("LAYOUTLENS_CHURN_STEPS").and_then(|steps| usize::try_from(steps).ok()).unwrap_or(STEPS);
    let seed = number("LAYOUTLENS_CHURN_SEED").unwrap_or(0x9E37_79B9_7F4A_7C15);
    let mut churn = Churn::new(seed);
    let mut compared = 0;
    for _ in 0..steps {
        if churn.random.below(3) == 0 {
            churn.ask_in_passing();
        }
        churn.step();
        compared += churn.compare();
        churn.client.forget_what_was_said();
    }
    let kinds: BTreeSet<String> =
        churn.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
    println!("{steps} steps (seed {seed:#x}): {kinds}; {compared} answers compared, 0 differ");
    assert!(compared > steps, "{compared} answers in {steps} steps");
    churn.client.leave();
}
