//! Pictures as SVG.

use layout_algebra::{ComposedLayout, Layout};
use layoutlens_render::{Draw, Limits, Palette, Picture, SvgStyle, Theme, ThreadValues, svg_grid};

fn layout(text: &str) -> Layout {
    text.parse().expect("a layout")
}

fn svg(text: &str) -> String {
    svg_grid(&layout(text), Limits::SVG, SvgStyle::FILE)
}

fn owners(text: &str, tile: &str) -> ThreadValues {
    ThreadValues::new(&layout(text), &tile.parse().expect("a shape")).expect("drawable")
}

/// The picture in the frame of a hover, whole where that is possible.
fn hover(drawn: &dyn Draw) -> String {
    let grid = drawn.coloured(Limits::of_picture(&drawn.shape()), &drawn.usual_colour());
    Picture::of(grid).to_svg(SvgStyle::HOVER)
}

fn size(picture: &str) -> (f64, f64) {
    let document = roxmltree::Document::parse(picture).expect("well-formed");
    let length = |name| document.root_element().attribute(name).and_then(|value| value.parse::<f64>().ok());
    (length("width").expect("a width"), length("height").expect("a height"))
}

/// How high text is where the picture is shown; none where there is no text in cells.
fn text_height(picture: &str) -> Option<f64> {
    let document = roxmltree::Document::parse(picture).expect("well-formed");
    let root = document.root_element();
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let view_box: Vec<f64> = root.attribute("viewBox").expect("a view box").split(' ').map(number).collect();
    let scale = number(root.attribute("width").expect("a width")) / view_box[2];
    let is_cell_text = |node: roxmltree::Node<'_, '_>| {
        node.attribute("fill") == Some("#000000") && node.descendants().any(|node| node.has_tag_name("text"))
    };
    let has_text = document.descendants().any(|node| node.tag_name().name() == "g" && is_cell_text(node));
    has_text.then(|| scale * number(root.attribute("font-size").expect("a size")))
}

#[test]
fn a_small_grid_is_a_small_document() {
    insta::assert_snapshot!(svg("((1,2),2):((0,2),1)").replace("><", ">\n<"));
}

#[test]
fn pictures_of_1024_cells_stay_below_70_kilobytes() {
    let offsets = svg("(32,32):(100000,-31)");
    let owners = svg_grid(&owners("(1024,1):(1,1)", "(32,32)"), Limits::SVG, SvgStyle::FILE);
    assert!(offsets.len() < 70_000 && owners.len() < 75_000, "{} and {}", offsets.len(), owners.len());
}

#[test]
fn every_picture_is_well_formed() {
    let shared = svg_grid(&owners("((2,2),3):((0,1),2)", "(2,2)"), Limits::SVG, SvgStyle::HOVER);
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

/// The box of a hover is at most 250 pixels high, of which facts take a part.
#[test]
fn a_hover_picture_is_whole_in_its_frame_and_its_text_is_never_below_9_pixels() {
    let swizzled: ComposedLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().expect("a composed layout");
    let layouts =
        ["(4,8):(1,4)", "(12,32):(1,12)", "(16,16):(16,1)", "(32,32):(1,32)", "(128,128):(1,128)", "1024:1"];
    let layouts = layouts.map(layout);
    let tiles = [owners("((4,8),2):((16,1),8)", "(8,8)"), owners("(256,64):(64,1)", "(128,128)")];
    let mut drawn: Vec<&dyn Draw> = vec![&swizzled];
    drawn.extend(layouts.iter().map(|layout| layout as &dyn Draw));
    drawn.extend(tiles.iter().map(|tile| tile as &dyn Draw));
    for drawn in drawn {
        let picture = hover(drawn);
        let (width, height) = size(&picture);
        assert!(width <= 700.0 && height <= 200.0, "{width}x{height} of {}", drawn.shape());
        assert!(text_height(&picture).is_none_or(|height| height >= 9.0), "{picture}");
    }
    assert!(text_height(&hover(&layout("(12,16):(1,12)"))).is_some(), "these can be read");
    assert!(text_height(&hover(&owners("((4,8),2):((16,1),8)", "(8,8)"))).is_some(), "these can be read");
    assert_eq!(text_height(&hover(&layout("(32,32):(1,32)"))), None, "these cannot");
}

#[test]
fn cells_of_one_colour_are_one_path_of_runs() {
    for palette in Palette::ALL {
        let style = SvgStyle { palette, ..SvgStyle::FILE };
        let picture = svg_grid(&layout("(8,8):(1,8)"), Limits::SVG, style);
        assert_eq!(picture.matches("<path stroke=").count(), 8, "{palette:?}");
    }
    // A row of one offset modulo 8 is one run.
    let runs = svg_grid(&layout("(8,8):(1,0)"), Limits::SVG, SvgStyle::FILE);
    assert_eq!(runs.matches("h8").count(), 8, "{runs}");
}

#[test]
fn what_is_too_much_to_read_is_drawn_whole_in_colours_and_what_is_more_as_a_corner() {
    let shape = |text: &str| text.parse().expect("a shape");
    assert_eq!(Limits::of_picture(&shape("(64,64)")), Limits::of(usize::MAX, usize::MAX));
    assert_eq!(Limits::of_picture(&shape("(512,512)")), Limits::of(usize::MAX, usize::MAX).unlabelled());
    assert_eq!(Limits::of_picture(&shape("(1024,1024)")), Limits::SVG);
    let whole = layout("(512,512):(1,512)").grid(Limits::of_picture(&shape("(512,512)")));
    assert_eq!((whole.height(), whole.width(), whole.truncation()), (512, 512, None));
    let corner = layout("(4096,4096):(1,4096)").grid(Limits::of_picture(&shape("(4096,4096)")));
    assert_eq!(corner.truncation().as_deref(), Some("showing 32x32 of 4096x4096"));
}

#[test]
fn each_theme_has_its_own_ground_lines_and_text() {
    let pictures =
        Theme::ALL.map(|theme| svg_grid(&layout("(4,4):(1,4)"), Limits::SVG, SvgStyle::FILE.on(theme)));
    assert!(pictures[0].contains("fill=\"#ffffff\"") && pictures[0].contains("fill=\"#000000\""));
    assert!(pictures[1].contains("fill=\"#1e1e1e\"") && pictures[1].contains("fill=\"#ffffff\""));
    assert!(
        pictures[2].contains("fill=\"#000000\"")
            && pictures[2].contains("stroke=\"#ffffff\"") | pictures[2].contains("stroke=\"#909090\"")
    );
    // In a hover the ground is the editor's.
    assert!(!svg_grid(&layout("(4,4):(1,4)"), Limits::SVG, SvgStyle::HOVER).contains("<rect"));
}
