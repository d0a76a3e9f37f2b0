//! A document that is edited shows what a new one shows of the text as it is then, alone and beside other files.
//!
//! In this process, so that many edits are compared: `LAYOUTLENS_LIVE_EDITS` says how many, `LAYOUTLENS_LIVE_SEED` which;
//! `cargo test -p layoutlens-ide --test live_edits -- --ignored --nocapture`.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use fastrand::Rng;
use layoutlens_eval::host::HostFile;
use layoutlens_ide::{HintKinds, HintOptions, diagnostics, inlay_hints};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, program::Import, read_program};
use layoutlens_world::{
    Analysis, Change, Document, Encoding, Header, OpenFiles, Programs, Seen, Source, Sources, Whereabouts,
    Workspace, position,
};

/// How many edits are compared where nothing says so.
const EDITS: usize = 300;

/// How many edits a document gets before the next one comes.
const EDITS_OF_A_DOCUMENT: usize = 25;

/// What is typed, besides what stands elsewhere in the text.
const TYPED: &[&str] = &[
    "x",
    "1",
    " ",
    "(",
    ")",
    ",",
    ":",
    "//",
    "*",
    "\"",
    "\n",
    "{",
    "}",
    "<",
    ">",
    "#",
    "&",
    "=",
    "const ",
    "auto x = ",
    "if (x) {",
    "return ",
    "static ",
    "template <int N> ",
    "// cute: show ",
];

const HERE: &str = "/edited.cuh";

/// A header that the document may include and a program that includes the document.
#[derive(Debug, Clone, Default)]
struct Around {
    header: Option<Arc<Source>>,
    program: Option<Arc<Source>>,
    /// What the name of the document's file leads to from the program.
    own: Option<Arc<Source>>,
}

fn source(path: &str, text: &str) -> Arc<Source> {
    let (_, tree) = parse(Language::Cuda, text, None);
    let program = Arc::new(read_program(Language::Cuda, text, &tree));
    let file = HostFile { name: path.trim_start_matches('/').to_owned(), language: Language::Cuda, program };
    Arc::new(Source { path: path.into(), length: text.len(), file })
}

impl Workspace for Around {
    fn look(self: Arc<Self>, _: &Path, _: &OpenFiles) -> Box<dyn Sources> {
        Box::new(Self::clone(&self))
    }
}

impl Sources for Around {
    fn here(&self) -> PathBuf {
        HERE.into()
    }

    fn name(&self, _: Language, path: &Path) -> String {
        path.display().to_string()
    }

    fn find(&self, _: Language, _: &Path, import: &Import) -> Vec<Arc<Source>> {
        let found = match import.path.as_str() {
            "beside.cuh" => &self.header,
            "edited.cuh" => &self.own,
            _ => &None,
        };
        found.iter().cloned().collect()
    }

    fn header(&self, _: &Path, _: &str) -> Option<(PathBuf, Arc<Header>)> {
        None
    }

    fn importers(&self, _: Language, _: &Path) -> Vec<Arc<Source>> {
        Vec::new()
    }

    fn programs(&self, _: &Path) -> Programs {
        Programs { sources: self.program.iter().cloned().collect(), are_all: true }
    }

    fn left_out(&self, _: &Path) {}

    fn seen(self: Box<Self>) -> Arc<dyn Seen> {
        Arc::new(*self)
    }
}

impl Seen for Around {
    fn holds(&self, _: &OpenFiles) -> bool {
        true
    }

    fn with_same_code(&self, _: &OpenFiles, _: &Path) -> Option<Arc<dyn Seen>> {
        Some(Arc::new(self.clone()))
    }

    fn depends_on(&self, _: &Path) -> bool {
        false
    }
}

fn document(text: &str, around: &Arc<Around>) -> Document {
    let workspace: Arc<dyn Workspace> = Arc::<Around>::clone(around);
    Document::new(1, Language::Cuda, text, of_language).at(Whereabouts { path: HERE.into(), workspace })
}

/// All that is shown of a text unasked.
fn shown(analysis: &Analysis) -> Vec<String> {
    let kinds = HintKinds {
        layouts: true,
        tensors: true,
        tuples: true,
        tiled: true,
        parameters: true,
        template_parameters: true,
        aliases: true,
        obvious: true,
        suppositions: true,
        accesses: true,
    };
    let options = HintOptions { kinds, ..HintOptions::default() };
    let hints = inlay_hints(analysis, 0..analysis.text.len(), &options);
    let hints = hints.iter().map(|hint| format!("{}: {} | {}", hint.offset, hint.label, hint.full));
    hints.chain(diagnostics(analysis).iter().map(|found| format!("{found:?}"))).collect()
}

/// Words and single other characters, white space left out.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut in_word = false;
    for (at, sign) in text.char_indices() {
        let goes_on = is_word(sign) && in_word;
        in_word = is_word(sign);
        match all.last_mut() {
            Some(last) if goes_on => last.end = at + sign.len_utf8(),
            _ if sign.is_whitespace() => {}
            _ => all.push(at..at + sign.len_utf8()),
        }
    }
    all
}

/// What is replaced next, and by what.
fn edit(text: &str, undo: &mut Option<(Range<usize>, String)>, random: &mut Rng) -> (Range<usize>, String) {
    let tokens = tokens(text);
    let mut token = || tokens.get(random.usize(0..tokens.len().max(1))).cloned().unwrap_or(0..0);
    let (one, other) = (token(), token());
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let line = random.usize(0..ends.len().max(1));
    let start = line.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    let line = start..ends.get(line).copied().unwrap_or(text.len());
    match random.usize(0..9) {
        0 => (one, String::new()),
        1 | 2 => (one, text.get(other).unwrap_or_default().to_owned()),
        3 => (one.start..one.start, random.choice(TYPED).copied().unwrap_or_default().to_owned()),
        4 => (line, String::new()),
        5 => (line.end..line.end, text.get(line).unwrap_or_default().to_owned()),
        6 => (one, random.u8(1..65).to_string()),
        _ => undo.take().unwrap_or((one.start..one.start, "x".to_owned())),
    }
}

/// The texts of the fixtures of C++, without what they include.
fn fixtures() -> Vec<String> {
    fn below(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of fixtures") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => below(&path, files),
                false => files.push(path),
            }
        }
    }
    let mut files = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval/tests/host/cpp"), &mut files);
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).expect("a fixture"));
    let code = |text: String| -> String {
        text.lines().filter(|line| !line.starts_with("#include")).flat_map(|line| [line, "\n"]).collect()
    };
    texts.map(code).collect()
}

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
#[ignore = "as long as it is asked to be; a stack of a build without optimisation may not suffice for all of it"]
fn an_edited_document_shows_what_a_new_one_shows() {
    let most = from_environment("LAYOUTLENS_LIVE_EDITS").and_then(|most| usize::try_from(most).ok());
    let (most, seed) = (most.unwrap_or(EDITS), from_environment("LAYOUTLENS_LIVE_SEED").unwrap_or(1));
    let (fixtures, mut random) = (fixtures(), Rng::with_seed(seed));
    let (mut compared, mut with_hints) = (0, 0);
    while compared < most {
        let mut any = || random.choice(&fixtures).map_or("", String::as_str);
        let (one, other, beside, program) = (any(), any(), any(), any());
        let head = "#include <cute/tensor.hpp>\n";
        let mut around = Around::default();
        let mut text = format!("{head}using namespace cute;\n{one}\n{other}\n");
        if random.bool() {
            text.insert_str(0, "#include \"beside.cuh\"\n");
            around.header = Some(source("/beside.cuh", &format!("{head}{beside}")));
        }
        if random.bool() {
            around.own = Some(source(HERE, &text));
            around.program = Some(source("/program.cu", &format!("#include \"edited.cuh\"\n{program}")));
        }
        let around = Arc::new(around);
        let mut live = document(&text, &around);
        let (mut undo, mut history) = (None, Vec::new());
        for version in 2..2 + i32::try_from(EDITS_OF_A_DOCUMENT).expect("few edits") {
            let (range, new) = edit(&text, &mut undo, &mut random);
            let at = |byte: usize| position(live.rope(), Encoding::Utf16, byte);
            let change = Change::Range { start: at(range.start), end: at(range.end), text: new.clone() };
            live.edit(version, vec![change], Encoding::Utf16);
            let old = text.get(range.clone()).unwrap_or_default().to_owned();
            text.replace_range(range.clone(), &new);
            undo = Some((range.start..range.start + new.len(), old.clone()));
            history.push(format!("{}: {old:?} -> {new:?}", range.start));
            assert_eq!(live.rope().to_string(), text, "behind {history:#?}");
            // Some revisions nobody asks for.
            if random.u8(0..5) == 0 {
                continue;
            }
            let (own, fresh) = (shown(&live.analysis()), shown(&document(&text, &around).analysis()));
            assert_eq!(own, fresh, "seed {seed}, edit {compared}, {around:?} behind {history:#?} of\n{text}");
            compared += 1;
            with_hints += usize::from(!fresh.is_empty());
        }
    }
    println!("{compared} edits compared, {with_hints} of them with something shown");
    assert!(with_hints * 2 > compared, "{with_hints} of {compared} edits show something");
}
