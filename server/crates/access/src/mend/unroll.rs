//! A loop over neighbouring elements, `for (int j = 0; j < 4; ++j) a[4*i + j] = ..;`, written out.

use std::ops::Range;

use tree_sitter::Node;

use super::neighbours::statement_of;
use crate::Access;
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
    let (counter, rounds) = head(around, &code)?;
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
fn unroll_start(around: Node<'_>, text: &str) -> Range<usize> {
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
fn head<'c>(node: Node<'_>, code: &'c str) -> Option<(&'c str, i64)> {
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
    let rounds: i64 = condition.strip_prefix(counter)?.strip_prefix('<')?.parse().ok()?;
    let update: String = word(node.child_by_field_name("update")?)?.split_whitespace().collect();
    let is_by_one = update == format!("{counter}++") || update == format!("++{counter}");
    (begins_at_zero && is_integer && is_by_one && matches!(rounds, 2 | 4)).then_some((counter, rounds))
}
