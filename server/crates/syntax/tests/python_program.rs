//! What is read from Python code.

mod dump;

use layoutlens_syntax::Language;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(dump::dump(Language::Python, text), expected, "{text}");
}

#[test]
fn probe() {
    for path in std::env::var("PROBE").unwrap_or_default().split(' ').filter(|path| !path.is_empty()) {
        let text = std::fs::read_to_string(path).expect("a file");
        println!("{}", dump::dump(Language::Python, &text));
    }
    check("x = 1\n", "let x = 1");
}
