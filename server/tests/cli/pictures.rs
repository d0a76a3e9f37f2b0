//! Pictures: those of `docs/pictures.md` are what the binary draws, and each kind and output says what it is to say.
//!
//! `UPDATE_DOCS=1` draws the pictures of the page again.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use crate::binary::{layoutlens, layoutlens_in, root};

/// The words of a command as a shell splits them: blanks part them, single quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The commands of the page that write a picture into the repository.
fn commands(page: &str) -> Vec<Vec<String>> {
    let commands = page.lines().filter_map(|line| line.strip_prefix("$ layoutlens "));
    commands.filter(|command| command.contains(" images/")).map(words).collect()
}

/// The pictures themselves, drawn into a folder.
fn draw(command: &[String], folder: &Path) -> (String, Vec<u8>) {
    let (file, arguments) = command.split_last().expect("a file");
    let name = Path::new(file).file_name().expect("a name").to_string_lossy().into_owned();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain([name.as_str()]).collect();
    let outcome = layoutlens_in(folder, &arguments);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{command:?}");
    (file.clone(), fs::read(folder.join(&name)).expect("a picture"))
}

#[test]
fn the_pictures_of_the_page_are_those_that_the_binary_draws() {
    check_page("pictures.md", 30);
}

/// Ten steps, each with its picture, and each value is what is printed.
#[test]
fn the_tour_shows_what_the_binary_draws_and_prints() {
    check_page("tour.md", 10);
    let page = fs::read_to_string(root().join("docs/tour.md")).expect("the page");
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ layoutlens eval ") else { continue };
        let arguments = words(&format!("eval {command}"));
        let outcome = layoutlens(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(Some(outcome.stdout.trim_end()), lines.peek().copied(), "{command}");
    }
}

fn check_page(name: &str, least: usize) {
    let docs = root().join("docs");
    let page = fs::read_to_string(docs.join(name)).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut stale = Vec::new();
    let commands = commands(&page);
    assert!(commands.len() >= least, "{} pictures", commands.len());
    for command in &commands {
        let (file, drawn) = draw(command, folder.path());
        assert!(page.contains(&format!("]({file})")), "{file} is made and not shown");
        if fs::read(docs.join(&file)).ok() != Some(drawn.clone()) {
            if std::env::var_os("UPDATE_DOCS").is_some() {
                fs::write(docs.join(&file), drawn).expect("written");
            } else {
                stale.push(file);
            }
        }
    }
    assert!(stale.is_empty(), "{stale:?} are stale; UPDATE_DOCS=1 draws them again");
}

fn text(arguments: &[&str]) -> String {
    let outcome = layoutlens(&[&["show"], arguments].concat());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{arguments:?}");
    // The value and what is known of it stand above.
    outcome.stdout.split_once("\n\n").expect("a picture").1.to_owned()
}

fn json(arguments: &[&str]) -> Value {
    let outcome = layoutlens(&[&["show", "--as", "json"], arguments].concat());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&outcome.stdout).expect("JSON")
}

/// The values of the cells that have a property, over all panels.
fn values(picture: &Value, mark: &str) -> Vec<i64> {
    let panels = picture["panels"].as_array().expect("panels");
    let cells = panels.iter().flat_map(|panel| panel["cells"].as_array().expect("rows"));
    let cells = cells.flat_map(|row| row.as_array().expect("cells"));
    let mut values: Vec<i64> =
        cells.filter(|cell| cell[mark] == true).filter_map(|cell| cell["value"].as_i64()).collect();
    values.sort_unstable();
    values
}

/// Nothing is asked for, text of the expression stays text, and without a script there is the picture.
#[test]
fn a_page_to_mail_is_a_bench_that_asks_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = layoutlens_in(folder.path(), &["show", "(4,8):(8,1)", "-o", "a.html"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let page = fs::read_to_string(folder.path().join("a.html")).expect("a page");
    assert!(page.contains("default-src 'none'") && page.contains("connect-src 'none'"));
    for loaded in ["http://127", "https://", " src=", "<link", "@import"] {
        assert!(!page.contains(loaded), "{loaded}");
    }
    assert!(page.contains("<noscript><svg"), "for who runs no script");
    let saved =
        page.split_once(r#"id="saved">"#).and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
    let saved: Value = serde_json::from_str(saved).expect("JSON");
    assert_eq!(saved["answers"]["offsets"]["value"], "(4,8):(8,1)");
    assert!(saved["answers"]["strides"]["themes"]["dark"].is_array());
    let again = layoutlens_in(folder.path(), &["show", "(4,8):(8,1)", "-o", "b.html"]);
    assert_eq!(again.status, 0);
    assert_eq!(fs::read_to_string(folder.path().join("b.html")).expect("a page"), page, "the same bytes");
}

/// Row 40, Figures 1 and 2.
#[test]
fn row_40_foldings_and_coordinate_lists() {
    insta::assert_snapshot!(text(&["(2,2,2):(2,1,4)", "--kind", "foldings"]));
    insta::assert_snapshot!(text(&["((2,3),2)", "--kind", "lists"]));
}

/// Row 41, Figure 3.
#[test]
fn row_41_the_path_goes_through_the_offsets_in_their_order() {
    let picture = json(&["((2,2),(4,2)):((1,8),(2,16))", "--kind", "path"]);
    let panel = &picture["panels"][0];
    let path = panel["overlays"][0]["path"].as_array().expect("a path");
    let offsets: Vec<i64> = path
        .iter()
        .map(|place| {
            let at =
                |number: usize| usize::try_from(place[number].as_u64().expect("a place")).expect("small");
            panel["cells"][at(0)][at(1)]["value"].as_i64().expect("an offset")
        })
        .collect();
    assert_eq!(offsets, (0..32).collect::<Vec<_>>());
}

/// Row 42, Figure 4.
#[test]
fn row_42_cells_are_coordinates_and_swizzled_offsets() {
    insta::assert_snapshot!(text(&["(4,(4,2)):(1@1,(1@0,6@1))"]));
    insta::assert_snapshot!(text(&["(4,(4,3)):(f1,(f5,f16))"]));
}

/// Row 43, Figure 5: the last one is no range of rows and columns.
#[test]
fn row_43_a_slice_is_set_off() {
    let kept = values(
        &json(&["slice(((1,_),((_,0),_)), ((3,2),((2,3),2)):((4,1),((2,15),100)))", "--kind", "slice"]),
        "chosen",
    );
    assert_eq!(kept, [4, 5, 6, 7, 104, 105, 106, 107]);
    let kept = values(&json(&["(((3,2),((2,3),2)):((4,1),((2,15),100)))(2,_)", "--kind", "slice"]), "chosen");
    assert_eq!(kept, [8, 10, 23, 25, 38, 40, 108, 110, 123, 125, 138, 140]);
}

/// Operands are those that the names stand for.
#[test]
fn names_that_stand_before_the_expression_are_operands() {
    let named = json(&["let A = ((3,2),((2,3),2)):((4,1),((2,15),100)); A(2,_)", "--kind", "slice"]);
    assert_eq!(values(&named, "chosen"), [8, 10, 23, 25, 38, 40, 108, 110, 123, 125, 138, 140]);
    let named = json(&["let A = (8,16):(1,8); let B = zipped_divide(A, <4:2,8:1>); B", "--kind", "offsets"]);
    assert_eq!(named["title"], "((4,8),(2,2)):((2,8),(1,64))");
}

/// Row 44, Figures 6, 7, 8, 10, 11 and 12.
#[test]
fn row_44_tilers_common_subvectors_and_products_are_shaded() {
    insta::assert_snapshot!(text(&["((4,8),2):((16,1),8)", "--kind", "threads", "--tile", "(8,8)"]));
    let taken = values(&json(&["composition((8,16):(1,8), <2:4,3:2>)", "--kind", "chosen"]), "chosen");
    assert_eq!(taken, [0, 4, 16, 20, 32, 36]);
    let picture = json(&["max_common_vector((4,8):(1,4), ((2,2),8):((1,16),2))"]);
    assert_eq!(values(&picture, "chosen"), [0, 0, 1, 1], "in both");
    for product in ["blocked_product", "raked_product"] {
        let picture = json(&[&format!("{product}((3,4):(4,1), (2,5):(1,2))"), "--kind", "product"]);
        for cell in picture["panels"][0]["cells"]
            .as_array()
            .expect("rows")
            .iter()
            .flat_map(|row| row.as_array().expect("cells"))
        {
            assert_eq!(cell["tone"], cell["value"].as_i64().expect("an offset") / 12 % 8, "{product}");
        }
    }
    let picture = json(&["zipped_divide((8,16):(1,8), <4:2,8:1>)", "--kind", "tiles"]);
    let tones = |row: usize| -> Vec<u64> {
        let cells = picture["panels"][0]["cells"][row].as_array().expect("cells");
        cells.iter().map(|cell| cell["tone"].as_u64().expect("a tone")).collect()
    };
    assert_eq!(tones(0), [[1; 8], [3; 8]].concat());
    assert_eq!((tones(1), tones(2)), ([[2; 8], [4; 8]].concat(), tones(0)));
}

/// Row 46: the whole tile in the colours of its owners.
#[test]
fn row_46_the_owners_of_a_tile_of_128x128_are_all_drawn() {
    let tile = ["((16,16),(4,2,4,2)):((4,512),(1,64,128,8192))", "--kind", "threads", "--tile", "(128,128)"];
    let picture = json(&tile);
    let rows = picture["panels"][0]["cells"].as_array().expect("rows");
    assert_eq!(rows.len(), 128);
    let mut counts = [0; 256];
    for cell in rows.iter().flat_map(|row| row.as_array().expect("cells")) {
        counts[usize::try_from(cell["tone"].as_u64().expect("a thread")).expect("small")] += 1;
    }
    assert_eq!(counts, [64; 256], "each of 256 threads owns 64 elements");
}

/// Row 64: all cells with text, all as colour alone, a corner that says so.
#[test]
fn row_64_a_huge_layout_is_a_corner_that_says_so() {
    let svg = |layout: &str| layoutlens(&["show", layout, "--as", "svg"]).stdout;
    assert_eq!(svg("(64,64):(64,1)").matches("<text x=").count() / 4096, 1, "a number a cell");
    let whole = json(&["(512,512):(512,1)"]);
    assert_eq!(whole["panels"][0]["cells"].as_array().expect("rows").len(), 512);
    assert!(svg("(512,512):(512,1)").matches("<text x=").count() < 4096, "colour alone");
    let corner = json(&["(1048576,1048576):(1,1048576)"]);
    assert_eq!(corner["panels"][0]["notes"][0], "showing 32x32 of 1048576x1048576");
    assert_eq!(corner["panels"][0]["cells"].as_array().expect("rows").len(), 32);
}

/// Row 47: pick a thread, and its cells are set off.
#[test]
fn row_47_the_elements_of_one_thread_are_set_off() {
    let picture = text(&["((4,8),2):((16,1),8)", "--kind", "threads", "--tile", "(8,8)", "--thread", "5"]);
    let chosen: Vec<&str> = picture.split_whitespace().filter(|word| word.ends_with('*')).collect();
    assert_eq!(chosen, ["T5V0*", "T5V1*"]);
    let mma = json(&["SM80_16x8x16_F32F16F16F32_TN", "--thread", "5"]);
    let of = |panel: usize| {
        let rows = mma["panels"][panel]["cells"].as_array().expect("rows");
        rows.iter()
            .flat_map(|row| row.as_array().expect("cells"))
            .filter(|cell| cell["chosen"] == true)
            .count()
    };
    assert_eq!([of(0), of(1), of(2)], [4, 8, 4], "values of B, A and C");
}

/// Row 44, Figure 9: registers of threads by lanes and columns of tensor memory, of one warp.
#[test]
fn row_44_an_instruction_on_tensor_memory_is_drawn_by_lanes_and_columns() {
    let owners = |instruction: &str| -> Vec<Vec<(u64, u64)>> {
        let picture = json(&[instruction]);
        let rows = picture["panels"][0]["cells"].as_array().expect("rows");
        let owner = |cell: &Value| {
            let owner = &cell["owners"][0];
            (owner["thread"].as_u64().expect("a thread"), owner["value"].as_u64().expect("a register"))
        };
        rows.iter().map(|row| row.as_array().expect("cells").iter().map(owner).collect()).collect()
    };
    // A lane a thread, a column a register.
    let plain = owners("SM100_TMEM_LOAD_32dp32b2x");
    assert_eq!((plain.len(), &plain[5]), (32, &vec![(5, 0), (5, 1)]));
    // Four threads a lane, two registers each; eight lanes further down the same threads again.
    let wide = owners("SM100_TMEM_LOAD_16dp256b1x");
    assert_eq!(wide.len(), 16);
    assert_eq!(wide[0], [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]);
    assert_eq!((wide[1][0], wide[8][0], wide[8][7]), ((4, 0), (0, 2), (3, 3)));
}

const STRIPS: [&str; 11] = [
    "(16,4):(4,1)",
    "--kind",
    "strips",
    "--beside",
    "(16,4):(1,16)",
    "--beside",
    "(16,8):(8,1)",
    "--tile",
    "128",
    "--vector",
    "128",
];

/// Row 50: several candidates as strips, each position with its thread.
#[test]
fn row_50_permutations_stand_below_each_other_as_strips() {
    let picture = json(&STRIPS);
    let panels = picture["panels"].as_array().expect("panels");
    let owners = |panel: &Value| -> Vec<i64> {
        let cells = panel["cells"][0].as_array().expect("cells");
        cells.iter().map(|cell| cell["tone"].as_i64().expect("a thread")).collect()
    };
    let all: Vec<Vec<i64>> = panels.iter().map(owners).collect();
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [128; 3]);
    // Four in a row, one in turn, eight in a row.
    assert_eq!(
        [&all[0][..6], &all[1][..6], &all[2][4..10]],
        [[0, 0, 0, 0, 1, 1], [0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 1, 1]]
    );
}

/// Row 51: the division of each candidate, with the arithmetic of its strides.
#[test]
fn row_51_each_permutation_has_its_stride_arithmetic() {
    let picture = json(&STRIPS);
    let titles: Vec<&str> = picture["panels"]
        .as_array()
        .expect("panels")
        .iter()
        .map(|panel| panel["title"].as_str().expect("a title"))
        .collect();
    assert_eq!(
        titles,
        [
            "(16,4):(4,1): threads step 4 x 128 = 512, values 1 x 128 = 128, 2 repetitions 64 x 128 = 8192",
            "(16,4):(1,16): threads step 1 x 128 = 128, values 16 x 128 = 2048, 2 repetitions 64 x 128 = 8192",
            "(16,8):(8,1): threads step 8 x 128 = 1024, values 1 x 128 = 128",
        ]
    );
}

/// Row 53: how far each mode jumps.
#[test]
fn row_53_an_arrow_a_mode_says_how_far_it_jumps() {
    let picture = json(&["((2,2),(4,2)):((1,8),(2,16))", "--kind", "strides"]);
    let panel = &picture["panels"][0];
    let arrows = panel["overlays"].as_array().expect("arrows");
    let labels: Vec<&str> = arrows.iter().map(|arrow| arrow["label"].as_str().expect("a label")).collect();
    assert_eq!(labels, ["+1", "+8", "+2", "+16"]);
    for arrow in arrows {
        let offset = |end: &str| {
            let at = |number: usize| {
                usize::try_from(arrow[end][number].as_u64().expect("a place")).expect("small")
            };
            panel["cells"][at(0)][at(1)]["value"].as_i64().expect("an offset")
        };
        assert_eq!(format!("{:+}", offset("to") - offset("from")), arrow["label"].as_str().expect("a label"));
    }
}

/// Row 58: an MMA's three operands, both sides of a copy, a swizzle before and after.
#[test]
fn row_58_operands_of_an_mma_sides_of_a_copy_and_both_forms_of_a_swizzle() {
    let titles = |arguments: &[&str]| -> Vec<String> {
        let picture = json(arguments);
        let panels = picture["panels"].as_array().expect("panels");
        panels.iter().map(|panel| panel["title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles(&["SM80_16x8x16_F32F16F16F32_TN"]), ["B 8x16", "A 16x16", "C 16x8"]);
    let copy = "make_tiled_copy(Copy_Atom<SM75_U32x2_LDSM_N, f16>, (32,1):(1,32), (1,8))";
    assert_eq!(titles(&[copy]), ["source: who reads", "destination: who writes"]);
    insta::assert_snapshot!(text(&["Sw<1,1,2> o 0 o (4,4):(4,1)", "--kind", "swizzle"]));
}

/// Row 60: palettes and themes.
#[test]
fn row_60_palettes_and_themes_have_their_colours() {
    let svg = |more: &[&str]| layoutlens(&[&["show", "(4,8)", "--as", "svg"], more].concat()).stdout;
    let pictures = [
        svg(&["--palette", "greys"]),
        svg(&["--palette", "pastels"]),
        svg(&["--palette", "color-blind"]),
        svg(&["--theme", "dark"]),
        svg(&["--theme", "high-contrast"]),
    ];
    for (at, picture) in pictures.iter().enumerate() {
        assert!(pictures[at + 1..].iter().all(|other| other != picture), "two are the same: {picture}");
    }
    assert_eq!(pictures[1], svg(&[]), "pastels are the default");
}

/// Row 61: the real bank of each cell, and what waits for another.
#[test]
fn row_61_each_cell_has_its_bank_and_conflicts_are_marked() {
    insta::assert_snapshot!(text(&["(4,8):(36,1)", "--kind", "banks", "--type", "f32"]));
    let halves = text(&["(2,8):(64,1)", "--kind", "banks", "--type", "f16"]);
    insta::assert_snapshot!(halves);
    insta::assert_snapshot!(text(&["bank_conflicts((8,4):(64,8), f16, 8)"]));
    let free = text(&["bank_conflicts(Sw<3,3,3> o 0 o (8,4):(64,8), f16, 8)"]);
    assert!(free.contains("no conflict") && !free.contains('!'), "{free}");
    // A bare swizzle does not say what its elements are.
    let supposed = text(&["Sw<3,3,3> o 0 o (8,64):(64,1)"]);
    assert!(supposed.contains("supposed: elements of 16 bits"), "{supposed}");
}

/// Sectors of a warp's access, beside those that would do.
#[test]
fn the_words_that_a_warp_moves_and_does_not_use_are_marked() {
    let picture = text(&["sectors(32:2, f32)"]);
    assert!(picture.contains("8 sectors of 32 bytes in 2 lines, 4 would do"), "{picture}");
    assert_eq!(picture.split_whitespace().filter(|word| *word == "-").count(), 32, "{picture}");
}

/// Row 62: every owner of a shared element.
#[test]
fn row_62_an_element_with_several_owners_names_all_of_them() {
    let picture = json(&["((2,2),2):((0,1),2)", "--kind", "owners", "--tile", "(2,2)"]);
    let cell = &picture["panels"][0]["cells"][0][0];
    assert_eq!(cell["owners"].as_array().expect("owners").len(), 2);
    assert_eq!((&cell["shared"], &cell["tone"]), (&Value::Bool(true), &Value::from(2)));
}

/// The files of one picture, each of the form that its ending says.
fn files(layout: &str) -> impl Fn(&str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["txt", "svg", "png", "tex", "json", "html", "cu"] {
        let file = format!("a.{ending}");
        let outcome = layoutlens_in(folder.path(), &["show", layout, "-o", &file]);
        assert_eq!((outcome.status, outcome.stderr.as_str(), outcome.stdout.as_str()), (0, "", ""), "{file}");
    }
    move |ending| fs::read(folder.path().join(format!("a.{ending}"))).expect("a file")
}

#[test]
fn each_ending_has_its_form() {
    let file = files("(4,(3,2)):(2,(8,1))");
    let endings = ["txt", "svg", "png", "tex", "json", "html", "cu"];
    let starts = endings.map(|ending| file(ending)[..4].to_vec());
    assert_eq!(
        starts,
        [b"(4,(", b"<svg", b"\x89PNG", b"\\doc", b"{\"fa", b"<!do", b"// ("]
            .map(|start: &[u8; 4]| start.to_vec())
    );
    let page = String::from_utf8(file("html")).expect("UTF-8");
    let mentions_nothing_else = page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
    assert!(!mentions_nothing_else.contains("http") && page.contains("connect-src 'none'"), "{page}");
    insta::assert_snapshot!("cu", String::from_utf8(file("cu")).expect("UTF-8"));
}

/// Row 55: the grid as text, in a terminal and in a file.
#[test]
fn row_55_a_grid_is_text() {
    let shown = text(&["(2,3):(3,1)"]);
    assert_eq!(shown.trim_end(), "  │ 0 1 2\n──┼──────\n0 │ 0 1 2\n1 │ 3 4 5");
    let file = String::from_utf8(files("(2,3):(3,1)")("txt")).expect("UTF-8");
    assert!(file.ends_with(&format!("{}\n", shown.trim_end())), "{file}");
}

/// Row 56: each kind as SVG, with each number of its grid.
#[test]
fn row_56_a_grid_is_svg() {
    let svg = String::from_utf8(files("(4,(3,2)):(2,(8,1))")("svg")).expect("UTF-8");
    for number in [0, 1, 2, 4, 6, 7, 8, 16, 22, 23] {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}: {svg}");
    }
    for (expression, kind) in [
        ("(4,8):(8,1)", "path"),
        ("(4,8):(8,1)", "strides"),
        ("(4,8):(36,1)", "banks"),
        ("((4,8),2):((16,1),8)", "threads"),
        ("SM80_16x8x16_F32F16F16F32_TN", "mma"),
        ("SM100_TMEM_LOAD_32dp32b2x", "threads"),
    ] {
        let outcome = layoutlens(&["show", expression, "--kind", kind, "--as", "svg"]);
        assert!(outcome.status == 0 && outcome.stdout.starts_with("<svg"), "{kind}: {}", outcome.stderr);
    }
}

/// Row 57: LaTeX with a node a cell, as CuTe prints it.
#[test]
fn row_57_a_grid_is_latex() {
    let tex = String::from_utf8(files("(4,(3,2)):(2,(8,1))")("tex")).expect("UTF-8");
    assert_eq!(tex.matches("\n\\cell{").count(), 24, "{tex}");
    insta::assert_snapshot!("tex", tex);
}

/// Row 59: the ends of tiles are thicker, by the level of the tile, and an outer tile has its number.
#[test]
fn row_59_tiles_of_each_level_have_borders_of_their_own() {
    let svg = layoutlens(&["show", "((2,2),(2,2,2)):((1,8),(2,4,16))", "--as", "svg"]).stdout;
    // Lines of a width, by where they begin: of cells, of tiles, of tiles of tiles.
    let lines = |width: &str| -> usize {
        let part = svg.split(&format!("stroke-width=\"{width}\" d=\"")).nth(1).expect(width);
        let path = part.split('"').next().expect("a path");
        path.matches('M').count()
    };
    // Of 5 lines of rows one ends a tile; of 9 of columns two do, and one a tile of tiles.
    assert_eq!([lines("0.5"), lines("1.25"), lines("2.25")], [10, 3, 1], "{svg}");
    // 32 cells, 8 columns and 4 rows; tiles of two columns by 0 and 1, those of four by 0 and 1, and two of rows.
    assert_eq!(svg.matches("<text ").count(), 32 + 8 + 4 + 4 + 2 + 2, "{svg}");
    let flat = layoutlens(&["show", "(4,8):(1,4)", "--as", "svg"]).stdout;
    assert_eq!(flat.matches("<text ").count(), 32 + 8 + 4);
    assert!(!flat.contains("stroke-width=\"1.25\""), "a flat shape has no inner tiles: {flat}");
}

/// Row 63: what is saved is the picture, and what it was made from stands in it; the same command makes it again.
#[test]
fn row_63_a_picture_is_saved_and_its_command_makes_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let command =
        ["show", "((4,8),2):((16,1),8)", "--kind", "threads", "--tile", "(8,8)", "--thread", "5", "-o"];
    for file in ["one.html", "other.html"] {
        let outcome = layoutlens_in(folder.path(), &[&command[..], &[file]].concat());
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    }
    let page = fs::read_to_string(folder.path().join("one.html")).expect("a page");
    assert_eq!(page, fs::read_to_string(folder.path().join("other.html")).expect("a page"));
    let saved =
        page.split_once(r#"id="saved">"#).and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
    let saved: Value = serde_json::from_str(saved).expect("JSON");
    assert_eq!(
        (&saved["expression"], &saved["first"]),
        (&Value::from("((4,8),2):((16,1),8)"), &Value::from("threads"))
    );
    assert_eq!(saved["thread"], 5);
}

#[test]
fn a_png_has_the_same_bytes_on_every_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = layoutlens_in(folder.path(), &["show", "(4,8):(8,1)", "--kind", "path", "-o", "a.png"]);
    assert_eq!(outcome.status, 0);
    let png = fs::read(folder.path().join("a.png")).expect("a picture");
    // FNV-1a.
    let hash = png.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    insta::assert_snapshot!(format!("{} bytes, {hash:016x}", png.len()));
}

/// What a name in a picture is in LaTeX, HTML and SVG: text.
#[test]
fn what_is_asked_for_and_does_not_fit_is_said() {
    let refused = |arguments: &[&str]| {
        let outcome = layoutlens(&[&["show"], arguments].concat());
        assert_ne!(outcome.status, 0, "{arguments:?}: {}", outcome.stdout);
        outcome.stderr
    };
    insta::assert_snapshot!(
        [
            refused(&["(4,8)", "--kind", "mma"]),
            refused(&["(4,8)", "--kind", "slice"]),
            refused(&["(4,8)", "--kind", "swizzle"]),
            refused(&["(4,8)", "--kind", "foldings"]),
            refused(&["zipped_divide((8,16), <3,8>)", "--kind", "tiles"]),
            refused(&["8:1", "--kind", "threads"]),
            refused(&["bank_conflicts((8,4):(1,20), f32, 4)"]),
        ]
        .concat()
    );
}

/// A program that includes a generated file and prints what it computes.
fn compiled(code: &str, main: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.cpp");
    fs::write(&source, format!("#include <cstdio>\n{code}\n{main}")).expect("written");
    let program = folder.path().join("a.out");
    let built = Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .arg(&program)
        .arg(&source)
        .output()
        .expect("g++ is installed");
    assert!(built.status.success(), "{}\n{code}", String::from_utf8_lossy(&built.stderr));
    String::from_utf8(Command::new(&program).output().expect("it runs").stdout).expect("UTF-8")
}

/// Row 52: loops and index arrays compute what CuTe does, compiled.
#[test]
fn row_52_code_without_cute_computes_the_same_offsets() {
    for layout in [
        "(4,(3,2)):(2,(8,1))",
        "((2,2),(4,2)):((1,8),(2,16))",
        "(4,8):(0,-3)",
        "8:1",
        "1:0",
        "Sw<2,0,3> o 5 o (8,8):(8,1)",
        "Sw<3,3,-3> o 0 o (8,64):(64,1)",
    ] {
        let code = layoutlens(&["show", layout, "--as", "cu"]);
        assert_eq!((code.status, code.stderr.as_str()), (0, ""), "{layout}");
        let main = "int main() {\n  each([](long long i, long long at) {\n    \
                    if (offset(i) != at || offsets[i] != at) std::printf(\"differ at %lld\\n\", i);\n    \
                    std::printf(\"%lld \", at);\n  });\n}\n";
        let printed = compiled(&code.stdout, main);
        let shown = json(&[layout, "--all"]);
        let rows = shown["panels"][0]["cells"].as_array().expect("rows");
        let columns = rows[0].as_array().expect("cells").len();
        let mut expected = String::new();
        for column in 0..columns {
            for row in rows {
                expected.push_str(&format!("{} ", row[column]["value"]));
            }
        }
        assert_eq!(printed, expected, "{layout}");
    }
}

/// Row 52, the form of `partition_C`: what each thread owns, compiled.
#[test]
fn row_52_code_without_cute_gives_each_thread_its_elements() {
    for (layout, tile) in [
        ("((4,8),2):((16,1),8)", "(8,8)"),
        ("((16,16),(4,2,4,2)):((4,512),(1,64,128,8192))", "(128,128)"),
        // Rows and columns of a thread are no product here.
        ("(4,4):(1,3)", "(5,4)"),
    ] {
        let code = layoutlens(&["show", layout, "--kind", "threads", "--tile", tile, "--as", "cu"]);
        assert_eq!((code.status, code.stderr.as_str()), (0, ""), "{layout}");
        let has_lists = code.stdout.contains("my_rows");
        assert_eq!(has_lists, !layout.starts_with("(4,4)"), "{layout}");
        let lists = if has_lists {
            "    long long rows[count_of_rows], columns[count_of_columns];\n    my_rows(t, rows);\n    my_columns(t, columns);\n    \
             for (int v = 0; v < values; ++v) {\n      int found = 0;\n      for (long long r : rows)\n        \
             for (long long c : columns) found += r == row(t, v) && c == column(t, v);\n      \
             if (found != 1 || count_of_rows * count_of_columns != values) std::printf(\"differ\\n\");\n    }\n"
        } else {
            ""
        };
        let main = format!(
            "int main() {{\n  for (int t = 0; t < threads; ++t) {{\n{lists}    for (int v = 0; v < values; ++v)\n      \
             std::printf(\"%lld %lld %d %d\\n\", row(t, v), column(t, v), t, v);\n  }}\n}}\n"
        );
        let printed = compiled(&code.stdout, &main);
        let picture = json(&[layout, "--kind", "threads", "--tile", tile, "--all"]);
        let rows = picture["panels"][0]["cells"].as_array().expect("rows");
        let mut owned = 0;
        for line in printed.lines() {
            let numbers: Vec<usize> = line.split(' ').map(|word| word.parse().expect(line)).collect();
            let [row, column, thread, value] = numbers[..] else { panic!("{line}") };
            let owners = rows[row][column]["owners"].as_array().expect("owners");
            assert!(
                owners.iter().any(|owner| owner["thread"] == thread && owner["value"] == value),
                "{layout}: {line}"
            );
            owned += 1;
        }
        let owners = |cell: &Value| cell["owners"].as_array().map_or(0, Vec::len);
        let all = rows.iter().flat_map(|row| row.as_array().expect("cells")).map(owners).sum::<usize>();
        assert_eq!(owned, all, "{layout}");
    }
}
