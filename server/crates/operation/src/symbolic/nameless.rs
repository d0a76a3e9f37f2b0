//! Texts about integers of run time that no name of the source stands for, `?74`, in words for a reader.

/// How the names of such integers begin.
const MARK: char = '?';

/// What such an integer is called where nothing spells it.
const UNNAMED: &str = "a run-time size";

/// The text with each integer that has no name as `spelled` spells it, else as what it is. A condition that hangs on one
/// without a spelling is told as a whole: `?74 % 128 == 0` is "a run-time size is a multiple of 128".
pub fn in_words(text: &str, mut spelled: impl FnMut(&str) -> Option<String>) -> String {
    let mut is_unnamed = false;
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        let (before, from) = rest.split_at(at);
        told.push_str(before);
        let end = name_end(from);
        let (name, behind) = from.split_at(end);
        rest = behind;
        if !is_name(&told, name, behind) {
            told.push_str(name);
            continue;
        }
        match spelled(name) {
            Some(spelling) => told.push_str(&spelling),
            None => {
                is_unnamed = true;
                told.push_str(UNNAMED);
            }
        }
    }
    told.push_str(rest);
    if is_unnamed { without_repetition(&as_condition(&told).unwrap_or(told)) } else { told }
}

/// Where the name ends that a text begins with.
fn name_end(text: &str) -> usize {
    let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
    MARK.len_utf8() + digits
}

/// Whether a mark is a name and no punctuation: it stands alone, or a number stands behind it.
fn is_name(before: &str, name: &str, behind: &str) -> bool {
    let stands_free = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | ')' | '"' | '_'));
    stands_free && (name.len() > MARK.len_utf8() || behind.starts_with([' ', ')', ',', '*', '/', '-', '+']))
}

/// `.. % 128 == 0` as a sentence.
fn as_condition(told: &str) -> Option<String> {
    let (dividend, divisor) = told.strip_suffix(" == 0")?.rsplit_once(" % ")?;
    let is_number = divisor.chars().all(|c| c.is_ascii_digit());
    let subject = if dividend == UNNAMED { UNNAMED } else { "a run-time number" };
    is_number.then(|| format!("{subject} is a multiple of {divisor}"))
}

fn without_repetition(told: &str) -> String {
    let mut told = told.to_owned();
    let twice = format!("{UNNAMED}, {UNNAMED}");
    while told.contains(&twice) {
        told = told.replace(&twice, UNNAMED);
    }
    told.replace(&format!("all values of {UNNAMED} from"), "all run-time sizes from")
}

#[cfg(test)]
mod tests {
    use super::in_words;

    fn told(text: &str) -> String {
        in_words(text, |name| (name == "?7").then(|| "M".to_owned()))
    }

    #[test]
    fn a_spelled_number_goes_by_its_name_and_another_by_what_it_is() {
        assert_eq!(told("?7 % 128 == 0"), "M % 128 == 0");
        assert_eq!(told("?74 % 128 == 0"), "a run-time size is a multiple of 128");
        assert_eq!(told("? % 128 == 0"), "a run-time size is a multiple of 128");
        assert_eq!(told("(2*?74 + ?7) % 8 == 0"), "a run-time number is a multiple of 8");
        assert_eq!(
            told("right for all values of ?74, ?75, ?7 from 1 on"),
            "right for all values of a run-time size, M from 1 on"
        );
        assert_eq!(
            told("right for all values of ?74, ?75 from 1 on"),
            "right for all run-time sizes from 1 on"
        );
    }

    #[test]
    fn a_question_stays_one() {
        for text in ["did you mean `tile`?", "what? 7", "(4,8):(8,1)"] {
            assert_eq!(told(text), text);
        }
    }
}
