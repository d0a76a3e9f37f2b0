//! What is read from Rust code.

mod dump;

use layoutlens_syntax::Language;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(dump::dump(Language::Rust, text), expected, "{text}");
}

#[test]
fn probe() {
    for path in std::env::var("PROBE").unwrap_or_default().split(' ').filter(|path| !path.is_empty()) {
        let text = std::fs::read_to_string(path).expect("a file");
        println!("{}", dump::dump(Language::Rust, &text));
    }
    check("const X: i64 = 1;\n", "const X: i64 = 1");
}
