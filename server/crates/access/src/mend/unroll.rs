//! A loop over neighbouring elements, `for (int j = 0; j < 4; ++j) a[4*i + j] = ..;`, written out.

use std::ops::Range;

use tree_sitter::Node;

use super::neighbours::statement_of;
use crate::Access;
use crate::mask::is_word;
use crate::read::{children, parse};
use crate::uses::{code_of, words};

/// The text with the loop around the access written out, and where its first round makes the access. `None` where it stands in no
/// loop over 2 or 4 numbers whose body is one statement.
pub(super) fn unrolled(text: &str, access: &Access) -> Option<(String, usize)> {
    let (_, tree) = parse(text)?;
    let statement = statement_of(tree.root_node(), &access.range)?;
    let mut around = statement.parent()?;
    if around.kind() == "compound_statement" {
        if children(around).len() != 1 {
            return None;
        }
        around = around.parent()?;
    }
    let is_block = around.parent().is_some_and(|parent| parent.kind() == "compound_statement");
    if around.kind() != "for_statement" || statement.kind() != "expression_statement" || !is_block {
        return None;
    }
    let code = code_of(text);
    let (counter, rounds) = head(around, &code).filter(|(_, rounds)| matches!(rounds, 2 | 4))?;
    let spelled = text.get(statement.byte_range())?;
    let of_code = code.get(statement.byte_range())?;
    let places: Vec<usize> = words(of_code, counter, &(0..of_code.len())).collect();
    // A counter that the body changes, or whose address it takes, counts something else.
    let is_changed = |at: &usize| {
        let (front, behind) = (of_code[..*at].trim_end(), of_code[at + counter.len()..].trim_start());
        let is_assigned = behind.starts_with('=') && !behind.starts_with("==");
        let is_operated = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];
        is_assigned
            || is_operated.iter().any(|sign| behind.starts_with(sign))
            || ["++", "--", "&", "."].iter().any(|sign| front.ends_with(sign))
    };
    let holds_others = ["[&", "[=", "__COUNTER__"].iter().any(|word| of_code.contains(word));
    if places.iter().any(is_changed) || holds_others {
        return None;
    }
    let line = text[..around.start_byte()].rfind('\n').map_or(0, |at| at + 1);
    let blanks: String = text[line..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    let round = |number: i64| {
        let mut one = spelled.to_owned();
        for at in places.iter().rev() {
            one.replace_range(*at..at + counter.len(), &number.to_string());
        }
        one
    };
    let all: Vec<String> = (0..rounds).map(round).collect();
    let place = unroll_start(around, text);
    let mut new = text.to_owned();
    new.replace_range(place.clone(), &all.join(&format!("\n{blanks}")));
    let in_statement = access.range.start - statement.start_byte();
    let longer: i64 = places
        .iter()
        .filter(|at| **at < in_statement)
        .map(|_| 1_i64 - i64::try_from(counter.len()).unwrap_or(0))
        .sum();
    let at = i64::try_from(place.start + in_statement).ok()?.checked_add(longer)?;
    Some((new, usize::try_from(at).ok()?))
}

/// The loop with a `#pragma unroll` in front of it.
pub(super) fn unroll_start(around: Node<'_>, text: &str) -> Range<usize> {
    let before = text[..around.start_byte()].trim_end();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let is_pragma = before[line..].trim_start().starts_with("#pragma unroll");
    let start = if is_pragma {
        line + (before[line..].len() - before[line..].trim_start().len())
    } else {
        around.start_byte()
    };
    start..around.end_byte()
}

/// The counter and how many rounds there are of `for (int j = 0; j < 4; ++j)`.
pub(super) fn head<'c>(node: Node<'_>, code: &'c str) -> Option<(&'c str, i64)> {
    let word = |node: Node<'_>| code.get(node.byte_range());
    let declared = node.child_by_field_name("initializer")?;
    let declarator = declared.child_by_field_name("declarator")?;
    let counter = word(declarator.child_by_field_name("declarator")?)?;
    let begins_at_zero = word(declarator.child_by_field_name("value")?)? == "0";
    let is_integer = matches!(
        word(declared.child_by_field_name("type")?)?,
        "int" | "unsigned" | "size_t" | "int32_t" | "uint32_t" | "int64_t" | "unsigned int"
    );
    let condition: String = word(node.child_by_field_name("condition")?)?.split_whitespace().collect();
    let most = condition.strip_prefix(counter)?.strip_prefix('<')?;
    let rounds = most.parse().ok().or_else(|| constant(code, most))?;
    let update: String = word(node.child_by_field_name("update")?)?.split_whitespace().collect();
    let is_by_one = update == format!("{counter}++") || update == format!("++{counter}");
    (begins_at_zero && is_integer && is_by_one).then_some((counter, rounds))
}

/// The number of which a constant's definition says that it is that, `constexpr int N = 4;` or `#define N 4`, if only one does.
fn constant(code: &str, name: &str) -> Option<i64> {
    if !name.bytes().all(is_word) {
        return None;
    }
    let number = |text: &str| text.trim_start().split(|one: char| !one.is_ascii_digit()).next()?.parse().ok();
    let defined = words(code, name, &(0..code.len())).filter_map(|at| {
        let (front, behind) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        let statement = front.rfind([';', '{', '}']).map_or(0, |found| found + 1);
        let is_constant =
            front[statement..].split_whitespace().any(|word| word == "constexpr" || word == "const");
        match behind.strip_prefix('=') {
            Some(value) if is_constant => Some(number(value)),
            _ if front.ends_with("#define") => Some(number(behind)),
            _ => None,
        }
    });
    let all: Vec<Option<i64>> = defined.collect();
    match all[..] {
        [one] => one,
        _ => None,
    }
}
