//! A picture as a file of each kind.

use base64::Engine as _;
use layoutlens_ide::{BenchView, Drawing};
use layoutlens_render::{SvgStyle, escape};
use serde_json::{Value, json};

/// The file of a form, `svg`: a name, and its text or its bytes in base64.
///
/// # Errors
/// Why there is none.
pub(crate) fn export(
    expression: &str,
    form: &str,
    view: &BenchView,
    style: SvgStyle,
) -> Result<Value, String> {
    let drawing = Drawing::of(expression)?;
    let mut wanted = view.wanted.clone();
    wanted.is_zoomed = false;
    wanted.thread = view.thread;
    if let Some(layoutlens_render::ColourBy::Bank { element_bits: bits @ 0 }) = &mut wanted.colour {
        *bits = wanted.element_bits.or_else(|| drawing.element_bits()).unwrap_or(32);
    }
    let picture = || drawing.picture(&wanted);
    let text = match form {
        "cu" => drawing.code(&wanted)?,
        "svg" => picture()?.to_svg(style) + "\n",
        "tex" => picture()?.to_tex(style.palette),
        "html" => picture()?.to_html(&drawing.title(), &drawing.facts(), style),
        "txt" => format!("{}\n{}\n\n{}\n", drawing.title(), drawing.facts(), picture()?.to_text()),
        "json" => {
            let mut object = picture()?.to_json();
            if let Some(object) = object.as_object_mut() {
                object.insert("title".to_owned(), drawing.title().into());
                object.insert("facts".to_owned(), drawing.facts().lines().collect());
            }
            escape::json(&object.to_string()).into_owned() + "\n"
        }
        "png" => {
            let bytes = picture()?.to_png(style).map_err(|error| error.to_string())?;
            let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
            return Ok(json!({ "name": "layout.png", "base64": base64 }));
        }
        other => return Err(format!("a `.{other}` file is not written")),
    };
    Ok(json!({ "name": format!("layout.{form}"), "text": text }))
}
