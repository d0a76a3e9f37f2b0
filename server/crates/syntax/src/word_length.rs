//! How long the word is that a text begins with: the tokens of `grammar.js`, where the grammar cannot be asked.

pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// `PLAIN_NAME` of `grammar.js`: a C identifier that is neither `_` nor `_8`.
pub(crate) fn plain_name_length(text: &str) -> usize {
    let word = &text[..text.bytes().take_while(|&byte| is_word_byte(byte)).count()];
    let is_number_or_blank =
        word.trim_start_matches('_').bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with("__");
    if is_number_or_blank || word.starts_with(|first: char| first.is_ascii_digit()) { 0 } else { word.len() }
}

pub(crate) fn code_length(text: &str) -> usize {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return 0;
    }
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        let next_is_word = bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        match bytes[end] {
            byte if byte.is_ascii_alphanumeric() => end += 1,
            b'-' | b'_' if next_is_word => end += 1,
            _ => break,
        }
    }
    end
}

/// `8`, `_8`, `8_c`.
pub(crate) fn integer_length(text: &str) -> usize {
    let underscore = usize::from(text.starts_with('_'));
    let digits = digits_length(&text[underscore..]);
    match digits {
        0 => 0,
        _ if underscore == 0 && text[digits..].starts_with("_c") => digits + 2,
        _ => underscore + digits,
    }
}

fn digits_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Literals of one word: integers, `8e1`, `1/2@0`, `_`, `?{div=8}`, `...`, pointers.
pub(crate) fn literal_length(text: &str) -> Option<usize> {
    let pointer = pointer_length(text);
    if pointer.is_some() {
        return pointer;
    }
    if text.starts_with("...") {
        return Some(3);
    }
    if let Some(rest) = text.strip_prefix('?') {
        let braces = rest.strip_prefix('{').and_then(|inside| {
            let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '=' || c == ' '))?;
            inside[end..].starts_with('}').then_some(end + 2)
        });
        return Some(1 + braces.unwrap_or(0));
    }
    let length = integer_length(text);
    if length == 0 {
        let is_blank = text.starts_with('_') && plain_name_length(text) == 0;
        return is_blank.then_some(1);
    }
    if plain_name_length(text) > length {
        return None;
    }
    let digits = digits_length(text);
    if digits > 0 && text[digits..].starts_with('e') {
        let index = digits_length(&text[digits + 1..]);
        if index > 0 {
            return Some(digits + 1 + index);
        }
    }
    Some(fraction_length(text).unwrap_or(length))
}

fn fraction_length(text: &str) -> Option<usize> {
    let number = |at: usize| {
        let underscore = usize::from(text[at..].starts_with('_'));
        let digits = digits_length(&text[at + underscore..]);
        (digits > 0).then_some(at + underscore + digits)
    };
    let slash = number(0)?;
    let mut end = number(slash + text[slash..].strip_prefix('/').map(|_| 1)?)?;
    let mut has_path = false;
    loop {
        let at = end + text[end..].len() - text[end..].trim_start().len();
        let Some(behind) = text[at..].strip_prefix('@') else { break };
        let index = text.len() - behind.trim_start().len();
        let Some(next) = number(index) else { break };
        end = next;
        has_path = true;
    }
    has_path.then_some(end)
}

/// `UniversalCopy<float>`, `GMMA::Layout_K_SW128_Atom<half_t>{}`, `Step<_1,X,_1>`: `type_name` of `grammar.js`.
pub(crate) fn type_name_length(text: &str) -> Option<usize> {
    const NAMES: [&str; 8] = [
        "Step",
        "Copy_Atom",
        "MMA_Atom",
        "Copy_Traits",
        "MMA_Traits",
        "UniversalCopy",
        "UniversalFMA",
        "AutoVectorizingCopyWithAssumedAlignment",
    ];
    let (path, _) = text.split_once('<')?;
    let whole = ["cute::", "cutlass::"].iter().find_map(|own| path.strip_prefix(own)).unwrap_or(path);
    let mut name = whole;
    if !NAMES.contains(&name) {
        if let Some((architecture, behind)) = name.split_once("::")
            && is_architecture(architecture)
            && architecture.bytes().last().is_some_and(|last| last.is_ascii_digit())
        {
            name = behind;
        }
        let of_descriptor =
            ["SM90::GMMA::", "GMMA::", "UMMA::"].iter().find_map(|own| name.strip_prefix(own));
        let is_atom = match of_descriptor {
            Some(atom) => {
                let of_hopper = whole.strip_prefix("SM90::").unwrap_or(whole).strip_prefix("GMMA::");
                let is_mma = of_hopper.is_some_and(|of_mma| {
                    let of_mma = of_mma.strip_prefix("SPARSE::").unwrap_or(of_mma);
                    ["GMMA_", "MMA_"].iter().any(|own| of_mma.strip_prefix(own).is_some_and(is_words))
                });
                is_mma || atom.strip_prefix("Layout_").is_some_and(is_words)
            }
            None => {
                while let Some(behind) =
                    ["BLOCKSCALED::", "SPARSE::"].iter().find_map(|own| name.strip_prefix(own))
                {
                    name = behind;
                }
                name.split_once('_').is_some_and(|(sm, rest)| is_architecture(sm) && is_words(rest))
            }
        };
        if !is_atom {
            return None;
        }
    }
    let end = path.len() + angled_length(&text[path.len()..])?;
    Some(end + if text[end..].starts_with("{}") { 2 } else { 0 })
}

/// `SM80`, `SM90a`.
fn is_architecture(text: &str) -> bool {
    let number = text.strip_prefix("SM").unwrap_or_default();
    let digits = digits_length(number);
    let variant = &number[digits..];
    digits > 0 && variant.len() < 2 && variant.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn is_words(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_word_byte)
}

/// `<...>` of a type, three levels deep at most.
fn angled_length(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' if depth == 3 => return None,
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(index + 1),
            b'>' => depth -= 1,
            byte if is_word_byte(byte) || b":, \t-".contains(&byte) => {}
            _ => return None,
        }
    }
    None
}

/// `smem_ptr[16b](unset)`, `Sw<3,4,3>_smem_ptr[16b](0x0)`, `tmem_[32b](0x0)`, `ArithTuple(0,0)`.
pub(crate) fn pointer_length(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix("ArithTuple(") {
        let inside =
            rest.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b',' | b' ' | b'_')).count();
        return rest[inside..].starts_with(')').then_some(11 + inside + 1);
    }
    let rest = text.strip_prefix(['G', 'U']).and_then(|rest| rest.strip_prefix("MMA::DescriptorIterator"));
    if let Some(rest) = rest {
        // A longer name is another one.
        let behind = rest.strip_prefix("::").or_else(|| rest.strip_prefix('.'));
        let goes_on = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            || behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
        return (!goes_on).then(|| text.len() - rest.len());
    }
    let space = &text[swizzle_of_pointer_length(text)..];
    let letters = space.bytes().take_while(u8::is_ascii_lowercase).count();
    let behind = match space[letters..].strip_prefix('_') {
        Some(behind) if letters > 0 => behind.strip_prefix("ptr").unwrap_or(behind),
        _ => space.strip_prefix("ptr")?,
    };
    let bits = behind.strip_prefix('[')?;
    let digits = digits_length(bits);
    let address = bits[digits..].strip_prefix("b](").filter(|_| digits > 0)?;
    let end = address.find(['(', ')'])?;
    address[end..].starts_with(')').then(|| text.len() - address.len() + end + 1)
}

/// The length of `Sw<3,4,3>_`, 0 if it does not stand here.
fn swizzle_of_pointer_length(text: &str) -> usize {
    let opening = ["Sw<", "S<", "Swizzle<"].into_iter().find(|opening| text.starts_with(opening));
    let Some(inside) = opening.and_then(|opening| text.strip_prefix(opening)) else { return 0 };
    let Some((parameters, behind)) = inside.split_once(">_") else { return 0 };
    let parts: Vec<&str> = parameters.split(',').collect();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let [bits, base, shift] = parts.as_slice() else { return 0 };
    let fits = is_number(bits) && is_number(base) && is_number(shift.strip_prefix('-').unwrap_or(shift));
    if fits { text.len() - behind.len() } else { 0 }
}
