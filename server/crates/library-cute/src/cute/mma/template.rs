//! The types of MMAs as templates with arguments, which functions of a program take apart:
//! `TiledMMA<MMA_Atom<SM100_MMA_F16BF16_SS<A, B, C, M, N, major_a, major_b, sign_a, sign_b>, Rest...>, More...>`.

use layout_algebra::{IntTuple, TilerMode, atom::mma::MmaAtom, smem::Major};
use layoutlens_host_value::{type_rules::Made, value::HostValue};
use layoutlens_operation::{Hardware, Value, value::Leaf};

use crate::cute::{
    hardware::{hardware, type_of},
    mma::atom::element,
    spelling,
};

/// What an operation does to the sign of an operand by default, and to a result that is too large (`cute/arch/mma_sm90_desc.hpp`,
/// `cute/arch/mma_sm100_desc.hpp`).
const SIGN: &str = "ScaleIn::One";
const SATURATION: &str = "Saturate::False";

/// Enumerators that stand among the arguments of operations; no layout depends on them.
const SIGNS: [&str; 4] = [SIGN, "ScaleIn::Neg", SATURATION, "Saturate::True"];

/// How many arguments `SM100_MMA_F16BF16_SS` has without signs.
const UNSIGNED: usize = 7;

/// `UMMA::ScaleIn::One`.
pub(in crate::cute) fn sign(name: &str) -> Option<HostValue> {
    let name = spelling::unqualified(name);
    let own = name.strip_prefix("SM90::").unwrap_or(&name);
    let of = own.strip_prefix("UMMA::").or_else(|| own.strip_prefix("GMMA::"))?;
    SIGNS.contains(&of).then(|| element(own))
}

/// Whether the type of a tiled MMA or an atom is made from this template; `None` for other templates and values.
pub(in crate::cute) fn is_made_from(template: &str, value: &HostValue) -> Option<bool> {
    let tells_apart = matches!(template, "TiledMMA" | "MMA_Atom" | "TiledCopy" | "Copy_Atom");
    match of_object(value)? {
        Hardware::TiledMma(_) if tells_apart => Some(template == "TiledMMA"),
        Hardware::MmaAtom(_) if tells_apart => Some(template == "MMA_Atom"),
        Hardware::MmaAtom(atom) if template.starts_with("SM") => Some(base_of(atom) == template),
        // CUTLASS 3 has `MMA_Atom<MMA_Traits<SM100_MMA_F8F6F4_SS, A, B, C, ..>>` where later ones have an operation, too.
        Hardware::MmaAtom(atom) if template == "MMA_Traits" && !base_of(atom).contains("F8F6F4") => {
            Some(false)
        }
        _ => None,
    }
}

/// The arguments of the template from which its type is made.
pub(in crate::cute) fn arguments_of(template: &str, value: &HostValue) -> Vec<HostValue> {
    match (template, of_object(value)) {
        ("TiledMMA", Some(Hardware::TiledMma(mma))) => {
            let modes: Option<Vec<HostValue>> = mma.permutation().iter().map(permuted).collect();
            let permutation = match modes {
                Some(modes) => type_of(HostValue::tuple(modes)),
                None => HostValue::unknown("this permutation is not computed"),
            };
            let atom = Value::from(Hardware::MmaAtom(mma.atom().clone()));
            vec![type_of(atom), type_of(Value::from(mma.atom_layout().clone())), permutation]
        }
        ("MMA_Atom", Some(Hardware::MmaAtom(atom))) => {
            vec![type_of(Value::from(Hardware::MmaAtom(atom.clone())))]
        }
        (_, Some(Hardware::MmaAtom(atom))) if base_of(atom) == template => arguments_of_operation(atom),
        _ => Vec::new(),
    }
}

/// The template of an operation, as a type without arguments, and its arguments.
pub(in crate::cute) fn template_of(value: &HostValue) -> Option<Made> {
    match of_object(value)? {
        Hardware::MmaAtom(atom) => match arguments_of_operation(atom) {
            arguments if arguments.is_empty() => None,
            arguments => Some((element(&base_of(atom)), arguments)),
        },
        _ => None,
    }
}

/// A tiled MMA or an atom itself: a thread's slice is of another type.
fn of_object(value: &HostValue) -> Option<&Hardware> {
    match value {
        HostValue::Value(_) => hardware(value),
        _ => None,
    }
}

fn permuted(mode: &TilerMode) -> Option<HostValue> {
    Some(match mode {
        TilerMode::Keep => Value::Tuple(IntTuple::Int(Leaf::Keep)).into(),
        TilerMode::Size(size) => HostValue::static_int(*size),
        TilerMode::Layout(layout) => Value::from(layout.clone()).into(),
        _ => return None,
    })
}

fn base_of(atom: &MmaAtom) -> String {
    atom.name().split('<').next().unwrap_or_default().to_owned()
}

/// What stands between the angle brackets; what its name leaves out is what CuTe has by default.
fn arguments_of_operation(atom: &MmaAtom) -> Vec<HostValue> {
    let name = atom.name();
    let base = base_of(atom);
    let sign = |of: &str, what: &str| element(&format!("{of}::{what}"));
    if base.starts_with("SM90_") {
        let signs = [sign("GMMA", SIGN), sign("GMMA", SIGN)];
        return match atom.majors() {
            [Some(a), Some(b)] => [major(a), major(b)].into_iter().chain(signs).collect(),
            _ if base.ends_with("_TN") => signs.into(),
            _ => Vec::new(),
        };
    }
    let written = name.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default();
    let mut all: Vec<HostValue> = written.split(',').filter(|part| !part.is_empty()).map(argument).collect();
    if all.len() == UNSIGNED && base.starts_with("SM100_MMA_") {
        all.extend([sign("UMMA", SIGN), sign("UMMA", SIGN)]);
        if base.ends_with("_TS") {
            all.push(sign("UMMA", SATURATION));
        }
    }
    all
}

fn argument(text: &str) -> HostValue {
    match (text.parse(), text.rsplit_once("Major::")) {
        (Ok(number), _) => HostValue::static_int(number),
        (_, Some((_, "K"))) => major(Major::K),
        (_, Some((_, "MN"))) => major(Major::MN),
        _ => element(text),
    }
}

fn major(of: Major) -> HostValue {
    Value::from(Hardware::Major(of)).into()
}
