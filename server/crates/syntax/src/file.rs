//! What one revision of a host file says: statements, layout comments, scopes, errors.

use std::collections::HashSet;
use std::ops::Range;

use crate::comment::{Comments, begins_statement, statement_text};
use crate::host::{self, HostTree};
use crate::layout_comment;
use crate::library_name::uses_library;
use crate::statement::Reader;
use crate::value_comment;
use crate::{
    Annotation, Expr, Language, LayoutComment, Scope, SourceScope, Statement, SyntaxError, ValueComment,
};

/// The most statements that are read of a file; the next one is an error that says so.
pub(crate) const MAX_STATEMENTS: usize = 10_000;

/// The most layouts that are read of comments without a marker, and the most comments beside variables: a file with
/// more was written by a program.
const MAX_COMMENTS: usize = 20_000;

/// Everything read from one revision of a file. All ranges are byte ranges in its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// The language of the code.
    pub language: Language,
    /// `cute:` statements in the order of the text, broken ones included.
    pub annotations: Vec<Annotation>,
    /// Conventional comments that hold one full layout.
    pub comments: Vec<LayoutComment>,
    /// Comments that are nothing but what the variable beside them is; only in files that use CuTe.
    pub value_comments: Vec<ValueComment>,
    /// Scope 0 is the file; functions follow in the order of the text.
    pub scopes: Vec<Scope>,
    /// The functions and classes of C++ and Rust in the order of the text, each from its `template` on.
    pub definitions: Vec<Range<usize>>,
    /// What could not be read in `cute:` statements.
    pub errors: Vec<SyntaxError>,
    /// Identifiers that occur in the host code: a statement may name them, so they are not unknown.
    pub host_names: HashSet<String>,
    /// Comments and literals in quotes, in the order of the text.
    pub not_code: Vec<Range<usize>>,
}

impl File {
    /// Whether what is typed at the byte `at` is code of the host language: no part of a comment or of a literal in quotes.
    pub fn is_code(&self, at: usize) -> bool {
        let before = self.not_code.partition_point(|range| range.start < at);
        before.checked_sub(1).and_then(|last| self.not_code.get(last)).is_none_or(|range| range.end <= at)
    }

    /// The bytes of `text`, of which the file was read, that are neither in comments or literals in quotes nor blank.
    pub fn code<'t>(&self, text: &'t str) -> impl Iterator<Item = u8> + use<'_, 't> {
        let ends = self.not_code.iter().map(|range| range.start).chain([text.len()]);
        let starts = std::iter::once(0).chain(self.not_code.iter().map(|range| range.end));
        let pieces = starts.zip(ends).filter_map(|(start, end)| text.as_bytes().get(start..end));
        pieces.flatten().copied().filter(|byte| !byte.is_ascii_whitespace())
    }

    /// All scopes: the file, then its functions, each before those inside it.
    pub fn all_scopes(&self) -> impl DoubleEndedIterator<Item = (SourceScope, &Scope)> + ExactSizeIterator {
        self.scopes.iter().enumerate().map(|(index, scope)| (SourceScope(index), scope))
    }

    /// The innermost scope that holds the byte `at`.
    pub fn scope_at(&self, at: usize) -> SourceScope {
        // Scopes are in the order of the text: what holds `at` is the last one that begins before it, or around that.
        let mut index = self.scopes.partition_point(|scope| scope.range.start <= at).saturating_sub(1);
        while let Some(scope) = self.scopes.get(index)
            && at >= scope.range.end
            && let Some(SourceScope(parent)) = scope.parent
        {
            index = parent;
        }
        SourceScope(index)
    }

    /// The outermost function or class of C++ or Rust that holds the byte `at`, from its `template` on.
    ///
    /// ```
    /// use layoutlens_syntax::{Language, parse};
    ///
    /// let text = "namespace n {\ntemplate <int N>\nstruct S { int field; };\n}\n";
    /// let (file, _) = parse(Language::Cuda, text, None);
    /// let class = file.definition_around(text.find("field").unwrap()).unwrap();
    /// assert_eq!(&text[class.clone()], "template <int N>\nstruct S { int field; }");
    /// assert_eq!(file.definition_around(0), None);
    /// ```
    pub fn definition_around(&self, at: usize) -> Option<&Range<usize>> {
        self.definitions.iter().find(|definition| definition.contains(&at))
    }

    /// Where the function of a scope begins with its `template`.
    ///
    /// ```
    /// use layoutlens_syntax::{Language, parse};
    ///
    /// let text = "int x;\ntemplate <int N>\nvoid f() { }\n";
    /// let (file, _) = parse(Language::Cuda, text, None);
    /// let function = file.scope_at(text.find("{").unwrap());
    /// assert!(text[file.head_of(function)..].starts_with("template"));
    /// ```
    pub fn head_of(&self, scope: SourceScope) -> usize {
        let Some(Scope { range, .. }) = self.scopes.get(scope.index()) else { return 0 };
        let is_it =
            |definition: &&Range<usize>| definition.end == range.end && definition.start <= range.start;
        self.definitions.iter().find(is_it).map_or(range.start, |definition| definition.start)
    }

    /// Whether what scope `outer` binds is visible in scope `inner`: it is the same scope, or one around it.
    pub fn encloses(&self, outer: SourceScope, inner: SourceScope) -> bool {
        self.enclosing(inner).any(|scope| scope == outer)
    }

    /// The scope itself and those around it, innermost first.
    pub fn enclosing(&self, scope: SourceScope) -> impl Iterator<Item = SourceScope> {
        let parent = |scope: &SourceScope| self.scopes.get(scope.0).and_then(|scope| scope.parent);
        // A parent stands before its children, so the chain ends; the bound guards against a file made by hand.
        std::iter::successors(Some(scope), parent).take(self.scopes.len() + 1)
    }
}

/// Reads a host file. Never fails.
///
/// `previous` is the tree of an earlier revision, which makes this one cheap to parse. What changed since is found by
/// comparing the texts, so that the result is that of a full parse whichever revision it was.
///
/// ```
/// use layoutlens_syntax::{Language, Statement, parse};
///
/// let (file, _) = parse(Language::Cuda, "// cute: show (4,8):(1,4)\nint main() {}\n", None);
/// assert!(matches!(file.annotations[0].statement, Statement::Show(_)));
/// assert_eq!(file.scopes[1].name.as_deref(), Some("main"));
/// ```
pub fn parse(language: Language, text: &str, previous: Option<&HostTree>) -> (File, HostTree) {
    let mut comments = host::comments(language, text);
    let mut tree = HostTree::parse(language, text, &comments, previous);
    let scopes = host::scopes(language, text, &tree).unwrap_or_else(|| {
        let functions = std::mem::take(&mut comments.functions);
        std::iter::once(host::file_scope(text)).chain(functions).collect()
    });
    let mut file = File { language, scopes, ..File::default() };
    let mut reader = Reader::knowing(previous.map(HostTree::readings));
    read_comments(&mut reader, text, &comments, &mut file);
    tree.keep_readings(reader.into_readings());
    file.definitions = std::mem::take(&mut comments.definitions);
    file.not_code = std::mem::take(&mut comments.not_code);
    file.host_names = comments.names.into_iter().map(str::to_owned).collect();
    (file, tree)
}

fn read_comments(reader: &mut Reader, text: &str, comments: &Comments<'_>, file: &mut File) {
    let uses_cute = uses_library(|name| comments.names.contains(name));
    if uses_cute {
        file.value_comments = value_comment::value_comments(reader, text, &comments.lines);
        file.value_comments.truncate(MAX_COMMENTS);
    }
    let mut next = 0;
    while let Some(line) = comments.lines.get(next) {
        if !begins_statement(&text[line.text.clone()]) {
            if file.comments.len() < MAX_COMMENTS {
                file.comments.extend(layout_comment::layouts(reader, text, line.text.clone(), uses_cute));
            }
            next += 1;
            continue;
        }
        let found = statement_text(text, &comments.lines, next);
        next = found.next_line;
        if file.annotations.len() == MAX_STATEMENTS {
            let message = format!(
                "more than {MAX_STATEMENTS} statements in a file: from here on they are not read; split the file"
            );
            file.errors.push(SyntaxError { range: found.marker, message });
            break;
        }
        let body = found.text.trim();
        let start = found.range.start + found.text.len() - found.text.trim_start().len();
        let (statement, errors) = if body.is_empty() {
            let message = "expected a statement behind `cute:`, for example `let A = (4,8):(1,4)`".to_owned();
            (Statement::Broken, vec![SyntaxError { range: found.marker.clone(), message }])
        } else {
            reader.statement(body, start)
        };
        let range = if body.is_empty() { found.marker } else { start..start + body.len() };
        let before_code = comments.first_code.is_none_or(|code| range.end <= code);
        let scope = file.scope_at(range.start);
        file.annotations.push(Annotation { statement, range, scope, before_code });
        file.errors.extend(errors);
    }
}

/// Reads one expression, as `layoutlens eval` and the batch mode want it. Ranges count from the text's start.
pub fn parse_expression(text: &str) -> (Expr, Vec<SyntaxError>) {
    Reader::new().expression(text, 0)
}

/// Reads the text of one statement without its `cute:` marker, as `layoutlens run` wants it.
pub fn parse_statement(text: &str) -> (Annotation, Vec<SyntaxError>) {
    let (statement, errors) = Reader::new().statement(text, 0);
    let start = text.len() - text.trim_start().len();
    let range = start..start.max(text.trim_end().len());
    (Annotation { statement, range, scope: SourceScope::FILE, before_code: true }, errors)
}

/// Reads a statement that stands at the byte `offset` of a document, without its marker and on one line.
pub fn parse_statement_at(text: &str, offset: usize) -> (Statement, Vec<SyntaxError>) {
    Reader::new().statement(text, offset)
}

/// Reads an expression that stands at the byte `offset` of a document.
pub fn parse_expression_at(text: &str, offset: usize) -> (Expr, Vec<SyntaxError>) {
    Reader::new().expression(text, offset)
}
