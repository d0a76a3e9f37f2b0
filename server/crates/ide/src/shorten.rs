//! Long texts cut in the middle.

/// `text` in at most `longest` characters: the middle gives way to `…`.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_owned();
    }
    let kept = longest.saturating_sub(1);
    let head = kept.div_ceil(2);
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - (kept - head)).collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn a_long_text_loses_its_middle() {
        assert_eq!(shorten("abcdefghij", 10), "abcdefghij");
        assert_eq!(shorten("abcdefghijk", 7), "abc…ijk");
        assert_eq!(shorten("äöüäöüäöü", 5), "äö…öü");
    }
}
