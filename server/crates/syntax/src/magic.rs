//! Cells of notebooks as Python: what is meant for IPython and not for Python gives way to what Python makes of it.

/// Magics that bind no name of the program and run none of its code, whatever stands behind them.
const HARMLESS_LINES: [&str; 20] = [
    "alias",
    "autoreload",
    "cd",
    "conda",
    "config",
    "env",
    "history",
    "load_ext",
    "ls",
    "matplotlib",
    "mkdir",
    "pip",
    "precision",
    "pwd",
    "reload_ext",
    "set_env",
    "unload_ext",
    "uv",
    "who",
    "whos",
];

/// Magics whose cell is no Python, and which bind no name of the program.
const HARMLESS_CELLS: [&str; 21] = [
    "HTML",
    "SVG",
    "bash",
    "cmd",
    "cu",
    "cuda",
    "file",
    "html",
    "javascript",
    "js",
    "latex",
    "markdown",
    "perl",
    "ruby",
    "script",
    "sh",
    "svg",
    "system",
    "sx",
    "writefile",
    "!",
];

/// Stands for what may do anything: the evaluator lets no name stay certain behind it.
const ANYTHING: &str = "exec(__)";

/// The Python of a cell, line for line.
///
/// Lines for IPython (`%magic`, `!command`, `help?`) are blank where they bind nothing; a magic that is not known to be
/// harmless may bind any name and becomes a call of `exec`. `%time x = 5` and the cell behind `%%time` are run as they
/// stand. All other code keeps its columns. What looks like a magic inside of brackets or strings is none.
///
/// ```
/// use layoutlens_syntax::without_magics;
///
/// assert_eq!(without_magics("%matplotlib inline\n%time x = 5\n!ls\n"), "                  \n0   ; x = 5\n   \n");
/// assert_eq!(without_magics("y = (x\n  % 4)\n"), "y = (x\n  % 4)\n");
/// assert_eq!(without_magics("%run other.py\nx = 4\n"), "exec(__)\nx = 4\n");
/// ```
pub fn without_magics(cell: &str) -> String {
    let (head, body) = cell_magic(cell);
    let mut python = head;
    let mut state = State::default();
    for line in body.split_inclusive('\n') {
        let code = line.trim_end_matches(['\n', '\r']);
        if state.is_at_statement() {
            python += &statement(code);
        } else {
            python += code;
        }
        python += line.get(code.len()..).unwrap_or_default();
        state.read(code);
    }
    python
}

/// What stands for the lines down to and with a `%%magic`, and the rest of the cell, which is Python.
fn cell_magic(cell: &str) -> (String, &str) {
    let first = cell.split_inclusive('\n').position(|line| !line.trim().is_empty());
    let start: usize = cell.split_inclusive('\n').take(first.unwrap_or_default()).map(str::len).sum();
    let rest = cell.get(start..).unwrap_or_default();
    let Some(call) = rest.strip_prefix("%%") else { return (String::new(), cell) };
    let line_length = rest.find('\n').unwrap_or(rest.len());
    let (name, arguments) = word(call.get(..line_length.saturating_sub(2)).unwrap_or_default());
    let (line, body) = rest.split_at(line_length);
    let before = cell.get(..start).unwrap_or_default();
    match name {
        "time" | "capture" | "prun" if arguments.is_empty() => (format!("{before}{}", blank(line)), body),
        name if HARMLESS_CELLS.contains(&name) => (format!("{before}{}", blank(rest)), ""),
        _ => (format!("{before}{ANYTHING}{}", blank(body)), ""),
    }
}

/// The text without anything but its lines, each character a blank.
fn blank(text: &str) -> String {
    text.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }).collect()
}

/// The first word, and what stands behind it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '!').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim())
}

/// A line that begins a statement, as Python.
fn statement(line: &str) -> String {
    let code = line.trim_start();
    let indent = line.get(..line.len() - code.len()).unwrap_or_default();
    let code = code.trim_end();
    if let Some(call) = code.strip_prefix('%') {
        return format!("{indent}{}", line_magic(code, call));
    }
    // A shell or a question binds nothing.
    if code.starts_with(['!', '?']) || is_question(code) {
        return format!("{indent}{}", nothing(code, indent));
    }
    match assigned_magic(code) {
        Some(at) => format!("{indent}{}{ANYTHING}", code.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    }
}

fn line_magic(code: &str, call: &str) -> String {
    let (name, arguments) = word(call);
    if name == "time" && !arguments.is_empty() {
        // `0   ; x = 5`: the statement is run, in its columns.
        let head = code.len() - arguments.len().min(code.len());
        let width = head.saturating_sub("0; ".len());
        return format!("0{}; {arguments}", " ".repeat(width));
    }
    if HARMLESS_LINES.contains(&name) { nothing(code, " ") } else { ANYTHING.to_owned() }
}

/// What does nothing in the place of `code`: a blank, or a statement where a block may be left without any.
fn nothing(code: &str, indent: &str) -> String {
    let is_indented = indent.len() > 1;
    if is_indented { format!("pass{}", blank(code.get(4..).unwrap_or_default())) } else { blank(code) }
}

/// `name?`, `module.name??`
fn is_question(code: &str) -> bool {
    let asked = code.trim_end().trim_end_matches('?');
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    asked.len() < code.trim_end().len() && !asked.is_empty() && asked.chars().all(is_name)
}

/// Where the value begins in `x = !ls` and `x = %magic`.
fn assigned_magic(code: &str) -> Option<usize> {
    let equals = code.find('=')?;
    let value = code.get(equals + 1..)?;
    let begins = value.trim_start();
    let is_target = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ',' | ' ' | '[' | ']' | '*');
    let targets = code.get(..equals)?;
    (begins.starts_with(['!', '%']) && targets.chars().all(is_target))
        .then(|| equals + 1 + value.len() - begins.len())
}

/// Between which signs a line of Python ends.
#[derive(Debug, Default)]
struct State {
    brackets: usize,
    /// The quotes of a string over several lines.
    string: Option<&'static str>,
    goes_on: bool,
}

impl State {
    /// Whether the next line begins a statement.
    fn is_at_statement(&self) -> bool {
        self.brackets == 0 && self.string.is_none() && !self.goes_on
    }

    fn read(&mut self, line: &str) {
        self.goes_on = false;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            if let Some(quotes) = self.string {
                let ends = rest.strip_prefix(quotes);
                if ends.is_some() {
                    self.string = None;
                }
                rest = ends.unwrap_or_else(|| behind_one(rest));
                continue;
            }
            let opened = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes));
            if let Some(quotes) = opened {
                self.string = Some(quotes);
                rest = rest.get(quotes.len()..).unwrap_or_default();
                continue;
            }
            match first {
                '#' => return,
                '(' | '[' | '{' => self.brackets += 1,
                ')' | ']' | '}' => self.brackets = self.brackets.saturating_sub(1),
                '\\' if rest.len() == 1 => self.goes_on = true,
                _ => {}
            }
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
        // A string in single quotes ends with its line, unless a backslash says that it goes on.
        if self.string.is_some_and(|quotes| quotes.len() == 1) && !line.ends_with('\\') {
            self.string = None;
        }
    }
}

/// What stands behind one character of a string, which may be an escape.
fn behind_one(text: &str) -> &str {
    let mut characters = text.chars();
    if characters.next() == Some('\\') {
        characters.next();
    }
    characters.as_str()
}

#[cfg(test)]
mod tests {
    use super::without_magics;

    #[test]
    fn what_binds_nothing_is_blank() {
        for line in ["!pip install x", "%load_ext autoreload", "cute.make_layout?", "?cute", "%pwd"] {
            assert_eq!(without_magics(line), " ".repeat(line.len()), "{line}");
        }
        assert_eq!(without_magics("if a:\n    !ls -l\n"), "if a:\n    pass  \n");
    }

    #[test]
    fn what_may_bind_names_may_do_anything() {
        for line in ["%run other.py", "%pylab", "%timeit -o f()", "%mine"] {
            assert_eq!(without_magics(line), "exec(__)", "{line}");
        }
        assert_eq!(without_magics("x = !ls\n"), "x = exec(__)\n");
        assert_eq!(without_magics("a, b = %mine 4\n"), "a, b = exec(__)\n");
    }

    #[test]
    fn cells_of_other_languages_keep_their_lines_alone() {
        assert_eq!(without_magics("%%bash\nls\n# cute: show 4\n"), "      \n  \n              \n");
        assert_eq!(without_magics("\n%%time\nx = 4\n"), "\n      \nx = 4\n");
        assert_eq!(without_magics("%%timeit\nx = 4\n"), "exec(__)\n     \n");
        assert_eq!(without_magics("%%capture out\nx = 4"), "exec(__)\n     ");
        assert_eq!(without_magics("%%"), "exec(__)");
    }

    #[test]
    fn python_stays_as_it_is() {
        for cell in [
            "x = a \\\n  % 4\n",
            "s = \"\"\"\n%run x\n!ls\n\"\"\"\n",
            "s = 'it\\'s (' # [\nt = 4 % 3\n",
            "f(a,\n  !b)\n",
            "x = 'a\\\n%run b'\n",
            "y = x != 4\nz: int = 5\n",
        ] {
            assert_eq!(without_magics(cell), cell);
        }
        assert_eq!(without_magics("s = '''a'''\n!ls\n"), "s = '''a'''\n   \n");
    }
}
