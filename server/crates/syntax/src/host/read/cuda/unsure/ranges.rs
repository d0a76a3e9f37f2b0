//! The statements that a doubtful place may have to do with: the one around it, with its heads and its `else`.

use std::ops::Range;

use super::directive::directive_word;
use super::token::{Kind, Token};

/// How many doubtful places are looked at one by one; where there are more, the function is doubtful as a whole.
const MAX_SPOTS: usize = 64;

/// What is open at a token.
#[derive(Clone, Copy)]
struct Depth {
    blocks: usize,
    is_in_parentheses: bool,
}

/// Which tokens are doubtful; all of them where there are too many places, or where one jumps.
pub(super) fn around(tokens: &[Token<'_>], spots: &[usize], jumps: impl Fn(&Token<'_>) -> bool) -> Vec<bool> {
    let mut found = vec![false; tokens.len()];
    let depths = depths(tokens);
    let mut is_everything = spots.len() > MAX_SPOTS;
    for &spot in spots {
        if is_everything || found.get(spot).copied().unwrap_or(true) {
            continue;
        }
        let range = match tokens.get(spot).filter(|token| token.kind == Kind::Directive) {
            // The parser may take all from the `#if` to its `#endif` for something else.
            Some(_) => {
                let (group, own) = (group(tokens, spot), statement(tokens, &depths, spot));
                group.start.min(own.start)..group.end.max(own.end)
            }
            None => statement(tokens, &depths, spot),
        };
        for (token, found) in tokens.iter().zip(&mut found).take(range.end).skip(range.start) {
            *found = true;
            is_everything |= jumps(token);
        }
    }
    if is_everything {
        found.fill(true);
    }
    found
}

/// What is open in front of each token.
fn depths(tokens: &[Token<'_>]) -> Vec<Depth> {
    let mut open: Vec<bool> = Vec::new();
    let mut blocks = 0;
    tokens
        .iter()
        .map(|token| {
            let depth = Depth { blocks, is_in_parentheses: open.last().is_some_and(|is_block| !is_block) };
            if token.kind == Kind::Sign {
                match &*token.text {
                    "{" => {
                        blocks += 1;
                        open.push(true);
                    }
                    "(" | "[" => open.push(false),
                    ")" | "]" | "}" => blocks -= usize::from(open.pop() == Some(true)),
                    _ => {}
                }
            }
            depth
        })
        .collect()
}

/// The tokens from an `#if` to the `#endif` of it, of which one is at hand; of another directive, itself.
fn group(tokens: &[Token<'_>], at: usize) -> Range<usize> {
    let word = |token: &Token<'_>| match token.kind {
        Kind::Directive => match directive_word(&token.text) {
            "if" | "ifdef" | "ifndef" => "if",
            "else" | "elif" | "elifdef" | "elifndef" => "else",
            "endif" => "endif",
            _ => "",
        },
        _ => "",
    };
    let own = tokens.get(at).map_or("", word);
    let (mut start, mut end, mut depth) = (at, at + 1, 0_usize);
    if matches!(own, "else" | "endif") {
        for (at, token) in tokens.iter().enumerate().take(at).rev() {
            match word(token) {
                "endif" => depth += 1,
                "if" if depth == 0 => {
                    start = at;
                    break;
                }
                "if" => depth -= 1,
                _ => {}
            }
        }
    }
    depth = 0;
    if matches!(own, "if" | "else") {
        for (at, token) in tokens.iter().enumerate().skip(at + 1) {
            match word(token) {
                "if" => depth += 1,
                "endif" if depth == 0 => {
                    end = at + 1;
                    break;
                }
                "endif" => depth -= 1,
                _ => {}
            }
        }
    }
    start..end
}

/// Whether a word goes on with the statement before.
fn goes_on(word: &str) -> bool {
    matches!(word, "else" | "catch" | "while")
}

/// Whether a sign behind a `}` goes on with what that ends.
fn sign_goes_on(token: &Token<'_>) -> bool {
    token.kind == Kind::Sign && !matches!(&*token.text, "{" | "}" | "*" | "++" | "--" | "~" | "::")
}

fn statement(tokens: &[Token<'_>], depths: &[Depth], spot: usize) -> Range<usize> {
    let Some(own) = depths.get(spot).copied() else { return 0..tokens.len() };
    // Within parentheses, what is around them is meant; what is in deeper blocks is passed over.
    let is_at_end = |at: usize, token: &Token<'_>| {
        let Some(depth) = depths.get(at) else { return false };
        match &*token.text {
            ";" => depth.blocks == own.blocks && !depth.is_in_parentheses,
            "}" => depth.blocks == own.blocks + 1,
            _ => false,
        }
    };
    let code_behind = |at: usize| tokens.iter().skip(at + 1).find(|token| token.kind != Kind::Directive);
    let ends_at = |at: usize, token: &Token<'_>| {
        is_at_end(at, token)
            && code_behind(at)
                .is_none_or(|next| !goes_on(&next.text) && (token.is(";") || !sign_goes_on(next)))
    };
    let mut start = spot;
    while let Some(at) = start.checked_sub(1) {
        let Some(token) = tokens.get(at) else { break };
        let opens = token.is("{") && depths.get(at).is_some_and(|depth| depth.blocks < own.blocks);
        if opens || ends_at(at, token) {
            break;
        }
        start = at;
    }
    let mut end = start;
    let (mut conditions, mut has_ended) = (0_usize, false);
    while let Some(token) = tokens.get(end) {
        if token.kind == Kind::Directive {
            match directive_word(&token.text) {
                "if" | "ifdef" | "ifndef" => conditions += 1,
                "endif" => {
                    conditions = conditions.saturating_sub(1);
                    // The statement ended in front of it.
                    if end > spot && conditions == 0 && has_ended {
                        return start..end + 1;
                    }
                }
                _ => {}
            }
        } else {
            has_ended = ends_at(end, token);
        }
        let closes = token.is("}") && depths.get(end).is_some_and(|depth| depth.blocks <= own.blocks);
        let ends = ends_at(end, token);
        end += 1;
        if closes || end > spot && conditions == 0 && ends {
            break;
        }
    }
    start..end
}
