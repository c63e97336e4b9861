//! Chrome and the HTML Viewer: how a page is opened, and the task types that are games, by hand.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use std::collections::{HashMap, VecDeque};

use autorpa_emulator::{state::DeviceState, tasks::definition};
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};
use ui::{Direction, HardAction};

const DOWNLOADS: &str = "/storage/emulated/0/Download";

/// A phone with the page of a type, in Files.
fn phone(task_type: &str, seed: u64) -> Hand {
    let definition = definition(task_type).unwrap();
    let params = definition.values(seed);
    let mut hand = Hand::new(definition.beginning(&params, seed).device().unwrap());
    hand.open("files");
    hand
}

const FIRST_RUN: [&str; 3] = ["Accept & continue", "No thanks", "No thanks"];

fn opened(task_type: &str, seed: u64) -> Hand {
    let mut hand = phone(task_type, seed);
    for words in ["task.html", "Chrome", "Just once"].into_iter().chain(FIRST_RUN) {
        hand.click(words);
    }
    hand
}

#[test]
fn a_page_is_opened_with_an_app_that_is_chosen() {
    let mut hand = phone("BrowserMultiply", 1);
    hand.click("task.html");
    assert_snapshot!("open_with", hand.show());
    assert!(!hand.find("Just once").enabled);
    hand.back();
    assert!(hand.sees("task.html"));
    hand.click("task.html");
    hand.click("Chrome");
    hand.click("Just once");
    assert_snapshot!("chrome_terms", hand.show());
    hand.click("Accept & continue");
    assert_snapshot!("chrome_account", hand.show());
    hand.click("Yes, I’m in");
    hand.click("No thanks");
    assert_snapshot!("chrome_notifications", hand.show());
    hand.click("Yes, I’m in");
    hand.click("Allow");
    assert!(hand.sees("Click Me"), "{}", hand.show());
    // Back leads to where the page was opened.
    hand.back();
    assert!(hand.sees("task.html"), "{}", hand.show());
    // Once is once.
    hand.hold("task.html");
    hand.click("More options");
    hand.click("Open with");
    hand.click("Chrome");
    hand.click("Always");
    assert!(hand.sees("Click Me"), "Chrome asks once");
    hand.back();
    hand.click("task.html");
    // The selection ends, then the page is opened without a question.
    hand.click("task.html");
    assert!(hand.sees("Click Me"), "{}", hand.show());
}

#[test]
fn other_files_are_opened_by_nobody() {
    let mut hand = phone("BrowserMaze", 1);
    let path = format!("{DOWNLOADS}/list.txt");
    hand.phone.state.files.write(&path, "Success!", 0);
    hand.phone.refresh();
    hand.click("list.txt");
    assert!(hand.sees("Can’t open file"), "{}", hand.show());
}

#[test]
fn the_viewer_runs_no_script() {
    for (task_type, buttons) in [
        ("BrowserDraw", vec!["Clear", "Submit"]),
        ("BrowserMaze", vec!["Up", "Down", "Left", "Right"]),
        ("BrowserMultiply", vec!["Click Me"]),
    ] {
        let mut hand = phone(task_type, 1);
        for words in ["task.html", "HTML Viewer", "Just once"] {
            hand.click(words);
        }
        let before = hand.show();
        assert!(before.starts_with("com.android.htmlviewer/"), "{before}");
        for words in buttons {
            hand.click(words);
        }
        assert_eq!(hand.show(), before);
        hand.back();
        assert!(hand.sees("task.html"));
    }
}

#[test]
fn the_bar_of_chrome() {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("google chrome");
    assert_snapshot!("chrome", hand.show());
    hand.click_id("search_box_text");
    hand.type_here("Success!");
    assert!(hand.sees("No internet"), "{}", hand.show());
    assert_eq!(hand.text_of("url_bar"), "Success!");
    hand.click("Home");
    assert!(!hand.sees("No internet") && !hand.sees("Success!"));
    let mut hand = opened("BrowserMaze", 1);
    assert_eq!(
        hand.text_of("url_bar"),
        "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html"
    );
    hand.click("Customize and control Google Chrome");
    hand.click("New tab");
    assert!(!hand.sees("X"));
}

#[test]
fn a_page_that_is_loaded_again_begins_anew() {
    let mut hand = opened("BrowserMultiply", 1);
    let first = hand.text_of("number");
    for _ in 0..5 {
        hand.click("Click Me");
    }
    assert_snapshot!("chrome_multiply", hand.show());
    hand.fill_id("answer", "twelve");
    assert_eq!(hand.text_of("answer"), "ee", "the field takes numbers");
    hand.click("Customize and control Google Chrome");
    hand.click("Refresh");
    assert_eq!(hand.text_of("number"), first);
}

#[test]
fn a_finger_draws_in_all_directions() {
    let mut hand = opened("BrowserDraw", 1);
    assert_snapshot!("chrome_draw", hand.show());
    let look = |hand: &Hand| hand.phone.paint().len();
    let mut painted = look(&hand);
    for path in ["10%,10% 90%,10%", "10%,20% 10%,90%", "90%,90% 20%,30%"] {
        let screen = hand.phone.screen();
        let is_canvas = |it: &ui::Element| it.resource_name.as_deref() == Some("canvas");
        let target = screen.iter().find(|it| is_canvas(it.1)).unwrap().0;
        let path = path.to_owned();
        let drag = HardAction::DragAlong { target, path };
        hand.phone.perform(&drag).unwrap();
        assert!(look(&hand) > painted, "a line is painted");
        painted = look(&hand);
    }
    hand.click_id("canvas");
    assert_eq!(look(&hand), painted, "a tap draws nothing");
    hand.click("Clear");
    assert!(look(&hand) < painted);
}

/// Open the page in Chrome, as the goal says.
fn open(player: &mut Player) {
    player.open("Files");
    for words in ["task.html", "Chrome", "Just once"].into_iter().chain(FIRST_RUN) {
        player.tap(words);
    }
}

/// Open the page in the other app, for good, and press a button there.
fn open_elsewhere(player: &mut Player, button: &str) {
    player.open("Files");
    for words in ["task.html", "HTML Viewer", "Always", button] {
        player.tap(words);
    }
}

/// Type into the address bar what a page says that is won.
fn type_success(player: &mut Player) {
    open(player);
    player.fill("url_bar", "Success!");
    player.back();
}

fn load_again(player: &mut Player) {
    player.tap("Customize and control Google Chrome");
    player.tap("Refresh");
}

/// What is beside the canvas in dp, as pixels.
fn dp(value: i32) -> i32 {
    value * 21 / 8
}

/// The colours that are wanted, and those of the buttons.
fn seen_colors(player: &mut Player) -> (Vec<[u8; 3]>, Vec<[u8; 3]>) {
    let canvas = player.place("canvas");
    let (middle, _) = canvas.center();
    let above = canvas.top - dp(31);
    let wanted = [-60, 0, 60].map(|it| (middle + dp(it), above));
    let buttons: Vec<(i32, i32)> = player.nameless().iter().map(|it| it.1.center()).collect();
    (player.colors(wanted), player.colors(buttons))
}

/// Draw a line for each colour that is wanted, or for the one that a choice makes of it.
fn draw(player: &mut Player, paths: [&str; 3], choose: impl Fn(&[[u8; 3]], usize) -> usize) {
    open(player);
    let (wanted, known) = seen_colors(player);
    assert_eq!((wanted.len(), known.len()), (3, 24));
    for (color, path) in wanted.iter().zip(paths) {
        let at = known.iter().position(|it| it == color).expect("a button");
        let target = player.nameless()[choose(&wanted, at)].0;
        player.tap_it(target);
        player.draw("canvas", path);
    }
}

const LINES: [&str; 3] = ["10%,20% 90%,20%", "10%,40% 90%,70%", "50%,80% 50%,95%"];

#[test]
fn browser_draw() {
    let submit = |player: &mut Player| player.tap("Submit");
    let right = |_: &[[u8; 3]], at: usize| at;
    check(
        "BrowserDraw",
        &|player| {
            draw(player, LINES, right);
            submit(player);
        },
        &[
            ("not submitted", &|player| draw(player, LINES, right)),
            ("one over the other", &|player| {
                draw(player, [LINES[0]; 3], right);
                submit(player);
            }),
            ("other colours", &|player| {
                draw(player, LINES, |_, at| (at + 1) % 24);
                submit(player);
            }),
            ("one colour", &|player| {
                draw(player, LINES, |_, _| 0);
                submit(player);
            }),
            ("cleared before it is submitted", &|player| {
                draw(player, LINES, right);
                player.tap("Clear");
                submit(player);
            }),
            ("taps", &|player| {
                open(player);
                for at in 0..24 {
                    let target = player.nameless()[at].0;
                    player.tap_it(target);
                    player.tap_id("canvas");
                }
                submit(player);
            }),
            ("in the other app", &|player| open_elsewhere(player, "Submit")),
            ("typed", &type_success),
            ("loaded again", &|player| {
                draw(player, LINES, right);
                submit(player);
                load_again(player);
            }),
        ],
    );
}

/// The buttons that lead the letter to the goal, by the colours of the cells.
fn way(player: &mut Player) -> Vec<&'static str> {
    let (left, top) = player.place_of("X").center();
    let cells = (0..16).map(|it| (left + it % 4 * dp(46), top + it / 4 * dp(46)));
    let colors = player.colors(cells);
    assert_eq!(colors[15], [0, 128, 0], "the goal is green");
    let is_free = |it: i32| it == 0 || colors[it as usize] != [0, 0, 0];
    let mut ways: HashMap<i32, Vec<&str>> = HashMap::from([(0, Vec::new())]);
    let mut queue = VecDeque::from([0]);
    while let Some(cell) = queue.pop_front() {
        let beside = [
            (cell >= 4, cell - 4, "Up"),
            (cell < 12, cell + 4, "Down"),
            (cell % 4 > 0, cell - 1, "Left"),
            (cell % 4 < 3, cell + 1, "Right"),
        ];
        for (_, next, button) in beside.into_iter().filter(|it| it.0 && is_free(it.1)) {
            if !ways.contains_key(&next) {
                let way = [ways[&cell].as_slice(), &[button]].concat();
                ways.insert(next, way);
                queue.push_back(next);
            }
        }
    }
    ways.remove(&15).expect("a way")
}

fn walk(player: &mut Player, change: impl Fn(&mut Vec<&'static str>)) {
    open(player);
    let mut way = way(player);
    change(&mut way);
    for button in way {
        player.tap(button);
    }
}

/// Make a page of another maze, and win that one.
fn win_another(player: &mut Player) {
    player.open("Markor");
    player.tap("Create a new file or folder");
    player.fill("new_file_dialog__name", "easy");
    player.fill("new_file_dialog__ext", ".html");
    player.tap("OK");
    let html = "<title>Maze Puzzle</title><script>new SeededRNG(1)</script>";
    player.fill("document__fragment__edit__highlighting_editor", html);
    player.tap("Save");
    player.open("Files");
    for folder in ["Show roots", "sdk_gphone_x86_64", "Documents"] {
        player.tap(folder);
    }
    for words in ["easy.html", "Chrome", "Just once"].into_iter().chain(FIRST_RUN) {
        player.tap(words);
    }
    for button in ["Down", "Down", "Down", "Right", "Right", "Right"] {
        player.tap(button);
    }
    assert!(player.sees("Success!"));
}

#[test]
fn browser_maze() {
    check(
        "BrowserMaze",
        &|player| {
            walk(player, |_| {});
            assert!(player.sees("Success!"));
        },
        &[
            ("one step too few", &|player| walk(player, |it| it.truncate(5))),
            ("another first step", &|player| {
                walk(player, |it| {
                    it[0] = if it[0] == "Down" { "Right" } else { "Down" }
                });
            }),
            ("in the other app", &|player| open_elsewhere(player, "Down")),
            ("typed", &type_success),
            ("left again", &|player| {
                walk(player, |_| {});
                player.home();
            }),
            ("loaded again", &|player| {
                walk(player, |_| {});
                load_again(player);
            }),
            ("another maze", &win_another),
        ],
    );
}

fn multiply(player: &mut Player, answer: impl Fn(&[u64]) -> u64) {
    open(player);
    let mut numbers = Vec::new();
    for _ in 0..5 {
        numbers.push(player.texts("number")[0].parse().unwrap());
        player.tap("Click Me");
    }
    player.fill("answer", &answer(&numbers).to_string());
}

#[test]
fn browser_multiply() {
    let submit = |player: &mut Player| player.tap("Submit");
    let product = |numbers: &[u64]| numbers.iter().product();
    check(
        "BrowserMultiply",
        &|player| {
            multiply(player, product);
            submit(player);
        },
        &[
            ("not submitted", &|player| multiply(player, product)),
            ("one more", &|player| {
                multiply(player, |it| it.iter().product::<u64>() + 1);
                submit(player);
            }),
            ("the sum", &|player| {
                multiply(player, |it| it.iter().sum::<u64>() + 100_000);
                submit(player);
            }),
            ("changed afterwards", &|player| {
                multiply(player, product);
                player.fill("answer", "0");
                submit(player);
            }),
            ("in the other app", &|player| open_elsewhere(player, "Click Me")),
            ("typed", &type_success),
        ],
    );
}

/// Neither the colours that are wanted nor the walls are said.
#[test]
fn what_only_eyes_can_see() {
    for (task_type, way) in [("BrowserDraw", Direction::Down), ("BrowserMaze", Direction::Up)] {
        let shown = [1, 2].map(|seed| {
            let mut hand = opened(task_type, seed);
            hand.scroll(way);
            hand.show()
        });
        assert_eq!(shown[0], shown[1], "{task_type}");
    }
    assert_snapshot!("chrome_maze", opened("BrowserMaze", 1).show());
}
