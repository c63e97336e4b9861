//! Labels of the set-of-mark overlay on the emulator's own screens: the text that they mark stays to be read.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::io::Cursor;

use autorpa_emulator::Emulator;
use device::{Device, Tasks};
use image::{ImageFormat, ImageReader, Rgb, RgbImage};
use ui::{Element, HardAction, Rect, Screen};

const GREEN: Rgb<u8> = Rgb([0, 255, 0]);

/// Task types whose instances fill the apps.
const TASK_TYPES: [&str; 4] = [
    "MarkorDeleteNote",
    "ExpenseDeleteMultiple",
    "SimpleCalendarDeleteEvents",
    "RecipeDeleteMultipleRecipes",
];

fn decode(png: &[u8]) -> RgbImage {
    let reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    reader.decode().unwrap().into_rgb8()
}

/// Screens of every app, and what a tap on each of the first few buttons of each shows.
fn screens() -> Vec<(Screen, Vec<u8>)> {
    let mut seen: Vec<(Screen, Vec<u8>)> = Vec::new();
    let mut env = Emulator::new();
    let all = env.info().apps;
    for (idx, task_type) in TASK_TYPES.into_iter().enumerate() {
        let instance = env.instance(task_type, 1).unwrap();
        // Its own apps have something to show; the others are alike whatever the task.
        let apps = if idx == 0 {
            all.clone()
        } else {
            env.scope(task_type)
        };
        for app in &apps {
            for tapped in 0..4 {
                env.reset(&instance).unwrap();
                env.act(&HardAction::OpenApp { app: app.clone() }).unwrap();
                let first = env.observe().unwrap();
                let mut buttons = first.iter().filter(|(_, it)| it.clickable);
                // The screen itself, then one after each tap.
                if tapped > 0 {
                    let Some((target, _)) = buttons.nth(tapped - 1) else {
                        break;
                    };
                    env.act(&HardAction::Click { target }).unwrap();
                }
                let screen = env.observe().unwrap();
                if seen.iter().all(|(it, _)| *it != screen) {
                    seen.push((screen, env.screenshot().unwrap()));
                }
            }
        }
    }
    seen
}

/// Where in an element's box something is written on its ground.
fn ink(picture: &RgbImage, element: &Element) -> Vec<(u32, u32)> {
    let (width, height) = picture.dimensions();
    let whole = Rect::new(0, 0, width as i32, height as i32);
    let Some(at) = element.bounds.intersection(&whole) else {
        return Vec::new();
    };
    let pixels = || (at.top..at.bottom).flat_map(|y| (at.left..at.right).map(move |x| (x as u32, y as u32)));
    let mut colours: Vec<[u8; 3]> = pixels().map(|(x, y)| picture.get_pixel(x, y).0).collect();
    colours.sort_unstable();
    let alike = colours.chunk_by(|a, b| a == b);
    let Some(ground) = alike.max_by_key(|it| (it.len(), it[0])).map(|it| it[0]) else {
        return Vec::new();
    };
    let written = |(x, y): &(u32, u32)| {
        let it = picture.get_pixel(*x, *y).0;
        it.iter().zip(ground).any(|(a, b)| a.abs_diff(b) > 60)
    };
    pixels().filter(written).collect()
}

#[test]
fn labels_hide_no_text() {
    let all = screens();
    assert!(all.len() > 30, "{} screens", all.len());
    let mut texts = 0;
    let mut hidden: Vec<String> = Vec::new();
    for (screen, png) in &all {
        let (plain, marked) = (decode(png), decode(&picture::mark(png, screen).unwrap()));
        for (id, element) in screen.iter() {
            let is_leaf = !screen.elements.iter().any(|it| element.contains(it));
            if !is_leaf || element.words().next().is_none() {
                continue;
            }
            let ink = ink(&plain, element);
            // The thin green frames are another matter: what they cross can still be read.
            let gone = |(x, y): &&(u32, u32)| {
                let now = marked.get_pixel(*x, *y);
                now != plain.get_pixel(*x, *y) && *now != GREEN
            };
            let lost = ink.iter().filter(gone).count();
            texts += 1;
            // The round corner of a button without a text is no loss.
            let borne = if element.text.is_some() { 0 } else { ink.len() / 20 };
            if lost > borne {
                hidden.push(format!(
                    "{} {id} {}: {lost} of {} pixels",
                    screen.app,
                    element.name(),
                    ink.len()
                ));
            }
        }
    }
    assert!(texts > 200, "{texts} texts");
    assert!(
        hidden.is_empty(),
        "{} of {texts}:\n{}",
        hidden.len(),
        hidden.join("\n")
    );
}
