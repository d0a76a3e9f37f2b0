//! What a hint says, whole and in few characters.

use crate::{
    open_size::with_open_sizes,
    shape_first::{least_with_shape, shape_first, start_of_sentence},
};

/// Something that is said of a value behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// All of it.
    pub(crate) long: String,
    /// As a mark.
    pub(crate) short: String,
    /// Whether it is said before strides are: what a value depends on.
    pub(crate) is_condition: bool,
}

/// What a hint says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HintText {
    /// `= VALUE`, and marks.
    Value {
        /// What stands before the value.
        lead: String,
        /// In CuTe's notation.
        value: String,
        /// In the order in which they are shown.
        marks: Vec<Mark>,
    },
    /// Why there is no value; that a claim holds.
    Sentence(String),
}

impl HintText {
    /// Everything, on one line.
    pub(crate) fn full(&self) -> String {
        match self {
            Self::Value { lead, value, marks } => format!("{lead}{value}{}", joined(marks, |_| true)),
            Self::Sentence(sentence) => sentence.clone(),
        }
    }

    /// In few characters, what gives way last: the whole shape.
    pub(crate) fn least(&self) -> usize {
        match self {
            Self::Value { lead, value, marks } => {
                let shape = least_with_shape(value).min(least_with_shape(&with_open_sizes(value)));
                count(lead) + shape + count(&joined(marks, |_| false))
            }
            Self::Sentence(sentence) => count(sentence),
        }
    }

    /// In at most `longest` characters: value and marks.
    pub(crate) fn fitted(&self, longest: usize) -> [String; 2] {
        match self {
            Self::Value { lead, value, marks } => {
                let room = |marks: &str| longest.saturating_sub(count(lead) + count(marks));
                let all = joined(marks, |_| true);
                let conditions = joined(marks, |mark| mark.is_condition);
                let least = joined(marks, |_| false);
                // A shape that would be cut says more with `?` for what is no number.
                let open = (least_with_shape(value) > room(&least)).then(|| with_open_sizes(value));
                let value = open.as_ref().unwrap_or(value);
                let whole = [&all, &conditions].into_iter().find(|marks| count(value) <= room(marks));
                let marks = whole
                    .or_else(|| Some(&conditions).filter(|marks| least_with_shape(value) <= room(marks)))
                    .unwrap_or(&least);
                [format!("{lead}{}", shape_first(value, room(marks).max(1))), marks.clone()]
            }
            Self::Sentence(sentence) => [start_of_sentence(sentence, longest), String::new()],
        }
    }
}

fn joined(marks: &[Mark], is_long: impl Fn(&Mark) -> bool) -> String {
    let shown = |mark: &Mark| format!(" {}", if is_long(mark) { &mark.long } else { &mark.short });
    marks.iter().filter(|mark| !mark.long.is_empty()).map(shown).collect()
}

pub(crate) fn count(text: &str) -> usize {
    text.chars().count()
}

/// Of so many characters in all, how many each of several hints of a line gets, of which the least and all that it can use
/// are given: what one leaves is the others'.
pub(crate) fn shares(needed: &[(usize, usize)], total: usize) -> Vec<usize> {
    let mut shares: Vec<usize> = needed.iter().map(|(least, all)| *least.min(all)).collect();
    let mut room = total.saturating_sub(shares.iter().sum());
    let mut order: Vec<usize> = (0..needed.len()).collect();
    let wanted = |index: usize| needed.get(index).map_or(0, |(least, all)| all.saturating_sub(*least));
    order.sort_by_key(|index| wanted(*index));
    for (done, index) in order.iter().enumerate() {
        let more = (room / (order.len() - done)).min(wanted(*index));
        if let Some(share) = shares.get_mut(*index) {
            *share += more;
        }
        room -= more;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(long: &str, short: &str, is_condition: bool) -> Mark {
        Mark { long: long.to_owned(), short: short.to_owned(), is_condition }
    }

    fn value(value: &str, marks: Vec<Mark>) -> HintText {
        HintText::Value { lead: "= ".to_owned(), value: value.to_owned(), marks }
    }

    #[test]
    fn strides_give_way_to_what_the_value_depends_on_and_not_to_other_words() {
        let layout = "((8,16),(64,2)):((64,512),(1,8192))";
        let supposed = value(layout, vec![mark("if dtype = Float16", "if 1", true)]);
        assert_eq!(supposed.fitted(50).concat(), "= ((8,16),(64,2)):((64,512),… if dtype = Float16");
        assert_eq!(supposed.fitted(30).concat(), "= ((8,16),(64,2)):((64,… if 1");
        let wrong = value(layout, vec![mark("✗ R(2) = 3, not 7", "✗", false)]);
        assert_eq!(wrong.fitted(45).concat(), "= ((8,16),(64,2)):((64,512),(1,8192)) ✗");
        assert_eq!(wrong.fitted(90).concat(), wrong.full());
    }

    #[test]
    fn sizes_in_words_are_open_where_the_shape_would_be_cut() {
        let text =
            value("(64,128,ceil_div(actual_seqlen_k,64)):(k_row_stride,1,64*k_row_stride)", Vec::new());
        assert_eq!(
            text.fitted(80)[0],
            "= (64,128,ceil_div(actual_seqlen_k,64)):(k_row_stride,1,64*k_row_stride)"
        );
        assert_eq!(text.fitted(60)[0], "= (64,128,ceil_div(actual_seqlen_k,64)):(k_row_stride,1,…");
        assert_eq!(text.fitted(40)[0], "= (64,128,?):(?,1,?)");
        assert_eq!(text.least(), 14);
    }

    #[test]
    fn hints_of_a_line_share_its_characters() {
        assert_eq!(shares(&[(5, 10), (5, 40), (5, 8)], 43), [10, 25, 8]);
        assert_eq!(shares(&[(10, 10), (9, 20)], 43), [10, 20]);
        assert_eq!(shares(&[(10, 50), (30, 50)], 44), [12, 32]);
    }
}
