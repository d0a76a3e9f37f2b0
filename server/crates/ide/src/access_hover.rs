//! What a hover says of an access of a plain CUDA kernel: layout, cost, conditions, and in which bank or sector each lane is.

use std::{fmt::Write as _, ops::Range};

use layoutlens_access::{Access, Reason, Space, Unit};
use layoutlens_render::{
    SvgStyle, Theme,
    escape::{code_block, code_span, markdown as shown},
};
use layoutlens_world::{Analysis, Document};

use crate::{
    access_expression::access_expression,
    fragment::{Elsewhere, Fragment, fragments},
    hover::{HoverOptions, embedded},
    picture::{self, Subject, Wanted},
};

/// The accesses of the plain kernels of a document, in the order of its text, with nothing else evaluated.
pub fn accesses_of(document: &Document) -> Vec<Access> {
    document.kernels().accesses
}

/// How many accesses of one place a hover tells: of several launches, and of a value that is read and written.
const MOST_ROWS: usize = 4;

/// The most rows of 128 bytes whose picture can be read in a hover; of more, text tells where the lanes are.
const MOST_PICTURE_ROWS: i64 = 8;

/// Banks of shared memory, and bytes of each.
const BANKS: i64 = 32;
const BANK_BYTES: i64 = 4;
/// Bytes of a sector of global memory.
const SECTOR_BYTES: i64 = 32;

/// What a hover says of the access of a plain kernel at `offset`, the innermost, and its bytes.
pub(crate) fn told_at(
    analysis: &Analysis,
    offset: usize,
    options: HoverOptions,
) -> Option<(Range<usize>, String)> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return None;
    }
    let all = &analysis.kernels().accesses;
    let around = all.iter().filter(|access| access.range.start <= offset && offset <= access.range.end);
    let range = around.min_by_key(|access| access.range.len())?.range.clone();
    let rows: Vec<&Access> = all.iter().filter(|access| access.range == range).collect();
    let mut markdown = String::new();
    for (index, row) in rows.iter().take(MOST_ROWS).enumerate() {
        if !markdown.is_empty() {
            markdown.push_str("\n\n---\n\n");
        }
        // One picture is what the text of a hover has room for.
        markdown.push_str(&told(
            &analysis.text,
            row,
            options.images.then_some(options.theme).filter(|_| index == 0),
        ));
    }
    if let Some(more @ 1..) = rows.len().checked_sub(MOST_ROWS) {
        let _ = write!(markdown, "\n\n... and {more} more");
    }
    Some((range, markdown))
}

/// What is known of one access.
fn told(text: &str, access: &Access, theme: Option<Theme>) -> String {
    let mut out = String::new();
    if let Some(layout) = &access.layout {
        out.push_str(&code_block("cute", layout));
        out.push_str("\n\n");
    }
    let direction = if access.is_write { "write" } else { "read" };
    let mut first = vec![format!("{} {direction}", access.space.name())];
    first.extend(access.width.map(|width| format!("{width} bytes a lane")));
    if !access.instance.is_empty() {
        first.push(format!("in {}", code_span(&format!("{}{}", access.kernel, access.instance))));
    }
    out.push_str(&first.join(" \u{b7} "));
    if let Some(cost) = access.cost {
        let _ = write!(out, "\n\n**{}**", shown(&cost.to_string()));
        if access.best.is_some_and(|best| best != cost) {
            out.push_str(" where it begins at a whole sector");
        }
    }
    if !access.when.is_empty() {
        let _ = write!(out, "\n\nif {}", access.when.join(", "));
    }
    if let Some(reason) = &access.reason {
        let what = match (reason, &access.layout) {
            (Reason::Symbol(_) | Reason::Width(_), Some(_)) => "what it costs is not known",
            _ => "not known",
        };
        let _ = write!(out, "\n\n{what}: {}", shown(&reason.to_string()));
    }
    if !access.formula.is_empty() && access.formula != "0" && access.layout.is_some() {
        let _ = write!(out, "\n\nbyte of the first lane: {}", code_span(&access.formula));
    }
    if let (Some(cost), Some(offsets)) = (access.cost, &access.offsets)
        && !access.is_uniform
    {
        let picture = theme.and_then(|theme| picture(access, theme));
        let picture = picture.unwrap_or_else(|| code_block("", &table(cost.unit, offsets)));
        let _ = write!(out, "\n\n{picture}");
    }
    for fragment in fragments(text, access) {
        let _ = write!(out, "\n\n{}", told_of(&fragment));
    }
    if access.is_with_neighbours {
        out.push_str("\n\nTogether with its neighbours it costs the least: ");
        out.push_str(match access.space {
            Space::Shared => "a compiler may make wider accesses of them.",
            _ => "the L1 cache has what the first of them brought.",
        });
    }
    out
}

/// Of which fragment an access is, or which lane of one is elsewhere.
fn told_of(fragment: &Fragment) -> String {
    let operands = fragment.operands.join(" and ");
    let (atom, stride) = (code_span(&fragment.atom), fragment.stride);
    match fragment.differs {
        None => format!(
            "Lanes are those of the {operands} fragment of {atom}, of a matrix with {stride} bytes from line to line."
        ),
        Some(Elsewhere { lane, is, wanted }) => format!(
            "Lanes are those of the {operands} fragment of {atom} up to lane {lane}: that is at byte {is} and would be at \
             {wanted}, with {stride} bytes from line to line."
        ),
    }
}

/// The lanes over banks or sectors, where they are near each other.
fn picture(access: &Access, theme: Theme) -> Option<String> {
    let offsets = access.offsets.as_ref()?;
    let rows = offsets.iter().max()?.checked_sub(*offsets.iter().min()?)?.div_euclid(BANKS * BANK_BYTES);
    if rows >= MOST_PICTURE_ROWS {
        return None;
    }
    let expression = access_expression(access)?;
    let evaluated = picture::evaluated(&expression).ok()?;
    let (operation, operands) = picture::operands(&expression);
    let drawn = Subject { evaluated: &evaluated, operation, operands }.picture(&Wanted::default()).ok()?;
    embedded(&drawn, SvgStyle::HOVER.on(theme))
}

/// In which bank, or in which sector, the lanes begin, eight lanes a line, counted from the first lane's.
fn table(unit: Unit, offsets: &[i64; 32]) -> String {
    let mut out = String::from(match unit {
        Unit::Wavefronts => "lane    bank, from that of lane 0\n",
        Unit::Sectors => "lane    sector, from that of lane 0\n",
    });
    for (line, lanes) in offsets.chunks(8).enumerate() {
        let _ = write!(out, "{:2}..{:2}", 8 * line, 8 * line + 7);
        for byte in lanes {
            let place = match unit {
                Unit::Wavefronts => byte.div_euclid(BANK_BYTES).rem_euclid(BANKS),
                Unit::Sectors => byte.div_euclid(SECTOR_BYTES),
            };
            let _ = write!(out, " {place:4}");
        }
        out.push('\n');
    }
    out
}
