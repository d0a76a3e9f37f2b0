//! The figures side by side.

use std::collections::HashMap;

use super::{OPERATIONS, ours::Figure};

/// What another implementation took, by operation, or why that is not known.
type Other = (&'static str, Result<HashMap<String, f64>, String>);

/// Prints a block for each operation: ours, ours with the proof, and the others with their ratios to both.
pub(super) fn print(ours: &HashMap<String, Figure>, others: &[Other]) {
    println!(
        "{:<28} {:>12} {:>12} {:>14} {:>16}",
        "fastest sample of each", "one call", "allocations", "times ours", "times ours+proof"
    );
    for (name, what) in OPERATIONS {
        println!("{what}");
        let plain = ours.get(*name);
        let proof = ours.get(&format!("{name}/proof"));
        print_ours("  layout-algebra", plain);
        if proof.is_some() {
            print_ours("  layout-algebra, proved", proof);
        }
        for (title, figures) in others {
            match figures.as_ref().map(|figures| figures.get(*name)) {
                Ok(Some(&nanoseconds)) => print_other(title, nanoseconds, plain, proof),
                Ok(None) => println!("  {title:<26} {:>12}", "none"),
                Err(reason) => println!("  {title:<26} {:>12}  {reason}", "not run"),
            }
        }
    }
}

fn print_ours(title: &str, figure: Option<&Figure>) {
    match figure {
        Some(figure) => println!("{title:<28} {:>12} {:>12}", time(figure.nanoseconds), figure.allocations),
        None => println!("{title:<28} {:>12}", "not run"),
    }
}

fn print_other(title: &str, nanoseconds: f64, plain: Option<&Figure>, proof: Option<&Figure>) {
    let ratio = |ours: Option<&Figure>| ours.map_or(String::new(), |ours| ratio(nanoseconds, ours));
    println!("  {title:<26} {:>12} {:>12} {:>14} {:>16}", time(nanoseconds), "", ratio(plain), ratio(proof));
}

fn ratio(nanoseconds: f64, ours: &Figure) -> String {
    format!("{:.0}x", nanoseconds / ours.nanoseconds)
}

/// `52.1 ns`, `18.3 µs`, `9.04 ms`.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.1} ns"),
        ..1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_have_the_unit_that_fits_them() {
        assert_eq!([52.13, 18_290.0, 9_040_000.0].map(time), ["52.1 ns", "18.29 µs", "9.04 ms"]);
    }
}
