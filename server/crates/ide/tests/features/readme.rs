//! What the README says that a hint or a hover shows is what they show.

use layoutlens_ide::{HintOptions, HoverOptions, hover, inlay_hints};

use crate::fixture::{Fixture, cuda};

const README: &str = include_str!("../../../../../README.md");

fn hints(fixture: &Fixture) -> Vec<String> {
    let text = &fixture.analysis.text;
    inlay_hints(&fixture.analysis, 0..text.len(), &HintOptions::default())
        .into_iter()
        .map(|hint| hint.label)
        .collect()
}

/// The text of the README's first block in `language`.
fn block(language: &str) -> &'static str {
    let opening = format!("```{language}\n");
    README.split_once(&opening).and_then(|(_, rest)| rest.split_once("```")).expect("a block").0
}

/// The README shows its first example once to be pasted and once with its hints, each behind `»`.
#[test]
fn the_first_example_shows_the_hints_that_there_are() {
    let (mut pasted, mut shown) = (String::new(), Vec::new());
    for line in block("text").lines() {
        let (statement, hint) = line.split_once("  » ").unwrap_or((line, ""));
        pasted += &format!("{statement}\n");
        shown.extend(Some(hint.to_owned()).filter(|hint| !hint.is_empty()));
    }
    assert_eq!(block("cpp"), pasted);
    assert_eq!(shown.len(), 3, "{shown:?}");
    assert_eq!(hints(&cuda(&pasted)), shown);
}

#[test]
fn what_is_not_proved_says_unknown_and_why_where_the_readme_says_it() {
    let sentence = README.replace('\n', " ");
    for promise in [
        "Otherwise the hint of a statement says `unknown` and why",
        "a variable of the code has no hint, or one that ends with `if` and what is supposed, with `if ↑` where that stands \
         over its function, and its hover says why",
    ] {
        assert!(sentence.contains(promise), "the README no longer says: {promise}");
    }
    let statement = cuda("// cute: show eval_all((M,K):(1,M))\n");
    let [hint] = &hints(&statement)[..] else { panic!("one hint expected") };
    assert!(hint.starts_with("unknown: ") && hint.len() > "unknown: ".len(), "{hint}");
    let code = cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\nint rows();\nint main() {\n  \
         auto lay$0out = make_layout(make_shape(rows(), _4{}), opaque());\n}\n",
    );
    assert!(hints(&code).iter().all(|hint| hint.contains(" if ")), "{:?}", hints(&code));
    let shown = hover(&code.analysis, code.cursor, HoverOptions::default()).unwrap().markdown;
    assert!(shown.contains("unknown"), "{shown}");
    let why = shown.split("```").nth(2).unwrap_or_default().trim();
    assert!(why.len() > 10, "no reason: {shown}");
}
