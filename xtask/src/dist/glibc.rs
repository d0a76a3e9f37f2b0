//! Which C library a program needs: the newest version that one of its symbols names.

use std::{fmt, fs, path::Path};

use object::{Endianness, elf::FileHeader64, read::elf::FileHeader};

use crate::error::Error;

/// The oldest glibc that what users get must start with: that of Debian 10 and RHEL 8.
pub(super) const OLDEST: Glibc = Glibc { major: 2, minor: 28 };

/// A version of glibc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glibc {
    major: u32,
    minor: u32,
}

impl fmt::Display for Glibc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.major, self.minor)
    }
}

/// The newest version of glibc whose symbols `binary` asks for; 0.0 where it asks for none.
///
/// # Errors
/// When the file cannot be read, or is no 64-bit ELF program.
pub(super) fn newest_asked_for(binary: &Path) -> Result<Glibc, Error> {
    let bytes = fs::read(binary).map_err(Error::file(binary))?;
    let names = version_names(&bytes).map_err(|error| {
        Error::Other(format!("{}: its symbols cannot be read: {error}", binary.display()))
    })?;
    let versions = names.iter().filter_map(|name| glibc_of(name));
    Ok(versions.max().unwrap_or(Glibc { major: 0, minor: 0 }))
}

/// `GLIBC_2.28`; versions of other libraries and `GLIBC_PRIVATE` are none.
fn glibc_of(name: &str) -> Option<Glibc> {
    let mut numbers = name.strip_prefix("GLIBC_")?.split('.').map(|number| number.parse().ok());
    Some(Glibc { major: numbers.next()??, minor: numbers.next().flatten().unwrap_or(0) })
}

/// The names of all versions that a program needs of its libraries' symbols.
fn version_names(elf: &[u8]) -> object::Result<Vec<String>> {
    let header = FileHeader64::<Endianness>::parse(elf)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, elf)?;
    let Some((mut needs, strings)) = sections.gnu_verneed(endian, elf)? else { return Ok(Vec::new()) };
    let strings = sections.strings(endian, elf, strings)?;
    let mut names = Vec::new();
    while let Some((_, mut versions)) = needs.next()? {
        while let Some(version) = versions.next()? {
            names.push(String::from_utf8_lossy(version.name(endian, strings)?).into_owned());
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_glibc_are_ordered_by_their_numbers() {
        assert_eq!(glibc_of("GLIBC_2.28"), Some(OLDEST));
        assert!(glibc_of("GLIBC_2.3") < glibc_of("GLIBC_2.28"));
        assert!(glibc_of("GLIBC_2.2.5") < glibc_of("GLIBC_2.28"));
        assert!(glibc_of("GLIBC_2.29") > Some(OLDEST));
        assert_eq!(glibc_of("GLIBC_PRIVATE"), None);
        assert_eq!(glibc_of("GCC_3.3"), None);
    }

    #[cfg(all(target_env = "gnu", target_pointer_width = "64"))]
    #[test]
    fn the_symbols_of_a_program_say_which_glibc_it_needs() {
        let this = std::env::current_exe().expect("this test");
        let needs = newest_asked_for(&this).expect("an ELF program");
        assert!(needs >= Glibc { major: 2, minor: 2 }, "{needs}");
    }

    #[test]
    fn what_is_no_program_is_refused_by_name() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = newest_asked_for(&source).unwrap_err().to_string();
        assert!(error.contains("Cargo.toml: its symbols cannot be read"), "{error}");
    }
}
