//! What lies over the cells: paths and arrows.

use super::{
    number::{Number, count, push},
    sheet::{CHARACTER, Placed, Sheet, TEXT},
};
use crate::{Overlay, escape::Xml};

impl Sheet<'_> {
    /// Lines below the text.
    pub(super) fn paths(&self, placed: &Placed<'_>, svg: &mut String) {
        let ink = self.style.theme.ink();
        for overlay in &placed.panel.overlays {
            let Overlay::Path(cells) = overlay else { continue };
            let mut path = String::new();
            for (number, cell) in cells.iter().enumerate() {
                let (x, y) = self.centre(placed, *cell);
                let step = if number == 0 { 'M' } else { 'L' };
                push(&mut path, format_args!("{step}{} {}", Number(x), Number(y)));
            }
            push(
                svg,
                format_args!(
                    "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" stroke-opacity=\"0.4\" \
                     stroke-linejoin=\"round\" d=\"{path}\"/>"
                ),
            );
            if let Some(first) = cells.first() {
                let (x, y) = self.centre(placed, *first);
                let y = y - self.cell_height / 2.0 + 3.5;
                push(
                    svg,
                    format_args!(
                        "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{ink}\"/>",
                        Number(x),
                        Number(y)
                    ),
                );
            }
        }
    }

    pub(super) fn arrows(&self, placed: &Placed<'_>, svg: &mut String) {
        for overlay in &placed.panel.overlays {
            if let Overlay::Arrow { from, to, label } = overlay {
                self.arrow(self.centre(placed, *from), self.centre(placed, *to), label, svg);
            }
        }
    }

    /// A bent line with a head, and its label in the middle on the ground.
    fn arrow(&self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), label: &str, svg: &mut String) {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let bend = (length * 0.18).min(24.0);
        let (cx, cy) = ((x0 + x1) / 2.0 + uy * bend, (y0 + y1) / 2.0 - ux * bend);
        // The head points the way the line comes in.
        let (hx, hy) = (x1 - cx, y1 - cy);
        let head = hx.hypot(hy).max(1.0);
        let (hx, hy) = (hx / head * 6.0, hy / head * 6.0);
        let ink = self.style.theme.ink();
        push(
            svg,
            format_args!(
                "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\" d=\"M{} {}Q{} {} {} {}\"/>\
                 <path fill=\"{ink}\" d=\"M{} {}L{} {}L{} {}z\"/>",
                Number(x0),
                Number(y0),
                Number(cx),
                Number(cy),
                Number(x1 - hx),
                Number(y1 - hy),
                Number(x1),
                Number(y1),
                Number(x1 - hx * 1.4 - hy * 0.6),
                Number(y1 - hy * 1.4 + hx * 0.6),
                Number(x1 - hx * 1.4 + hy * 0.6),
                Number(y1 - hy * 1.4 - hx * 0.6)
            ),
        );
        // Beside the line, on its outer side.
        let (lx, ly) = ((x0 + 2.0 * cx + x1) / 4.0 + uy * 9.0, (y0 + 2.0 * cy + y1) / 4.0 - ux * 7.0);
        let width = count(label.chars().count()) * TEXT * CHARACTER + 4.0;
        push(
            svg,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" rx=\"2\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"{}\" fill=\"{ink}\">{}</text>",
                Number(lx - width / 2.0),
                Number(ly - 6.0),
                Number(width),
                self.style.theme.ground(),
                Number(lx),
                Number(ly + 3.5),
                Xml(label)
            ),
        );
    }
}
