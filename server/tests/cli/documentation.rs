//! The examples of `docs/` are what the binary says. `UPDATE_DOCS=1` writes what it says now into the pages.

use std::fs;
use std::path::{Path, PathBuf};

use layoutlens_eval::Code;

use crate::binary::{layoutlens_in, root};

/// A fenced block of a page.
struct Block {
    /// What stands behind the opening fence.
    language: String,
    text: String,
    /// Where the text stands in the page.
    start: usize,
}

/// Each example: source in a host language, and what `check` prints of it when the page quotes that.
struct Example {
    source: Block,
    /// The quoted output, without the summary.
    output: Option<Block>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut offset = 0;
    for line in page.split_inclusive('\n') {
        offset += line.len();
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(language) => {
                open = true;
                blocks.push(Block {
                    language: language.trim().to_owned(),
                    text: String::new(),
                    start: offset,
                });
            }
            None if open => blocks.last_mut().expect("an open block").text.push_str(line),
            None => {}
        }
    }
    assert!(!open, "a block is not closed");
    blocks
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks(page) {
        match (block.language.as_str(), examples.last_mut()) {
            ("cpp" | "python" | "rust", _) => examples.push(Example { source: block, output: None }),
            ("text", Some(example)) => example.output = Some(block),
            _ => {}
        }
    }
    examples
}

/// What `check` prints of a source, without the summary; the file is called `example`.
fn check(source: &Block) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let extension = match source.language.as_str() {
        "cpp" => "cu",
        "python" => "py",
        _ => "rs",
    };
    let name = format!("example.{extension}");
    fs::write(folder.path().join(&name), &source.text).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["check", "--accesses", &name]);
    assert!(outcome.stderr.is_empty(), "{}", outcome.stderr);
    let (findings, _summary) = outcome.stdout.rsplit_once("checked 1 file").expect("a summary");
    match findings.trim_end() {
        "" => String::new(),
        findings => findings.to_owned() + "\n",
    }
}

/// Compares each example of a page with what the binary says, or writes that into the page.
fn check_page(path: &Path) {
    let page = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut updated = page.clone();
    // From the end, so that the places of the blocks before stay right.
    for example in examples(&page).into_iter().rev() {
        let printed = check(&example.source);
        let quoted = example.output.as_ref().map_or("", |output| output.text.as_str());
        if quoted != printed {
            let update = example.output.as_ref().filter(|_| std::env::var_os("UPDATE_DOCS").is_some());
            let Some(output) = update else {
                panic!("{}: the page quotes\n{quoted}\nbut check prints\n{printed}", path.display());
            };
            updated.replace_range(output.start..output.start + output.text.len(), &printed);
        }
    }
    if updated != page {
        fs::write(path, updated).expect("a page");
    }
}

fn page_of(code: &str) -> PathBuf {
    root().join("docs/diagnostics").join(format!("{code}.md"))
}

#[test]
fn every_code_has_a_page_whose_example_yields_it() {
    for code in Code::ALL {
        let path = page_of(code.as_str());
        check_page(&path);
        let page = fs::read_to_string(&path).expect("a page");
        assert!(page.starts_with(&format!("# {}\n", code.as_str())), "{}: title", path.display());
        assert!(
            page.contains(&format!("[{}]", code.as_str())),
            "{}: no example yields the code",
            path.display()
        );
    }
}

#[test]
fn the_index_links_every_page() {
    let index = fs::read_to_string(root().join("docs/diagnostics/README.md")).expect("the index");
    let missing: Vec<_> = Code::ALL
        .iter()
        .map(|code| code.as_str())
        .filter(|code| !index.contains(&format!("[{code}]({code}.md)")))
        .collect();
    assert!(missing.is_empty(), "no link to {missing:?}");
}

#[test]
fn every_page_is_of_a_code() {
    for entry in fs::read_dir(root().join("docs/diagnostics")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let known = stem == "README" || Code::ALL.iter().any(|code| code.as_str() == stem);
        assert!(known, "{} is of no code", path.display());
    }
}

#[test]
fn the_examples_of_the_language_page_are_what_the_binary_says() {
    let page = root().join("docs/language.md");
    assert!(examples(&fs::read_to_string(&page).expect("the page")).len() >= 5);
    check_page(&page);
}

#[test]
fn the_language_page_names_every_operation() {
    let page = fs::read_to_string(root().join("docs/language.md")).expect("the page");
    // The vectors call an operation `composed_x` where its operand is swizzled; here both are `x`.
    let names = layoutlens_eval::operation_names().filter(|name| !name.starts_with("composed_"));
    let is_named = |name: &&str| ["`", "("].iter().any(|end| page.contains(&format!("`{name}{end}")));
    let missing: Vec<_> = names.filter(|name| !is_named(name)).collect();
    assert!(missing.is_empty(), "nothing is said of {missing:?}");
}

#[test]
fn the_first_snippet_of_the_readme_pastes_and_shows_what_stands_below_it() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).expect("the README");
    let mut blocks = blocks(&readme).into_iter();
    let snippet = blocks.find(|block| block.language == "cpp").expect("a snippet");
    let shown = blocks.next().filter(|block| block.language == "text").expect("what is shown of it");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("pasted.cu"), &snippet.text).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["inspect", "pasted.cu"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    if outcome.stdout != shown.text && std::env::var_os("UPDATE_DOCS").is_some() {
        let mut updated = readme.clone();
        updated.replace_range(shown.start..shown.start + shown.text.len(), &outcome.stdout);
        fs::write(&path, updated).expect("the README");
    } else {
        assert_eq!(outcome.stdout, shown.text);
    }
    let check = layoutlens_in(folder.path(), &["check", "pasted.cu"]).stdout;
    assert!(check.contains("5 layouts") && check.contains("error[accepted-but-wrong]"), "{check}");
}

#[test]
fn each_command_of_the_readme_does_what_it_is_for() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    // The README's `src` is the reader's own.
    fs::create_dir(folder.path().join("src")).expect("a folder");
    fs::write(folder.path().join("src/kernel.cu"), "// cute: show 20:2 o (5,4):(4,1)\n").expect("a file");
    let console = blocks(&readme).into_iter().filter(|block| block.language == "console");
    let commands: Vec<String> = console
        .flat_map(|block| block.text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|line| line.strip_prefix("$ layoutlens ").map(str::to_owned))
        .collect();
    assert!(commands.len() >= 5, "{commands:?}");
    for command in commands {
        let mut words = Vec::new();
        for (number, part) in command.split('\'').enumerate() {
            match number % 2 {
                1 => words.push(part),
                _ => words.extend(part.split_whitespace()),
            }
        }
        let writes = words.contains(&"-o");
        let place = if writes || words.contains(&"src") { folder.path().to_owned() } else { root() };
        // Where the README leaves the device open, the GPU of who runs this test is left alone.
        if words.first() == Some(&"run") && !words.contains(&"--device") {
            words.extend(["--device", "cpu"]);
        }
        let outcome = layoutlens_in(&place, &words);
        // 1 says that there are findings: what rounds up is a warning.
        let found =
            outcome.status == 1 && format!("{}{}", outcome.stdout, outcome.stderr).contains("warning[");
        assert!(outcome.status == 0 || found, "{command}: {}{}", outcome.stdout, outcome.stderr);
        let written = words.last().filter(|_| writes).map(|file| folder.path().join(file));
        assert!(written.map_or(!outcome.stdout.is_empty(), |file| file.is_file()), "{command}");
    }
}

#[test]
fn every_code_that_a_page_names_is_one_that_there_is() {
    // What a page calls a finding: `error[code]`, `warning[code]`, `allow(code)`, or a link to the page of one.
    let mut pages: Vec<PathBuf> =
        ["README.md", "docs/language.md", "docs/run.md", "docs/code.md", "docs/bank-conflicts.md"]
            .map(|page| root().join(page))
            .to_vec();
    pages.extend(
        fs::read_dir(root().join("docs/diagnostics"))
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path()),
    );
    let known = |code: &str| Code::ALL.iter().any(|known| known.as_str() == code);
    let mut named = 0;
    for path in pages {
        let page = fs::read_to_string(&path).expect("a page");
        for begin in ["error[", "warning[", "allow(", "diagnostics/"] {
            for rest in page.split(begin).skip(1) {
                let code: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
                let after = rest.get(code.len()..).unwrap_or_default();
                let is_code =
                    code.contains('-') && [")", "]", ".md"].iter().any(|end| after.starts_with(end));
                // `unknown-code.md` shows an allow of a code that there is not, and the finding.
                let is_wrong_on_purpose = path.ends_with("unknown-code.md") && begin == "allow(";
                if is_code && !is_wrong_on_purpose {
                    named += 1;
                    assert!(known(&code), "{}: {begin}{code}", path.display());
                }
            }
        }
    }
    assert!(named > 30, "{named}");
}

#[test]
fn the_configurations_for_helix_are_toml_that_starts_the_server() {
    let page = fs::read_to_string(root().join("docs/editors.md")).expect("the page");
    let read: Vec<serde_json::Value> = blocks(&page)
        .iter()
        .filter(|block| block.language == "toml")
        .map(|block| toml::from_str(&block.text).unwrap_or_else(|error| panic!("{}: {error}", block.text)))
        .collect();
    let [languages, editor] = &read[..] else { panic!("two files: {read:?}") };
    let server = &languages["language-server"]["layoutlens"];
    assert_eq!((&server["command"], &server["args"]), (&"layoutlens".into(), &serde_json::json!(["lsp"])));
    let started = languages["language"].as_array().expect("languages").iter();
    let is_started =
        |language: &serde_json::Value| language["language-servers"].to_string().contains("layoutlens");
    assert!(started.clone().all(is_started) && started.count() == 3, "{languages}");
    assert_eq!(editor["editor"]["lsp"]["display-inlay-hints"], true);
}

#[test]
fn the_example_of_layoutlens_toml_is_right() {
    let page = fs::read_to_string(root().join("docs/settings.md")).expect("the page");
    let example = blocks(&page).into_iter().find(|block| block.language == "toml").expect("an example");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("layoutlens.toml"), example.text).expect("a file");
    fs::write(folder.path().join("kernel.cu"), "// cute: show (4,8)\n").expect("a file");
    assert_eq!(layoutlens_in(folder.path(), &["check"]).stderr, "");
    fs::write(folder.path().join("layoutlens.toml"), "hints.tupels = true\n").expect("a file");
    let told = layoutlens_in(folder.path(), &["check"]).stderr;
    assert!(told.contains("the nearest is `hints.tuples`"), "{told}");
}
