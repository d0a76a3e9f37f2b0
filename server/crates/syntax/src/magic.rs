//! Cells of notebooks as Python: what is meant for IPython and not for Python gives way to what Python makes of it.

/// Magics that bind no name of the program, run none of its code and change no module, whatever stands behind them.
const HARMLESS_LINES: [&str; 18] = [
    "alias",
    "autoreload",
    "conda",
    "config",
    "env",
    "history",
    "load_ext",
    "ls",
    "matplotlib",
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
const HARMLESS_CELLS: [&str; 10] =
    ["HTML", "SVG", "cu", "cuda", "html", "javascript", "js", "latex", "markdown", "svg"];

/// Magics whose cell is a text for another program or a file: harmless where [`may_change_modules`] says no.
const SHELL_CELLS: [&str; 9] = ["bash", "cmd", "file", "perl", "ruby", "script", "sh", "writefile", "!"];

/// What stands in a command that may write a module, take a value from the program, or give it one.
const SUSPECT: [&str; 13] =
    [".py", ">", "{", "$", "--out", "--err", "--proc", "git", "sed", "patch", "cp ", "mv ", "tar"];

/// Words of Python that another word may follow, or stand behind one.
const WORDS: [&str; 37] = [
    "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "type", "while", "with", "yield", "print",
    "exec",
];

/// Stands for what may do anything: the evaluator lets no name stay certain behind it.
pub const ANYTHING: &str = "exec(__)";

/// The Python of a cell, line for line.
///
/// Lines for IPython (`%magic`, `!command`, `help?`) are blank where they bind nothing; what may bind any name, run code of the
/// program or change a module becomes a call of `exec`. `%time x = 5` and the cell behind `%%time` are run as they stand: as
/// all code they are taken to raise nothing. All other code keeps its columns. What looks like a magic inside of brackets or
/// strings is none.
///
/// ```
/// use layoutlens_syntax::without_magics;
///
/// assert_eq!(without_magics("%matplotlib inline\n%time x = 5\n!ls\n"), "                  \n0   ; x = 5\n   \n");
/// assert_eq!(without_magics("y = (x\n  % 4)\n"), "y = (x\n  % 4)\n");
/// assert_eq!(without_magics("%run other.py\nx = 4\n"), "exec(__)\nx = 4\n");
/// ```
pub fn without_magics(cell: &str) -> String {
    if cell.contains(INTERPRETER) {
        return format!("{ANYTHING}{}", blank(cell));
    }
    let (head, body) = cell_magic(cell);
    let mut python = head;
    let mut state = State::default();
    // Whether a line for IPython goes on below.
    let mut goes_on = false;
    for line in body.split_inclusive('\n') {
        let code = line.trim_end_matches(['\n', '\r']);
        if goes_on {
            python += &blank(code);
            goes_on = code.ends_with('\\');
        } else if !state.is_at_statement() {
            python += code;
            state.read(code);
        } else if let Some(replaced) = replacement(code) {
            // What stands in a line for IPython opens no bracket of Python.
            python += &replaced;
            goes_on = code.ends_with('\\');
        } else {
            python += code;
            state.read(code);
        }
        python += line.get(code.len()..).unwrap_or_default();
    }
    python
}

/// How a cell gets at what runs it, and so at every name.
const INTERPRETER: &str = "get_ipython";

/// Whether code defines magics of its own or gets at what runs it: no cell behind it can be sure of a name.
pub fn reaches_the_interpreter(cell: &str) -> bool {
    cell.contains(INTERPRETER) || cell.contains("register_") && cell.contains("magic")
}

/// What stands for the lines down to and with a `%%magic`, and the rest of the cell, which is Python.
fn cell_magic(cell: &str) -> (String, &str) {
    let first = cell.split_inclusive('\n').position(|line| !line.trim().is_empty());
    let start: usize = cell.split_inclusive('\n').take(first.unwrap_or_default()).map(str::len).sum();
    let rest = cell.get(start..).unwrap_or_default();
    let Some(call) = rest.trim_start().strip_prefix("%%") else { return (String::new(), cell) };
    let line_length = rest.find('\n').unwrap_or(rest.len());
    let (line, body) = rest.split_at(line_length);
    let (name, arguments) = word(call.split('\n').next().unwrap_or_default());
    let before = cell.get(..start).unwrap_or_default();
    match name {
        "time" | "capture" | "prun" if arguments.is_empty() => {
            // The body may have a magic of its own.
            let (head, python) = cell_magic(body);
            (format!("{before}{}{head}", blank(line)), python)
        }
        name if HARMLESS_CELLS.contains(&name)
            || SHELL_CELLS.contains(&name) && !may_change_modules(rest) =>
        {
            (format!("{before}{}", blank(rest)), "")
        }
        _ => (format!("{before}{ANYTHING}{}", blank(body)), ""),
    }
}

/// Whether a command may write what is imported later, or exchanges values with the program.
fn may_change_modules(command: &str) -> bool {
    SUSPECT.iter().any(|part| command.contains(part))
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

/// What stands for a line that begins a statement where it is meant for IPython.
fn replacement(line: &str) -> Option<String> {
    let code = line.trim_start();
    let indent = line.get(..line.len() - code.len()).unwrap_or_default();
    let code = code.trim_end();
    let python = if let Some(call) = code.strip_prefix('%') {
        line_magic(code, call, indent)
    } else if let Some(command) = code.strip_prefix('!') {
        if may_change_modules(command) { ANYTHING.to_owned() } else { nothing(code, indent) }
    } else if code.starts_with('?') || is_question(code) {
        nothing(code, indent)
    } else if code.starts_with(['/', ',', ';']) || is_automagic(code) {
        // `/f 8` is a call, `run other.py` a magic.
        ANYTHING.to_owned()
    } else {
        let at = assigned_magic(code)?;
        format!("{}{ANYTHING}", code.get(..at).unwrap_or_default())
    };
    Some(format!("{indent}{python}"))
}

fn line_magic(code: &str, call: &str, indent: &str) -> String {
    let (name, arguments) = word(call);
    // Inside of a function a magic has names of its own.
    if name == "time" && !arguments.is_empty() && indent.is_empty() {
        // `0   ; x = 5`: the statement is run, in its columns.
        let head = code.len() - arguments.len().min(code.len());
        let width = head.saturating_sub("0; ".len());
        return format!("0{}; {arguments}", " ".repeat(width));
    }
    if HARMLESS_LINES.contains(&name) { nothing(code, indent) } else { ANYTHING.to_owned() }
}

/// Whether two words stand side by side as nowhere in Python.
fn is_automagic(code: &str) -> bool {
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
    let (first, rest) = code.split_at(end);
    let second = rest.trim_start();
    let second_end = second.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(second.len());
    let (second, behind) = second.split_at(second_end);
    let is_word = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    // A path may follow, too.
    let is_path = second.is_empty() && behind.starts_with(['/', '~']) && !behind.starts_with("//");
    let is_spaced = rest.starts_with([' ', '\t']);
    is_spaced
        && is_word(first)
        && !WORDS.contains(&first)
        && (is_word(second) && !WORDS.contains(&second) || is_path && AUTOMAGICS.contains(&first))
}

/// Magics that take a path and need no `%`.
const AUTOMAGICS: [&str; 4] = ["run", "load", "cd", "pycat"];

/// What does nothing in the place of `code`: a blank, or a statement where a block may be left without any.
fn nothing(code: &str, indent: &str) -> String {
    match indent.is_empty() {
        true => blank(code),
        false => format!("pass{}", blank(code.get(4..).unwrap_or_default())),
    }
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
    use super::{reaches_the_interpreter, without_magics};

    #[test]
    fn what_binds_nothing_is_blank() {
        for line in ["!pip install x", "%load_ext autoreload", "cute.make_layout?", "?cute", "%pwd"] {
            assert_eq!(without_magics(line), " ".repeat(line.len()), "{line}");
        }
        assert_eq!(without_magics("if a:\n    !ls -l\n"), "if a:\n    pass  \n");
    }

    #[test]
    fn what_may_bind_names_or_change_modules_may_do_anything() {
        for line in [
            "%run other.py",
            "%pylab",
            "%timeit -o f()",
            "%mine",
            "%cd sub",
            "run other.py",
            "/f 8",
            "!sed -i s/4/16/ helper.py",
            "!echo {f(8)}",
        ] {
            assert_eq!(without_magics(line), "exec(__)", "{line}");
        }
        assert_eq!(without_magics("x = !ls\n"), "x = exec(__)\n");
        assert_eq!(without_magics("a, b = %mine 4\n"), "a, b = exec(__)\n");
        assert_eq!(without_magics("def f():\n  %time y = 8\n"), "def f():\n  exec(__)\n");
        assert_eq!(
            without_magics("ip = get_ipython()\nip.push(dict(x=64))"),
            format!("exec(__){}\n{}", " ".repeat(18), " ".repeat(19))
        );
        assert!(
            reaches_the_interpreter("@register_line_magic\n")
                && !reaches_the_interpreter("m.register_buffer(x)")
        );
    }

    #[test]
    fn cells_of_other_languages_keep_their_lines_alone() {
        assert_eq!(without_magics("%%bash\nls\n# cute: show 4\n"), "      \n  \n              \n");
        assert_eq!(without_magics("\n%%time\nx = 4\n"), "\n      \nx = 4\n");
        assert_eq!(without_magics("%%timeit\nx = 4\n"), "exec(__)\n     \n");
        assert_eq!(without_magics("%%capture out\nx = 4"), "exec(__)\n     ");
        assert_eq!(without_magics("  %%bash\n  x=8"), "        \n     ");
        assert_eq!(without_magics("%%time\n%%bash\nx=8"), "      \n      \n   ");
        assert_eq!(without_magics("%%writefile helper.py\nTILE = 16"), "exec(__)\n         ");
        assert_eq!(without_magics("%%bash --out L\necho hi"), "exec(__)\n       ");
        assert_eq!(without_magics("%%"), "exec(__)");
    }

    #[test]
    fn a_line_for_ipython_opens_no_bracket_and_may_go_on() {
        assert_eq!(without_magics("!echo sad :(\n%run x\n"), "            \nexec(__)\n");
        assert_eq!(without_magics("!echo a \\\nx = 8\ny = 4\n"), "         \n     \ny = 4\n");
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
            "x if y else z\nnot x\na in b\nfrom a import b\nasync def f(): pass\nmatch x:\n  case 4: pass\n",
            "a = b\na / 4\nprint (4)\nx , y = 4, 5\n",
        ] {
            assert_eq!(without_magics(cell), cell);
        }
        assert_eq!(without_magics("s = '''a'''\n!ls\n"), "s = '''a'''\n   \n");
    }
}
