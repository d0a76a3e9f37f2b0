//! Pictures as a page: one file that asks for nothing else, runs nothing, and says the same as a table.

use std::fmt::Write as _;

use crate::{Grid, Picture, SvgStyle, Theme, escape::Xml};

/// The most cells that the table beside the picture has.
const MOST_IN_TABLE: usize = 4096;

impl Picture {
    /// The picture as a page with a title and what is known of the value, a line each.
    pub fn to_html(&self, title: &str, facts: &str, style: SvgStyle) -> String {
        let mut page = String::from(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n",
        );
        // Writing to a string cannot fail.
        let _ = writeln!(page, "<title>{}</title>", Xml(title));
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| (theme.ground(), theme.text(), theme));
        let _ = write!(
            page,
            "<style>\nbody {{ margin: 2em; font: 14px/1.5 monospace; background: {}; color: {} }}\n\
             svg {{ max-width: 100%; height: auto }}\n.dark {{ display: none }}\n\
             @media (prefers-color-scheme: dark) {{ body {{ background: {}; color: {} }} .light {{ display: none }} \
             .dark {{ display: block }} }}\n\
             td, th {{ padding: 0 .5em; text-align: right }} table {{ border-collapse: collapse; margin: 1em 0 }}\n\
             </style>\n</head>\n<body>\n",
            light.0, light.1, dark.0, dark.1
        );
        let _ = writeln!(page, "<h1>{}</h1>", Xml(title));
        for line in facts.lines() {
            let _ = writeln!(page, "<div>{}</div>", Xml(line));
        }
        for (class, theme) in [("light", light.2), ("dark", dark.2)] {
            let svg = self.to_svg(SvgStyle { ground: false, frame: None, ..style }.on(theme));
            let _ = writeln!(page, "<p class=\"{class}\" aria-hidden=\"true\">{svg}</p>");
        }
        if self.cells() <= MOST_IN_TABLE && self.panels.iter().all(|panel| panel.grid.is_labelled()) {
            page.push_str("<details>\n<summary>The same as tables</summary>\n");
            for panel in &self.panels {
                table(&panel.grid, panel.title.as_deref(), &mut page);
            }
            page.push_str("</details>\n");
        }
        page.push_str("</body>\n</html>\n");
        page
    }
}

fn table(grid: &Grid, title: Option<&str>, page: &mut String) {
    page.push_str("<table>\n");
    if let Some(title) = title {
        let _ = writeln!(page, "<caption>{}</caption>", Xml(title));
    }
    page.push_str("<tr><td></td>");
    for column in 0..grid.width() {
        let _ = write!(page, "<th scope=\"col\">{column}</th>");
    }
    page.push_str("</tr>\n");
    for row in 0..grid.height() {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", Xml(&grid.row_name(row)));
        for column in 0..grid.width() {
            let _ = write!(page, "<td>{}</td>", Xml(&grid.written(row, column)));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
}
