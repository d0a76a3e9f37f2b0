//! The known word that a mistyped one most likely means.

/// The most changed, added, missing or swapped letters between a word and what it was meant to be.
const MOST_MISTAKES: usize = 3;

/// The word of `known` most like `word`, where one is near enough to be meant: at most a letter in four is wrong, and
/// one letter always may be, unless it is the only one.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(mistakes, candidate)| {
            let longest = word.chars().count().max(candidate.chars().count());
            mistakes <= MOST_MISTAKES && mistakes < longest && mistakes * 4 < longest + 4
        })
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_gets_its_nearest_neighbour() {
        let known = ["composition", "complement", "tileA"];
        assert_eq!(nearest("compositon", known), Some("composition"));
        assert_eq!(nearest("tileB", known), Some("tileA"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("A", ["B"]), None);
    }
}
