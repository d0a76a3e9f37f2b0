//! What is spelled as code of the library, evaluated once for all runs, files and revisions: it reads nothing else.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use layoutlens_host_value::{evaluation::HostFile, outside::Outside, stated::Stated, value::HostValue};
use layoutlens_syntax::{
    Expr, Language, parse,
    program::{Item, StatementKind},
    read_program,
};

use crate::{
    state::{choices::Choices, interpreter::Interpreter},
    suppose::cpp::spelled::Form,
};

/// How many are kept; a library spells fewer.
const MAX_KEPT: usize = 4096;

/// Code of the library by its form and text.
type Kept = FxHashMap<(Form, String), Arc<OfLibrary>>;

/// Every one that was asked for.
static KEPT: LazyLock<RwLock<Kept>> = LazyLock::new(RwLock::default);

/// Code of the library.
#[derive(Debug)]
pub(crate) struct OfLibrary {
    /// What it says; `None` of what is no code.
    pub(crate) expr: Option<Arc<Expr>>,
    /// Its value where no program is seen.
    pub(crate) value: HostValue,
    /// Whether the value has run-time numbers: they are other ones wherever it is asked for, so that this value stands for
    /// its kind alone.
    pub(crate) has_run_time_numbers: bool,
    /// How many steps it takes.
    pub(crate) steps: usize,
}

impl OfLibrary {
    /// What this code says and gives.
    pub(crate) fn of(code: &str, form: Form, outside: Outside<'_>) -> Arc<Self> {
        let key = (form, code.to_owned());
        // What is put in is complete, whoever panics elsewhere.
        if let Some(kept) = KEPT.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(kept);
        }
        let evaluated = Arc::new(Self::evaluated(code, form, outside));
        let mut kept = KEPT.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MAX_KEPT {
            kept.insert(key, Arc::clone(&evaluated));
        }
        evaluated
    }

    fn evaluated(code: &str, form: Form, outside: Outside<'_>) -> Self {
        let Some(expr) = read(code, form) else {
            let value = HostValue::unknown("what is suggested is no code");
            return Self { expr: None, value, has_run_time_numbers: false, steps: 0 };
        };
        let nothing = HostFile { name: String::new(), language: Language::Cuda, program: Arc::default() };
        let stated = Stated::default();
        // What is kept is complete: nobody gives it up.
        let outside = Outside { stated: &stated, is_outdated: &|| false, ..outside };
        let mut interpreter = Interpreter::new(&nothing, &[], outside, Choices::new());
        let named = interpreter.names.count() + outside.libraries.suggestions.sizes.len();
        let value = interpreter.value_of_library(&expr);
        let mentions_size = mentions(code, outside.libraries.suggestions.sizes);
        let has_run_time_numbers = mentions_size || interpreter.names.count() > named;
        Self { expr: Some(expr), value, has_run_time_numbers, steps: interpreter.steps }
    }
}

/// Whether a word of some code is one of these.
fn mentions(code: &str, words: &[&str]) -> bool {
    let mut all = code.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    all.any(|word| words.contains(&word))
}

fn read(code: &str, form: Form) -> Option<Arc<Expr>> {
    let text = match form {
        Form::Type => format!("using it = {code};"),
        Form::Expression => format!("auto it = {code};"),
    };
    let (_, tree) = parse(Language::Cuda, &text, None);
    match read_program(Language::Cuda, &text, &tree).items.pop() {
        Some(Item::Statement(statement)) => match statement.kind {
            StatementKind::Declare(declaration) => declaration.value.map(Arc::new),
            _ => None,
        },
        _ => None,
    }
}
