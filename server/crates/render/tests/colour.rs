//! Colours can be told apart, and text can be read on each, for every kind of colour vision.

use layoutlens_render::{Colour, Palette, Scale, Theme, Vision};

const SCALES: [(Scale, u32); 6] = [
    (Scale::Cycle, 8),
    (Scale::Banks, 32),
    (Scale::Threads, 256),
    (Scale::Lanes, 32),
    (Scale::Ramp, Scale::STEPS),
    (Scale::Chosen, 9),
];

/// WCAG 2 asks for 4.5 of text.
#[test]
fn text_has_full_contrast_on_every_colour_for_every_vision() {
    for palette in Palette::ALL {
        for theme in Theme::ALL {
            for (scale, tones) in SCALES {
                for tone in 0..tones {
                    let colour = palette.colour(theme, scale, tone);
                    for vision in Vision::ALL {
                        let contrast = colour.seen_with(vision).contrast(theme.text().seen_with(vision));
                        assert!(
                            contrast >= 4.5,
                            "{palette:?} {theme:?} {scale:?} {tone}: {colour} has {contrast:.2} for {vision:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn labels_have_full_contrast_on_their_ground() {
    for theme in Theme::ALL {
        for vision in Vision::ALL {
            let contrast = theme.label().seen_with(vision).contrast(theme.ground().seen_with(vision));
            assert!(contrast >= 4.5, "{theme:?}: {contrast:.2} for {vision:?}");
        }
    }
}

/// 0.02 can just be told apart side by side; these are told apart at a glance.
#[test]
fn the_eight_colours_of_the_colour_blind_palette_stay_apart_for_every_vision() {
    for theme in [Theme::Light, Theme::Dark] {
        let colours: Vec<Colour> =
            (0..8).map(|tone| Palette::ColourBlind.colour(theme, Scale::Cycle, tone)).collect();
        for vision in Vision::ALL {
            for (at, one) in colours.iter().enumerate() {
                for other in &colours[at + 1..] {
                    let distance = one.seen_with(vision).distance(other.seen_with(vision));
                    assert!(
                        distance > 0.12,
                        "{theme:?}: {one} and {other} are {distance:.3} apart for {vision:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn banks_threads_and_lanes_differ_from_their_neighbours() {
    for palette in Palette::ALL {
        for theme in Theme::ALL {
            let differ = |scale, one, other| {
                let distance =
                    palette.colour(theme, scale, one).distance(palette.colour(theme, scale, other));
                assert!(
                    distance > 0.008,
                    "{palette:?} {theme:?} {scale:?}: {one} and {other} are {distance:.3} apart"
                );
            };
            for bank in 0..31 {
                differ(Scale::Banks, bank, bank + 1);
            }
            differ(Scale::Lanes, 0, 8);
            differ(Scale::Threads, 0, 1);
            differ(Scale::Threads, 0, 8);
            differ(Scale::Threads, 0, 32);
        }
    }
}
