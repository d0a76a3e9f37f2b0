//! The lines of a program, and which of its variables are compared.

/// A line.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// Four blanks each.
    pub(super) depth: usize,
    pub(super) text: String,
    /// The variable that it binds, when that is compared, and under which number.
    pub(super) shown: Option<(usize, String)>,
    /// The number of the part that the line belongs to, where it may be taken alone.
    pub(super) part: Option<usize>,
}

/// A program.
#[derive(Debug, Clone, Default)]
pub(super) struct Program {
    pub(super) lines: Vec<Line>,
}

impl Program {
    /// What we are asked about.
    pub(super) fn source(&self) -> String {
        self.lines.iter().map(|line| format!("{}{}\n", "    ".repeat(line.depth), line.text)).collect()
    }

    /// The same with a line behind each one that binds a variable, which tells what it holds.
    pub(super) fn telling(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let indent = "    ".repeat(line.depth);
            text += &format!("{indent}{}\n", line.text);
            if let Some((number, name)) = &line.shown {
                text += &format!("{indent}_tell({number}, {name})\n");
            }
        }
        text
    }
}
