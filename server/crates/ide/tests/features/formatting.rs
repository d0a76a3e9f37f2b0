use std::{fs, path::Path};

use layoutlens_ide::format_statements;
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, STATEMENTS, statement_tokens};
use layoutlens_world::Document;

/// A text with all statements in their form.
fn formatted(language: Language, text: &str) -> String {
    let analysis = Document::new(1, language, text, of_language).analysis();
    let mut formatted = text.to_owned();
    for edit in format_statements(&analysis, 0..text.len()).into_iter().rev() {
        formatted.replace_range(edit.range, &edit.text);
    }
    formatted
}

#[track_caller]
fn check(written: &str, expected: &str) {
    let text = |statement: &str| format!("// cute: {statement}\n");
    assert_eq!(formatted(Language::Cuda, &text(written)), text(expected));
    assert_eq!(formatted(Language::Cuda, &text(expected)), text(expected));
}

#[test]
fn operands_stand_apart_and_modes_close_together() {
    check("let  A=( 4 , (3, 2) ) : ( 2,( 8 ,1) )", "let A = (4,(3,2)):(2,(8,1))");
    check("let R=composition (A,(2, 4):(1, 2))", "let R = composition(A, (2,4):(1,2))");
    check("show zipped_divide( A,< 2 ,4 > )( (_, _), (1,2) )", "show zipped_divide(A, <2,4>)((_,_),(1,2))");
    check("assert A( 1, _ )==8:1", "assert A(1,_) == 8:1");
    check("show (ceil_div( M, 128 ), K/8) : ( 1,16 * lda )", "show (ceil_div(M,128),K/8):(1,16*lda)");
    check("show <3 : 3, (2, 4):(1,8)>", "show <3:3,(2,4):(1,8)>");
    check("let D=((1 @ 0,8@1),1@2)", "let D = ((1@0, 8@1), 1@2)");
    check("show ((4, 8):(1, 4),8:2)", "show ((4,8):(1,4), 8:2)");
}

#[test]
fn operators_stand_apart_but_in_layouts() {
    check("assert tv(1,0)==8*16+ 2", "assert tv(1,0) == 8 * 16 + 2");
    check("assert A==16 * lda : 1", "assert A == 16*lda:1");
    check("show A  o  B⊘C ⊗ D", "show A o B ⊘ C ⊗ D");
    check("show - 2", "show -2");
    check("show 8 : - 2", "show 8:-2");
    check("with M=5120,K%64==0 , TA= f16", "with M = 5120, K % 64 == 0, TA = f16");
    check("assert A<8", "assert A < 8");
    check("assert size < 0 > (A) < 8", "assert size < 0 > (A) < 8");
    check("assert size<0> (A)<=8", "assert size<0>(A) <= 8");
}

#[test]
fn runs_and_allows_have_their_form() {
    check(
        "run copy A->B:f32( tv = (256,4):(4,1),tile=(128, 8) )",
        "run copy A -> B : f32 (tv=(256,4):(4,1), tile=(128,8))",
    );
    check("run  gemm A,B->C :f16", "run gemm A, B -> C : f16");
    check("allow ( wrong-comment ,syntax )", "allow(wrong-comment, syntax)");
}

#[test]
fn blanks_behind_the_marker_are_one() {
    assert_eq!(formatted(Language::Cuda, "//cute:show  8:1\n"), "//cute: show 8:1\n");
    assert_eq!(formatted(Language::Python, "#  cute:   show 8:1\n"), "#  cute: show 8:1\n");
}

#[test]
fn lines_keep_where_they_end_and_how_they_begin() {
    let written = "// cute: let A = ( 4,\n//          (3, 2) )  :(2,\n//    (8, 1))\n";
    let expected = "// cute: let A = (4,\n//          (3,2)):(2,\n//    (8,1))\n";
    assert_eq!(formatted(Language::Cuda, written), expected);
}

#[test]
fn statements_that_cannot_be_read_stay() {
    for text in
        ["// cute: let A=( 4\n", "// cute: shw  8:1\n", "// cute: run copy A->B:f32(til=8)\n", "// cute:\n"]
    {
        assert_eq!(formatted(Language::Cuda, text), text);
    }
    // Close together, this would be another number.
    check("show (1 / 2@0)", "show (1 / 2@0)");
}

#[test]
fn only_statements_that_a_range_touches_are_edited() {
    let text = "// cute: show 8 : 1\n// cute: show 4 : 1\n";
    let analysis = Document::new(1, Language::Cuda, text, of_language).analysis();
    assert_eq!(format_statements(&analysis, 0..0), []);
    assert_eq!(format_statements(&analysis, 25..30).len(), 2);
}

/// The sources of the grammar's corpus.
fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammar/test/corpus");
    let mut sources = Vec::new();
    for name in ["statements.txt", "calls.txt", "operators.txt", "literals.txt"] {
        let text = fs::read_to_string(folder.join(name)).expect("a file of the corpus");
        let mut lines = text.lines().peekable();
        // A heading between two lines of `=`, the source, a line of `-`.
        let is_rule = |line: &str| line.len() > 5 && line.bytes().all(|byte| byte == b'=');
        while let Some(line) = lines.next() {
            if !is_rule(line) || lines.next().is_none_or(is_rule) {
                continue;
            }
            let source: Vec<&str> =
                lines.by_ref().skip_while(|line| is_rule(line)).take_while(|line| *line != "---").collect();
            sources.push(source.join(" ").trim().to_owned());
        }
    }
    sources
}

#[test]
fn formatting_never_changes_words_and_is_done_at_once() {
    let words = |text: &str| -> Vec<String> {
        let start = "// cute: ".len();
        statement_tokens(text, start..text.len())
            .into_iter()
            .map(|token| text[token.range].to_owned())
            .collect()
    };
    let corpus = corpus();
    assert!(corpus.len() > 60, "{}", corpus.len());
    let mut seed = fastrand::Rng::with_seed(16);
    for source in corpus {
        let is_statement = STATEMENTS.iter().any(|keyword| source.split([' ', '(']).next() == Some(*keyword));
        let statement = if is_statement { source } else { format!("show {source}") };
        let text = format!("// cute: {statement}");
        // Blanks at random between the words: where that reads as something else, it is another statement.
        for round in 0..8 {
            let tokens = statement_tokens(&text, "// cute: ".len()..text.len());
            let mut written = "// cute: ".to_owned();
            for pair in tokens.windows(2) {
                let gap = &text[pair[0].range.end..pair[1].range.start];
                written.push_str(&text[pair[0].range.clone()]);
                let blanks = if round == 0 { gap.len() } else { gap.len().min(1) + seed.usize(0..3) };
                written.push_str(&" ".repeat(blanks));
            }
            written.push_str(tokens.last().map_or("", |token| &text[token.range.clone()]));
            let once = formatted(Language::Cuda, &written);
            assert_eq!(words(&written), words(&once), "{written}");
            assert_eq!(formatted(Language::Cuda, &once), once, "{written}");
            let errors = |text: &str| layoutlens_syntax::parse(Language::Cuda, text, None).0.errors.len();
            assert_eq!(errors(&written), errors(&once), "{written}");
        }
    }
}

/// The documentation and the projects that editors open are how people write.
#[test]
fn what_the_documentation_shows_has_its_form_already() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut checked = 0;
    for name in ["docs/language.md", "README.md", "docs/run.md"] {
        let text = fs::read_to_string(root.join(name)).expect("a page");
        for line in text.lines().filter(|line| line.starts_with("// cute: ")) {
            assert_eq!(formatted(Language::Cuda, line), line, "{name}");
            checked += 1;
        }
    }
    assert!(checked > 80, "{checked}");
}
