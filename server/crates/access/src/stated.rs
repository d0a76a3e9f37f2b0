//! What a user states of a kernel's launch, in a comment inside of it: `cute: with blockDim = (32,8), ld = 1024`.

const MARK: &str = "cute: with ";

/// The most threads of a block.
const MOST_THREADS: i64 = 1024;

/// What a user states of a kernel's launch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    /// Threads along x, y and z.
    pub(crate) block: Option<[i64; 3]>,
    /// Numbers for names.
    pub(crate) names: Vec<(String, i64)>,
}

impl Stated {
    /// What the comments in the text of a kernel state.
    pub(crate) fn of(kernel: &str) -> Self {
        let mut found = Self::default();
        for line in kernel.lines() {
            let Some((before, stated)) = line.split_once(MARK) else { continue };
            if !before.contains("//") && !before.contains("/*") {
                continue;
            }
            let stated = stated.split("*/").next().unwrap_or_default();
            for part in parts(stated) {
                let Some((name, value)) = part.split_once('=') else { continue };
                let (name, value) = (name.trim(), value.trim());
                if name == "blockDim" {
                    found.block = block(value).or(found.block);
                } else if let Ok(number) = value.parse() {
                    found.names.push((name.to_owned(), number));
                }
            }
        }
        found
    }
}

fn block(value: &str) -> Option<[i64; 3]> {
    let mut sizes = [1; 3];
    let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')).unwrap_or(value);
    let given: Vec<&str> = inner.split(',').collect();
    if given.len() > sizes.len() {
        return None;
    }
    for (to, size) in sizes.iter_mut().zip(given) {
        *to = size.trim().parse().ok().filter(|size| (1..=MOST_THREADS).contains(size))?;
    }
    (sizes.iter().product::<i64>() <= MOST_THREADS).then_some(sizes)
}

/// At the commas outside of parentheses.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0_i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 0 => {
                out.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out
}

#[cfg(test)]
mod tests {
    use super::Stated;

    #[test]
    fn blocks_and_numbers_are_read_of_comments() {
        let stated = Stated::of("{\n  // cute: with blockDim = (32,8), ld = 1024\n  int x = with;\n}");
        assert_eq!(stated.block, Some([32, 8, 1]));
        assert_eq!(stated.names, [("ld".to_owned(), 1024)]);
        assert_eq!(Stated::of("cute: with blockDim = 64"), Stated::default());
        assert_eq!(Stated::of("// cute: with blockDim = 2048, n = m"), Stated::default());
    }
}
