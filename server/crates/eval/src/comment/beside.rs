//! Which variables of the code a comment speaks of.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_host_value::evaluation::{HostEvaluation, Variable, VariableKind};
use layoutlens_syntax::{CommentPlace, File, Language, ValueComment};

/// What may stand between a declaration and the comment behind it, or its line's end.
const CLOSERS: &str = ";,)>{:";

/// What a line ends with whose declaration goes on below.
const OPENERS: [char; 4] = ['(', '<', '{', '='];

/// Finds the declarations beside comments.
pub(super) struct Beside<'a> {
    file: &'a File,
    text: &'a str,
    host: &'a HostEvaluation,
    /// Indices of the variables whose statement begins at a byte, in the order of the text.
    by_start: BTreeMap<usize, Vec<usize>>,
    /// The same for the end of the statement.
    by_end: BTreeMap<usize, Vec<usize>>,
}

impl<'a> Beside<'a> {
    pub(super) fn new(file: &'a File, text: &'a str, host: &'a HostEvaluation) -> Self {
        let (mut by_start, mut by_end) = (BTreeMap::new(), BTreeMap::new());
        if !file.value_comments.is_empty() {
            for (index, variable) in host.variables.iter().enumerate() {
                by_start.entry(variable.statement.start).or_insert_with(Vec::new).push(index);
                by_end.entry(variable.statement.end).or_insert_with(Vec::new).push(index);
            }
        }
        Self { file, text, host, by_start, by_end }
    }

    /// Indices of the variables that the values of a comment speak of, one for each; none where that is not clear.
    pub(super) fn variables(&self, comment: &ValueComment) -> Vec<usize> {
        let found = match (&comment.label, &comment.place) {
            (Some(label), place) => {
                let on_line = self.declared(place);
                let named = on_line.into_iter().find(|index| self.is_named(*index, &label.text));
                named.or_else(|| self.visible(&label.text, comment.range.start)).into_iter().collect()
            }
            (None, place @ CommentPlace::Behind(code)) => match self.printed(code) {
                Some(name) => self.visible(name, comment.range.start).into_iter().collect(),
                None => self.declared(place),
            },
            (None, place) => self.declared(place),
        };
        if found.len() == comment.values.len() { found } else { Vec::new() }
    }

    /// The name whose value a line of code prints, when it prints one name and beside it only texts: `print(gA);`,
    /// `print("gA: "); print(gA); print("\n");`.
    fn printed(&self, code: &Range<usize>) -> Option<&str> {
        let statements = self.text.get(code.clone())?.split(';').map(str::trim);
        let arguments = statements.filter(|statement| !statement.is_empty()).map(|statement| {
            let call = statement.strip_prefix("cute::").unwrap_or(statement).strip_prefix("print")?;
            call.trim_start().strip_prefix('(')?.strip_suffix(')').map(str::trim)
        });
        let arguments: Vec<&str> = arguments.collect::<Option<_>>()?;
        let is_text = |argument: &&&str| argument.starts_with('"') && argument.ends_with('"');
        let mut names = arguments.iter().filter(|argument| !is_text(argument));
        let name = names.next().filter(|_| names.next().is_none())?;
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some(*name)
    }

    fn is_named(&self, index: usize, name: &str) -> bool {
        self.host.variables.get(index).is_some_and(|variable| variable.name == name)
    }

    /// The variable that a name stands for at the byte `at`. Of several of one scope, the one above in the block of `at`:
    /// the others may or may not be bound there.
    fn visible(&self, name: &str, at: usize) -> Option<usize> {
        let found = self.host.lookup(name, at)?;
        let is_other = |variable: &Variable| {
            variable.name == name
                && variable.range != found.range
                && variable.visible.end == found.visible.end
                && self.file.scope_at(variable.range.start) == self.file.scope_at(found.range.start)
        };
        if self.host.variables.iter().any(is_other) && !self.is_above_in_block(found, at) {
            return None;
        }
        self.host.variables.iter().position(|variable| variable.range == found.range)
    }

    /// Whether what stands at the byte `at` is behind a declaration and in the same block.
    fn is_above_in_block(&self, variable: &Variable, at: usize) -> bool {
        let start = variable.statement.start;
        let Some(between) = self.text.get(start..at) else { return false };
        if self.file.language != Language::Python {
            let is_directive = |line: &str| line.trim_start().starts_with('#');
            return depth_stays(between, |offset| self.file.is_code(start + offset + 1))
                && !(self.file.language == Language::Cuda && between.lines().any(is_directive));
        }
        let line_start =
            |at: usize| self.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let own = start - line_start(start);
        let is_alone = self.text.get(line_start(start)..start).is_some_and(|before| before.trim().is_empty());
        let line_of_comment = self.text.get(line_start(at)..).unwrap_or_default();
        let is_inside = |line: &str| line.trim().is_empty() || indentation(line) >= own;
        is_alone
            && indentation(line_of_comment) == own
            && between.lines().skip(1).filter(|line| !line.trim_start().starts_with('#')).all(is_inside)
    }

    /// The names of the one statement that a comment stands beside.
    fn declared(&self, place: &CommentPlace) -> Vec<usize> {
        let mut names = match place {
            CommentPlace::Behind(code) => {
                let ending = self.ending_on(code);
                if ending.is_empty() { self.beginning_on(code) } else { ending }
            }
            CommentPlace::Above(code) => self.alone_from(*code),
            CommentPlace::Apart => Vec::new(),
        };
        names.sort_by_key(|index| self.host.variables.get(*index).map(|variable| variable.range.start));
        names.dedup_by_key(|index| self.host.variables.get(*index).map(|variable| variable.range.clone()));
        names
    }

    /// What is declared by the statement that ends on a line of code, when it is the only one there.
    fn ending_on(&self, code: &Range<usize>) -> Vec<usize> {
        let on_line = || self.by_end.range(code.start + 1..=code.end);
        let Some((end, last)) = on_line().next_back() else { return Vec::new() };
        let Some(statement) = self.statement(last) else { return Vec::new() };
        let is_only = on_line().count() == 1
            && last.iter().all(|index| self.has_statement(*index, &statement))
            && self.is_closed(*end..code.end)
            && self.is_alone_before(&statement, code.start, last)
            && !self.has_comments(statement.start..code.start);
        if is_only { last.clone() } else { Vec::new() }
    }

    /// What is declared by the statement that begins on a line of code and goes on below.
    fn beginning_on(&self, code: &Range<usize>) -> Vec<usize> {
        let goes_on = self.text.get(code.clone()).is_some_and(|code| code.ends_with(OPENERS));
        let Some(names) = self.by_start.get(&code.start).filter(|_| goes_on) else { return Vec::new() };
        let Some(statement) = self.statement(names) else { return Vec::new() };
        let is_only = names.iter().all(|index| self.has_statement(*index, &statement))
            && statement.end > code.end
            && !self.has_comments(code.end..statement.end);
        if is_only { names.clone() } else { Vec::new() }
    }

    /// What is declared by the statement that begins at a byte and is alone on its lines.
    fn alone_from(&self, start: usize) -> Vec<usize> {
        let Some(names) = self.by_start.get(&start) else { return Vec::new() };
        let Some(statement) = self.statement(names) else { return Vec::new() };
        let line_end = self.text.get(statement.end..).and_then(|rest| rest.find('\n'));
        let line_end = line_end.map_or(self.text.len(), |length| statement.end + length);
        let is_only = names.iter().all(|index| self.has_statement(*index, &statement))
            && self
                .by_start
                .range(start + 1..line_end)
                .all(|(_, inner)| inner.iter().all(|index| self.is_inside(*index, &statement)))
            && !self.has_comments(statement.start..line_end);
        if is_only { names.clone() } else { Vec::new() }
    }

    fn statement(&self, names: &[usize]) -> Option<Range<usize>> {
        let variable = names.first().and_then(|index| self.host.variables.get(*index))?;
        Some(variable.statement.clone())
    }

    fn has_statement(&self, index: usize, statement: &Range<usize>) -> bool {
        self.host.variables.get(index).is_some_and(|variable| variable.statement == *statement)
    }

    fn is_inside(&self, index: usize, statement: &Range<usize>) -> bool {
        self.host.variables.get(index).is_some_and(|variable| variable.statement.end <= statement.end)
    }

    /// Whether nothing but what closes a statement or a list of parameters stands in `range`.
    fn is_closed(&self, range: Range<usize>) -> bool {
        let between = self.text.get(range).unwrap_or_default();
        between.chars().all(|c| c.is_whitespace() || CLOSERS.contains(c))
    }

    /// Whether a statement begins its line; a parameter may stand behind the name of the function.
    fn is_alone_before(&self, statement: &Range<usize>, line: usize, names: &[usize]) -> bool {
        let is_parameter = |variable: &Variable| {
            matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter)
        };
        let are_parameters =
            names.iter().all(|index| self.host.variables.get(*index).is_some_and(is_parameter));
        if are_parameters || statement.start <= line {
            return true;
        }
        self.text.get(line..statement.start).is_some_and(|before| before.trim().is_empty())
    }

    /// Whether comments stand behind the code in `range`: then each speaks of its own line.
    fn has_comments(&self, range: Range<usize>) -> bool {
        self.file.value_comments.iter().any(|comment| match &comment.place {
            CommentPlace::Behind(code) => range.start <= code.start && code.end < range.end,
            _ => false,
        })
    }
}

/// Whether a piece of code ends in the block in which it begins, and is in it or deeper all along.
fn depth_stays(code: &str, is_code: impl Fn(usize) -> bool) -> bool {
    let braces = code.match_indices(['{', '}']).filter(|(at, _)| is_code(*at));
    let depth = braces.map(|(_, brace)| if brace == "{" { 1_i32 } else { -1 });
    let mut depths = depth.scan(0_i32, |sum, step| {
        *sum += step;
        Some(*sum)
    });
    let mut last = 0;
    depths.all(|depth| {
        last = depth;
        depth >= 0
    }) && last == 0
}
