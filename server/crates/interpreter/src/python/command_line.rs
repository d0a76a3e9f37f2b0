//! Options that a program is given on its command line, as `argparse` reads them: an option that is not given has its
//! default. That none is given is supposed, never certain.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    function::{Callable, ComputedBy},
    library,
    object::Object,
    value::HostValue,
};
use layoutlens_operation::Value;

use crate::state::{
    given::Given,
    interpreter::Interpreter,
    language_function::{self, LanguageFunction},
};

/// What makes a parser.
const PARSER_CLASS: &str = "argparse.ArgumentParser";

/// Whether who imports this may read the command line.
pub(crate) fn reads_command_line(path: &str) -> bool {
    path == PARSER_CLASS || PARSER_CLASS.split('.').next() == Some(path)
}

/// A parser, or a group of its options.
const PARSER: &str = "a parser of the command line";

/// What a parser gives.
const NAMESPACE: &str = "the options of the command line";

/// The field of both that says which parser it is.
const NUMBER: &str = "number of it";

/// How many options are remembered of a file.
const MAX_OPTIONS: usize = 256;

/// An option of the command line.
#[derive(Debug, Clone)]
pub(crate) struct CommandOption {
    /// Which parser has it.
    parser: i64,
    /// The attribute that holds it.
    attribute: String,
    /// How it is written: `--tile`.
    flag: String,
    /// What it is when it is not given.
    default: HostValue,
}

const MAKES_PARSER: &LanguageFunction = &(made_parser as LanguageFunction);

const OF_PARSER: &[(&str, LanguageFunction)] = &[
    ("add_argument", add_argument),
    ("add_argument_group", |_, call| receiver(call)),
    ("add_mutually_exclusive_group", |_, call| receiver(call)),
    ("parse_args", |_, call| Ok(Computed::plain(of_parser(NAMESPACE, number_of(call.receiver)?)))),
    ("parse_known_args", |_, call| {
        let namespace = of_parser(NAMESPACE, number_of(call.receiver)?);
        let others = HostValue::unknown("which other options there are is not known");
        Ok(Computed::plain(HostValue::tuple(vec![namespace, others])))
    }),
];

/// What a module has that reads the command line.
pub(crate) fn function(path: &str) -> Option<HostValue> {
    (path == PARSER_CLASS).then(|| {
        HostValue::Callable(Arc::new(Callable::Library {
            name: path.to_owned(),
            function: ComputedBy::Language(MAKES_PARSER),
            template: Vec::new(),
            receiver: None,
        }))
    })
}

/// A method of a parser.
pub(crate) fn method(value: &HostValue, name: &str) -> Option<HostValue> {
    number(value, PARSER)?;
    let (name, function) = OF_PARSER.iter().find(|(known, _)| *known == name)?;
    Some(language_function::bound(name, function, value))
}

fn made_parser(interpreter: &mut Interpreter<'_>, _: &Call<'_>) -> Outcome {
    let number = i64::try_from(interpreter.suppositions.parsers).unwrap_or(i64::MAX);
    interpreter.suppositions.parsers += 1;
    Ok(Computed::plain(of_parser(PARSER, number)))
}

fn of_parser(kind: &str, number: i64) -> HostValue {
    let fields = BTreeMap::from([(NUMBER.to_owned(), HostValue::static_int(number))]);
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

fn number(value: &HostValue, kind: &str) -> Option<i64> {
    match value {
        HostValue::Object(object) if object.kind == kind => object.fields.get(NUMBER)?.known_int(),
        _ => None,
    }
}

fn number_of(value: Option<&HostValue>) -> Result<i64, layoutlens_operation::Refusal> {
    match value.and_then(|value| number(value, PARSER)) {
        Some(number) => Ok(number),
        None => library::unknown("which options there are is not known"),
    }
}

fn receiver(call: &Call<'_>) -> Outcome {
    number_of(call.receiver).map(|number| Computed::plain(of_parser(PARSER, number)))
}

/// `parser.add_argument("--tile", type=int, default=128)`.
fn add_argument(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let parser = number_of(call.receiver)?;
    let keyword = |name: &str| {
        let given = call.arguments.iter().find(|given| given.keyword.as_deref() == Some(name));
        given.map(|given| &given.value)
    };
    let flags: Vec<&str> = call
        .positional()
        .into_iter()
        .filter_map(|flag| match flag {
            HostValue::Text(text) => Some(&**text),
            _ => None,
        })
        .collect();
    let long = flags.iter().copied().find(|flag| flag.starts_with("--"));
    if let Some(flag) = long.or(flags.first().copied())
        && interpreter.suppositions.options.len() < MAX_OPTIONS
    {
        let attribute = match keyword("dest") {
            Some(HostValue::Text(name)) => name.to_string(),
            _ => flag.trim_start_matches('-').replace('-', "_"),
        };
        let action = match keyword("action") {
            Some(HostValue::Text(action)) => Some(&**action),
            _ => None,
        };
        let is_needed = !flag.starts_with('-')
            || matches!(keyword("required"), Some(HostValue::Value(Value::Bool(true))));
        let default = match (keyword("default"), action) {
            (Some(default), _) => default.clone(),
            (None, Some("store_true")) => HostValue::Value(Value::Bool(false)),
            (None, Some("store_false")) => HostValue::Value(Value::Bool(true)),
            (None, Some("store_const" | "append_const" | "count" | "help" | "version")) => HostValue::Nothing,
            (None, _) if is_needed => keyword("choices")
                .and_then(|choices| choices.elements()?.first().cloned())
                .unwrap_or_else(|| HostValue::unknown(format!("`{flag}` has no default"))),
            (None, _) => HostValue::Nothing,
        };
        // What is written in a default is read as it would be from the command line.
        let default = match (&default, keyword("type")) {
            (HostValue::Text(_), Some(reads)) if interpreter.suppositions.is_supposing => {
                let given = Given::of(layoutlens_host_value::call::CallArgument {
                    keyword: None,
                    value: default.clone(),
                    range: call.range.clone(),
                });
                interpreter.call_with(&reads.clone(), vec![given], call.range.clone(), "").value
            }
            _ => default,
        };
        let option = CommandOption { parser, attribute, flag: flag.to_owned(), default };
        let options = &mut interpreter.suppositions.options;
        let is_same =
            |known: &CommandOption| known.parser == option.parser && known.attribute == option.attribute;
        options.retain(|known| !is_same(known));
        options.push(option);
    }
    library::unknown("an option of the command line")
}

impl Interpreter<'_> {
    /// `args.tile`: what the option is when it is not given.
    pub(crate) fn option_of_command_line(&mut self, base: &HostValue, name: &str) -> Option<HostValue> {
        let parser = number(base, NAMESPACE)?;
        let option = self.suppositions.options.iter();
        let option = option.rev().find(|known| known.parser == parser && known.attribute == name).cloned();
        let flag = option.as_ref().map_or_else(|| format!("--{name}"), |option| option.flag.clone());
        if self.is_attribute_assigned(name) {
            return Some(HostValue::unknown(format!("the program may assign what `{flag}` gives")));
        }
        let Some(option) = option.filter(|_| self.suppositions.is_supposing && self.suppositions.is_open)
        else {
            self.suppositions.told.asks_outside = true;
            return Some(HostValue::unknown(format!("`{flag}` is given when the program is started")));
        };
        if option.default.unknown_reason().is_none() {
            self.suppose_named(option.flag, format!("= {}", shown(&option.default)));
        }
        Some(option.default)
    }
}

/// A value as it is written on the command line.
fn shown(value: &HostValue) -> String {
    match value {
        HostValue::Nothing => "None".to_owned(),
        HostValue::Value(Value::Bool(true)) => "True".to_owned(),
        HostValue::Value(Value::Bool(false)) => "False".to_owned(),
        HostValue::Text(text) => text.to_string(),
        value => value.shown(),
    }
}
