//! Class templates that nothing instantiates, made with what is supposed of their parameters.

use std::{collections::BTreeMap, ops::RangeInclusive, path::Path, process::Command};

use serde::Deserialize;
use tree_sitter::{Node, Parser};

use crate::{
    alarm,
    error::Error,
    tutorials::{Inspected, Shown},
};

/// A class template with an argument for each of its parameters that has no default.
pub(super) struct Made {
    /// `Traits<64,128,cutlass::half_t>`, as C++ spells it.
    pub(super) spelled: String,
    /// Macros of the compiler with what is supposed of them: `__CUDA_ARCH__`, `800`.
    pub(super) macros: Vec<(String, String)>,
    lines: RangeInclusive<usize>,
    /// What its values rest on, as it is shown.
    when: String,
}

/// A name of the code with what is supposed of it.
#[derive(Debug, Deserialize)]
struct Said {
    line: usize,
    name: Option<String>,
    kind: String,
    #[serde(default)]
    supposed: Vec<Shown>,
}

/// What is supposed of the names of a file.
pub(super) struct Supposed(Vec<Said>);

impl Supposed {
    pub(super) fn of(binary: &Path, file: &Path) -> Result<Self, Error> {
        let output = alarm::output(Command::new(binary).arg("inspect").arg(file).args(["--format", "json"]))?;
        let mut all: Vec<Said> = serde_json::from_str(&output)
            .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.display())))?;
        all.retain(|said| said.kind == "binding" && !said.supposed.is_empty());
        Ok(Self(all))
    }

    /// The class templates of `text` whose values all rest on arguments for its parameters.
    pub(super) fn classes(&self, text: &str) -> Result<Vec<Made>, Error> {
        let mut parser = Parser::new();
        let language = tree_sitter_cuda::LANGUAGE.into();
        parser.set_language(&language).map_err(|error| Error::Other(error.to_string()))?;
        let tree =
            parser.parse(text, None).ok_or_else(|| Error::Other("the parser was stopped".to_owned()))?;
        let mut made = Vec::new();
        self.below(tree.root_node(), text, "", &mut made);
        Ok(made)
    }

    fn below(&self, node: Node<'_>, text: &str, namespace: &str, made: &mut Vec<Made>) {
        let named = |node: Node<'_>| {
            node.child_by_field_name("name")
                .map(|name| text[name.byte_range()].to_owned())
                .unwrap_or_default()
        };
        let inner = match node.kind() {
            "namespace_definition" => format!("{namespace}{}::", named(node)),
            "template_declaration" => {
                made.extend(self.class(node, text, namespace));
                return;
            }
            "function_definition" | "struct_specifier" | "class_specifier" => return,
            _ => namespace.to_owned(),
        };
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.below(child, text, &inner, made);
        }
    }

    fn class(&self, template: Node<'_>, text: &str, namespace: &str) -> Option<Made> {
        let mut cursor = template.walk();
        let class = template
            .named_children(&mut cursor)
            .find(|node| matches!(node.kind(), "struct_specifier" | "class_specifier"))?;
        class.child_by_field_name("body")?;
        let name = class.child_by_field_name("name").filter(|name| name.kind() == "type_identifier")?;
        let lines = template.start_position().row + 1..=template.end_position().row + 1;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for said in self.0.iter().filter(|said| lines.contains(&said.line)) {
            if let Some(when) = said.supposed.iter().find_map(|shown| shown.when.as_deref()) {
                *counts.entry(when).or_default() += 1;
            }
        }
        let (when, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let given: BTreeMap<&str, &str> =
            conditions(when).into_iter().filter_map(|condition| condition.split_once(" = ")).collect();
        let of_compiler = given.iter().filter(|(name, _)| name.starts_with("__"));
        let macros = of_compiler.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut arguments = Vec::new();
        let parameters = template.child_by_field_name("parameters")?;
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor) {
            let declared = &text[parameter.byte_range()];
            let (declaration, default) =
                declared.split_once('=').map_or((declared, None), |(name, value)| (name, Some(value)));
            let word = declaration.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            match (given.get(word), default) {
                (Some(value), _) => arguments.push(spelled(value)?),
                // The rest have their defaults.
                (None, Some(_)) => break,
                (None, None) => return None,
            }
        }
        let name = &text[name.byte_range()];
        let spelled = format!("{namespace}{name}<{}>", arguments.join(", "));
        Some(Made { spelled, macros, lines, when: when.to_owned() })
    }

    /// What is supposed of the members of classes that were made, as the values that they should then have.
    pub(super) fn values(&self, made: &[Made]) -> Vec<Inspected> {
        let value = |said: &Said| {
            let class = made.iter().find(|class| class.lines.contains(&said.line))?;
            let shown: Vec<Shown> = said
                .supposed
                .iter()
                .filter(|shown| shown.when.as_deref() == Some(&class.when))
                .map(|shown| Shown { text: shown.text.clone(), when: None })
                .collect();
            let (line, name, kind) = (said.line, said.name.clone(), said.kind.clone());
            (shown.len() == 1).then_some(Inspected { line, name, kind, layouts: shown, unknown: None })
        };
        self.0.iter().filter_map(value).collect()
    }
}

/// `a = 1, b = (2,3)` at its commas outside of brackets.
fn conditions(when: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, character) in when.char_indices() {
        match character {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(when[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(when[start..].trim());
    parts
}

/// An argument of a template: a number, a truth, the name of a type, or a shape of static numbers.
fn spelled(value: &str) -> Option<String> {
    let value = value.trim();
    let Some(inner) = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')) else {
        let is_word = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '-'));
        return is_word.then(|| value.to_owned());
    };
    let modes: Option<Vec<String>> = conditions(inner)
        .into_iter()
        .map(|mode| match mode.parse::<i64>() {
            Ok(number) => Some(format!("cute::Int<{number}>")),
            Err(_) => spelled(mode).filter(|spelled| spelled.starts_with("cute::Shape")),
        })
        .collect();
    modes.map(|modes| format!("cute::Shape<{}>", modes.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supposed(line: usize, name: &str, text: &str, when: &str) -> Said {
        let shown = Shown { text: text.to_owned(), when: Some(when.to_owned()) };
        Said { line, name: Some(name.to_owned()), kind: "binding".to_owned(), supposed: vec![shown] }
    }

    #[test]
    fn a_class_is_made_with_what_its_values_rest_on() {
        let supposed =
            Supposed(vec![supposed(4, "A", "(8,64):(64,1)", "T = half_t, n = 64, Tile = (128,(2,3))")]);
        let text = "namespace a {\ntemplate <class T, int n, class Tile, bool b = false>\nstruct S {\nusing A = int;\n};\n}";
        let made = supposed.classes(text).expect("a tree");
        let spelled: Vec<&str> = made.iter().map(|made| made.spelled.as_str()).collect();
        assert_eq!(
            spelled,
            ["a::S<half_t, 64, cute::Shape<cute::Int<128>, cute::Shape<cute::Int<2>, cute::Int<3>>>>"]
        );
        assert_eq!(made[0].macros, Vec::new());
        assert_eq!(supposed.values(&made)[0].layouts[0].text, "(8,64):(64,1)");
    }

    #[test]
    fn a_class_is_compiled_for_the_gpu_that_its_values_rest_on() {
        let supposed = Supposed(vec![supposed(3, "A", "8:1", "__CUDA_ARCH__ = 800, n = 64")]);
        let text = "template <int n>\nstruct S {\nusing A = int;\n};";
        let made = supposed.classes(text).expect("a tree");
        assert_eq!(made[0].spelled, "S<64>");
        assert_eq!(made[0].macros, [("__CUDA_ARCH__".to_owned(), "800".to_owned())]);
    }

    #[test]
    fn a_class_with_a_parameter_of_which_nothing_is_supposed_is_not_made() {
        let supposed = Supposed(vec![supposed(3, "A", "8:1", "n = 64")]);
        let text = "template <class T, int n>\nstruct S {\nusing A = int;\n};";
        assert!(supposed.classes(text).expect("a tree").is_empty());
    }
}
