//! Names and descriptions of things of the hardware, as CuTe and the test vectors write them.

use std::sync::LazyLock;

use layout_algebra::{
    Error, ErrorKind, TiledMma,
    atom::{copy::copy_operations, mma::MmaAtom, tmem::TmemInstruction},
    smem::{Major, SmemAtom},
};
use layoutlens_operation::{Hardware, Value};
use layoutlens_syntax::nearest;

/// The names of atoms and instructions that a statement may write, without template arguments, sorted.
pub fn hardware_names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let copies = copy_operations().map(|name| name.to_string());
        let mut names: Vec<String> = MmaAtom::names().chain(copies).collect();
        names.sort_unstable();
        names.dedup();
        names
    });
    &NAMES
}

/// What CuTe names by this name: a value; `Unknown` where CuTe has more than is known here; an error where the template
/// arguments cannot be. `None` where the name is none of CuTe's for the hardware.
pub(crate) fn named(name: &str) -> Option<Result<Value, Error>> {
    if !may_be_hardware(name) {
        return None;
    }
    if name.starts_with("Step<") {
        return Some(name.parse().map(|projection| Hardware::Projection(projection).into()));
    }
    if name.starts_with("Copy_Atom<") {
        return Some(known(name, name.parse().map(|atom| Hardware::CopyAtom(atom).into())));
    }
    // An atom's template arguments hold majors too.
    if !name.contains('<')
        && let Some((_, major)) = name.split_once("Major::")
    {
        return Some(Ok(match major {
            "K" => Hardware::Major(Major::K).into(),
            "MN" => Hardware::Major(Major::MN).into(),
            _ => Value::unknown(format!("`{name}` is not known here; a major is K or MN")),
        }));
    }
    if name.contains("Layout_") {
        let layout = name.parse::<SmemAtom>().and_then(|atom| atom.layout());
        return Some(known(name, layout.map(Value::from)));
    }
    if let Ok(instruction) = TmemInstruction::find(name) {
        return Some(Ok(Hardware::TmemInstruction(instruction).into()));
    }
    match MmaAtom::find(name) {
        Ok(atom) => return Some(Ok(Hardware::MmaAtom(atom).into())),
        // Arguments that are missing, or of a newer CuTe: no certain mistake.
        Err(error) if matches!(error.kind(), ErrorKind::AtomArguments { .. }) => {
            return Some(Ok(Value::unknown(error.to_string())));
        }
        Err(_) if is_mma_name(name) => return Some(Ok(Value::unknown(no_such_mma(name)))),
        Err(_) => {}
    }
    Some(known(name, name.parse().map(|operation| Hardware::CopyOperation(operation).into())))
}

/// Whether the name reads as that of an MMA atom: `SM80_16x8x16_...`, `SM100_MMA_...`.
fn is_mma_name(name: &str) -> bool {
    let Some((_, rest)) = name.split_once('_') else { return false };
    let sizes = rest.split('_').next().unwrap_or("");
    let is_shape =
        sizes.split('x').count() == 3 && sizes.bytes().all(|byte| byte == b'x' || byte.is_ascii_digit());
    is_shape || rest.starts_with("MMA_")
}

/// Why there is no value for the name of an MMA atom, and which name was probably meant.
fn no_such_mma(name: &str) -> String {
    let names: Vec<String> = MmaAtom::names().collect();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(nearest) => {
            format!("`{name}` is no MMA atom that is known here; `{nearest}` is the nearest name")
        }
        None => format!("`{name}` is no MMA atom that is known here"),
    }
}

/// A name that is not known here may still be CuTe's, and an operation without its arguments is not finished.
fn known(name: &str, value: Result<Value, Error>) -> Result<Value, Error> {
    value.or_else(|error| match error.kind() {
        ErrorKind::UnknownName { .. } => Ok(Value::unknown(format!("`{name}` is not known here"))),
        ErrorKind::CopyOperation { operation, .. } if !operation.contains('<') => {
            Ok(Value::unknown(error.to_string()))
        }
        _ => Err(error),
    })
}

/// Whether the name has the form of one, before anything is looked up.
fn may_be_hardware(name: &str) -> bool {
    let of_architecture = |name: &str| {
        let digits =
            name.strip_prefix("SM").map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
        digits > 0 && name.as_bytes().get(2 + digits) == Some(&b'_')
    };
    name.contains('<')
        || of_architecture(name)
        || name.contains("MMA::Major::")
        || name.contains("MMA::Layout_")
        || copy_operations().any(|operation| operation == name)
}

/// A tiled copy or MMA in the words of the test vectors (`vectors/README.md`), or a thread index `thr=7`.
pub(crate) fn described(text: &str) -> Option<Result<Value, Error>> {
    let maker = text.split_once(' ').map(|(maker, _)| maker);
    if let Some("copy" | "copy_A" | "copy_B" | "copy_C") = maker {
        return Some(text.parse().map(|copy| Hardware::TiledCopy(copy).into()));
    }
    if let Some(thread) = text.strip_prefix("thr=") {
        return thread.parse().ok().map(|thread| Ok(Value::int(thread)));
    }
    let (atom, is_tiled) = text.split_once(';').map_or((text, false), |(atom, _)| (atom, true));
    let is_mma = is_tiled || atom.starts_with("FMA<");
    is_mma.then(|| TiledMma::from_description(text).map(|mma| Hardware::TiledMma(mma).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        let value = named(name).expect("a name of CuTe's").expect("a value");
        assert_eq!(value.to_string(), expected);
    }

    #[test]
    fn names_of_cute_are_values() {
        check("UniversalCopy<uint128_t>", "UniversalCopy<uint128_t>");
        check("Copy_Atom<SM75_U32x4_LDSM_N,half_t>", "Copy_Atom<SM75_U32x4_LDSM_N,half_t>");
        check("Step<_1,X,_1>", "Step<_1,X,_1>");
        check("GMMA::Major::K", "Major::K");
        check("GMMA::Layout_K_SW128_Atom<half_t>", "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
        check("SM80_16x8x16_F32F16F16F32_TN", "SM80_16x8x16_F32F16F16F32_TN");
        check("UniversalFMA<float>", "UniversalFMA<float>");
        check("SM100_TMEM_LOAD_32dp32b2x", "SM100_TMEM_LOAD_32dp32b2x");
    }

    #[test]
    fn what_is_not_known_here_is_unknown() {
        for name in ["SM90_TMA_LOAD", "SM123_SOMETHING_NEW", "GMMA::Layout_K_SW128_SpAtom<half_t,2>"] {
            let value = named(name).expect("a name of CuTe's").expect("no error");
            assert!(value.unknown_reason().is_some(), "{name}");
        }
        assert_eq!(named("tCsA"), None);
        assert_eq!(named("cute::size"), None);
    }

    #[test]
    fn an_unknown_mma_atom_names_the_nearest_one() {
        let value = named("SM80_16x8x16_F32F16F16F32_NT").expect("a name of CuTe's").expect("no error");
        assert_eq!(
            value.unknown_reason(),
            Some(
                "`SM80_16x8x16_F32F16F16F32_NT` is no MMA atom that is known here; `SM80_16x8x16_F32F16F16F32_TN` is \
                 the nearest name"
            )
        );
    }

    #[test]
    fn arguments_that_the_hardware_refuses_are_an_error() {
        let error = named("SM80_CP_ASYNC_CACHEGLOBAL<uint64_t>").expect("a name of CuTe's").unwrap_err();
        assert_eq!(error.why(), "copy_atom");
    }
}
