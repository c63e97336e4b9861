//! The maze: four by four cells, with an `X` that four buttons lead from the top left to the bottom right.
//!
//! Walls and the goal are colours: they are on the screenshot and in no list of elements.

use super::{
    random::Random,
    widgets::{button, gap, words},
};
use crate::{
    msg::chrome::Widget,
    paint::{Align, Color},
    toolkit::{Gravity, View, column, frame_of, row},
};

const SIZE: usize = 4;
/// The side of a cell: 110 pixels of a page that is 980 wide, in density-independent pixels.
const CELL: i32 = 46;
const GOAL: Color = Color::rgb(0x008000);

/// The maze.
#[derive(Clone, Debug)]
pub struct Maze {
    walls: [[bool; SIZE]; SIZE],
    at: (usize, usize),
}

impl Maze {
    /// As the page makes it: a walk without a plan that ends at the goal, and walls where it has not been.
    pub fn new(seed: u32) -> Self {
        let mut random = Random::new(seed);
        let mut walls = [[true; SIZE]; SIZE];
        let mut directions = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let mut stack = vec![(0, 0)];
        while let Some((row, column)) = stack.pop() {
            walls[row][column] = false;
            if (row, column) == (SIZE - 1, SIZE - 1) {
                break;
            }
            for last in (1..directions.len()).rev() {
                directions.swap(last, random.below(last + 1));
            }
            let next = directions.iter().filter_map(|by| beside((row, column), *by));
            stack.extend(next.filter(|(row, column)| walls[*row][*column]));
        }
        Self { walls, at: (0, 0) }
    }

    fn is_solved(&self) -> bool {
        self.at == (SIZE - 1, SIZE - 1)
    }

    /// A button leads the letter on, where no wall is.
    pub fn tapped(&mut self, widget: Widget) {
        let by = match widget {
            Widget::Up => (-1, 0),
            Widget::Down => (1, 0),
            Widget::Left => (0, -1),
            Widget::Right => (0, 1),
            Widget::Canvas
            | Widget::Color(_)
            | Widget::Clear
            | Widget::Submit
            | Widget::Next
            | Widget::Answer => return,
        };
        if let Some((row, column)) = beside(self.at, by).filter(|it| !self.walls[it.0][it.1]) {
            self.at = (row, column);
        }
    }

    /// Its widgets.
    pub fn view(&self) -> Vec<View> {
        if self.is_solved() {
            return vec![words("Success!").size(13).bold().pad(3, 8)];
        }
        let lines = (0..SIZE).map(|line| {
            row((0..SIZE).map(|column| self.cell((line, column))))
                .class("android.view.View")
                .pad(3, 0)
        });
        let mut parts = vec![column(lines).id("#maze").class("android.view.View")];
        parts.extend([gap(4), row(buttons()).class("android.view.View").pad(3, 0)]);
        parts
    }

    fn cell(&self, place: (usize, usize)) -> View {
        let inside = View::new("android.view.View").fill().at(Gravity::Center);
        let inside = match place {
            (row, column) if self.walls[row][column] => inside.ground(Color::BLACK, 0),
            _ if place == self.at => inside
                .text("X".to_owned())
                .size(23)
                .align(Align::Center)
                .ground(Color::WHITE, 0),
            (row, column) if (row, column) == (SIZE - 1, SIZE - 1) => inside.ground(GOAL, 0),
            _ => inside.ground(Color::WHITE, 0),
        };
        frame_of([inside])
            .class("android.view.View")
            .across(CELL)
            .high(CELL)
            .pad(1, 1)
            .ground(Color::BLACK, 0)
    }
}

/// The buttons of the page, which a browser without scripts shows as well.
pub fn buttons() -> Vec<View> {
    let all = [
        ("Up", Widget::Up),
        ("Down", Widget::Down),
        ("Left", Widget::Left),
        ("Right", Widget::Right),
    ];
    all.map(|(said, widget)| button(said, widget, 56, 28).size(13))
        .into()
}

/// The cell in a direction, where there is one.
fn beside((row, column): (usize, usize), (down, right): (isize, isize)) -> Option<(usize, usize)> {
    let cell = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
    (cell.0 < SIZE && cell.1 < SIZE).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page's own script makes of these seeds.
    #[test]
    fn the_walls_are_those_of_the_page() {
        let shown = |seed: u32| {
            let row = |row: [bool; SIZE]| row.map(|it| if it { '#' } else { '.' }).into_iter().collect();
            Maze::new(seed).walls.map(row).map(|it: String| it).join(" ")
        };
        assert_eq!(shown(1_364_588_068), "..## #... .... ....");
        assert_eq!(shown(0), ".... ##.. ##.# ##..");
        assert_eq!(shown(1), ".### .### .### ....");
    }

    #[test]
    fn no_button_leads_through_a_wall_or_out() {
        let mut maze = Maze::new(1);
        for widget in [Widget::Up, Widget::Left, Widget::Right] {
            maze.tapped(widget);
            assert_eq!(maze.at, (0, 0));
        }
        for widget in [
            Widget::Down,
            Widget::Down,
            Widget::Down,
            Widget::Right,
            Widget::Right,
        ] {
            maze.tapped(widget);
            assert!(!maze.is_solved());
        }
        maze.tapped(Widget::Right);
        assert!(maze.is_solved());
    }
}
