//! Factors of an upcast and a downcast, from the widths of elements.

use crate::{Error, ErrorKind, checked};

/// By how much to upcast and to downcast: `new_bits / old_bits` in lowest terms.
pub(crate) fn recast_factors(old_bits: i64, new_bits: i64) -> Result<(i64, i64), Error> {
    if old_bits < 1 || new_bits < 1 {
        let reason = format!("element sizes of {old_bits} and {new_bits} bits; both must be at least 1");
        return Err(Error::new("recast", ErrorKind::BadFactor { reason }));
    }
    let common = checked::gcd(old_bits, new_bits);
    Ok((new_bits / common, old_bits / common))
}

pub(crate) fn check_factor(operation: &'static str, factor: i64) -> Result<(), Error> {
    match factor {
        1.. => Ok(()),
        _ => {
            let reason = format!("the factor {factor} is not at least 1; the nearest factor that works is 1");
            Err(Error::new(operation, ErrorKind::BadFactor { reason }))
        }
    }
}
