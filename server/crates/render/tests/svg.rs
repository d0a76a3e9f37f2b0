//! Pictures as SVG.

use layout_algebra::Layout;
use layoutlens_render::{Draw, Limits, Palette, SvgStyle, ThreadValues, svg_grid};

fn layout(text: &str) -> Layout {
    text.parse().expect("a layout")
}

fn svg(text: &str) -> String {
    svg_grid(&layout(text), Limits::SVG, SvgStyle::FILE)
}

#[test]
fn a_small_grid_is_a_small_document() {
    insta::assert_snapshot!(svg("((1,2),2):((0,2),1)").replace("><", ">\n<"), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="61" height="55" viewBox="0 0 61 55" font-family="monospace" font-size="8" text-anchor="middle">
    <path stroke="#fff" stroke-width="20" d="M20 24h20"/>
    <path stroke="#b3b3b3" stroke-width="20" d="M40 24h20"/>
    <path stroke="#d9d9d9" stroke-width="20" d="M20 44h20"/>
    <path stroke="#999" stroke-width="20" d="M40 44h20"/>
    <path stroke="#888" stroke-width="0.5" d="M20 14v40M40 14v40M60 14v40M20 14h40M20 34h40M20 54h40"/>
    <g fill="#111">
    <g transform="translate(30 27)">
    <text x="0">0</text>
    <text x="20">1</text>
    </g>
    <g transform="translate(30 47)">
    <text x="0">2</text>
    <text x="20">3</text>
    </g>
    </g>
    <g fill="#888">
    <g transform="translate(30 10)">
    <text x="0">0</text>
    <text x="20">1</text>
    </g>
    <text x="10" y="27">0</text>
    <text x="10" y="47">1</text>
    </g>
    </svg>
    "##);
}

#[test]
fn pictures_of_1024_cells_stay_below_70_kilobytes() {
    let offsets = svg("(32,32):(100000,-31)");
    let values = ThreadValues::new(&layout("(1024,1):(1,1)"), &"(32,32)".parse().expect("a shape"));
    let owners = svg_grid(&values.expect("drawable"), Limits::SVG, SvgStyle::FILE);
    assert!(offsets.len() < 70_000 && owners.len() < 70_000, "{} and {}", offsets.len(), owners.len());
}

#[test]
fn every_picture_is_well_formed() {
    let values = ThreadValues::new(&layout("((2,2),3):((0,1),2)"), &"(2,2)".parse().expect("a shape"));
    let shared = svg_grid(&values.expect("drawable"), Limits::SVG, SvgStyle::HOVER);
    for picture in
        [svg("8:1"), svg("():()"), svg("(64,2,64):(1,64,128)"), svg("(2,2):(1,9223372036854775807)"), shared]
    {
        let document = roxmltree::Document::parse(&picture).expect("well-formed");
        assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    }
}

#[test]
fn text_is_escaped() {
    let mut grid = layout("2:1").grid(Limits::SVG);
    grid.notes.push("a < b && \"c\" > 'd'".to_owned());
    let picture = grid.to_svg(SvgStyle::FILE);
    let document = roxmltree::Document::parse(&picture).expect("well-formed");
    let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"a < b && \"c\" > 'd'"), "{texts:?}");
}

#[test]
fn a_hover_picture_is_scaled_to_its_frame_but_stays_readable() {
    let size = |text: &str| {
        let picture = svg_grid(&layout(text), Limits::SVG, SvgStyle::HOVER);
        let document = roxmltree::Document::parse(&picture).expect("well-formed");
        let length =
            |name| document.root_element().attribute(name).and_then(|value| value.parse::<u32>().ok());
        (length("width").expect("a width"), length("height").expect("a height"))
    };
    assert_eq!(size("(4,8):(1,4)"), (290, 152));
    let (width, height) = size("(12,32):(1,12)");
    assert!(width <= 700 && height <= 200, "{width}x{height}");
    assert_eq!(size("(32,32):(1,32)"), (435, 393));
}

#[test]
fn cells_of_one_colour_are_one_path() {
    for palette in [Palette::Greys, Palette::Pastels, Palette::ColourBlind] {
        let picture = svg_grid(&layout("(8,8):(1,8)"), Limits::SVG, SvgStyle { palette, frame: None });
        assert_eq!(picture.matches("stroke-width=\"20\"").count(), 8, "{palette:?}");
    }
}
