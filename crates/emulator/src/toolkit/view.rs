//! One widget: what Android knows about it, how it is laid out, and what it tells its app.

use std::{borrow::Cow, sync::Arc};

use crate::{
    msg::Msg,
    paint::{Align, Color, IconName},
    state::Photo,
    toolkit::menu::Popup,
};

/// Density-independent pixels to pixels, on the Pixel 6 that AndroidWorld uses (420 dpi).
pub const fn dp(value: i32) -> i32 {
    value * 21 / 8
}

/// How wide or high a widget is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// As its content.
    Wrap,
    /// As its parent.
    Fill,
    /// A fixed size in density-independent pixels.
    Dp(i32),
    /// A share of what its siblings leave, along the parent's direction.
    Share(i32),
}

/// How a container places its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// One below the other.
    Column,
    /// Side by side.
    Row,
    /// On top of each other, each at its own [`Gravity`].
    Stack,
    /// In rows of this many columns.
    Grid(i32),
    /// On a dial: twelve around it from the top on, twelve more on a smaller circle inside.
    Dial,
}

/// Where a widget stands in the room its container leaves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gravity {
    /// Top left.
    #[default]
    Start,
    /// In the middle, both ways in a stack, across the direction otherwise.
    Center,
    /// Top right in a stack, at the far side otherwise.
    End,
    /// Bottom right, where floating buttons are.
    BottomEnd,
    /// At the bottom, over the whole width.
    Bottom,
}

/// How a text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// As normal text.
    #[default]
    Normal,
    /// As a side remark.
    Dim,
    /// In the app's colour.
    Accent,
    /// On a dark ground.
    Light,
}

/// A line on a widget, in thousandths of its width and height.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// From here.
    pub from: (i32, i32),
    /// To there.
    pub to: (i32, i32),
    /// Its colour.
    pub color: Color,
}

/// How a widget looks; nothing here is seen by an accessibility service.
#[derive(Clone, Debug)]
pub struct Look {
    /// Height of the text in density-independent pixels.
    pub size: i32,
    /// Whether the text is bold.
    pub bold: bool,
    /// Colour of the text or icon.
    pub ink: Ink,
    /// Where the text stands.
    pub align: Align,
    /// The ground.
    pub fill: Option<Color>,
    /// Radius of the ground's corners in density-independent pixels.
    pub radius: i32,
    /// A picture.
    pub icon: Option<IconName>,
    /// A picture that is a file.
    pub photo: Option<Photo>,
    /// How much of a slider or progress bar is filled, in thousandths.
    pub part: Option<i32>,
    /// Lines on it, in thousandths of its width and height.
    pub lines: Vec<Line>,
    /// A text that the widget paints itself: nothing but a picture to an accessibility service.
    pub drawn: Cow<'static, str>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            size: 14,
            bold: false,
            ink: Ink::Normal,
            align: Align::Left,
            fill: None,
            radius: 0,
            icon: None,
            photo: None,
            part: None,
            lines: Vec::new(),
            drawn: Cow::Borrowed(""),
        }
    }
}

/// What the ENTER key does in a text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enter {
    /// Goes to the next field, or puts the keyboard away after the last one.
    Next,
    /// Tells the app that the text is complete.
    Submit,
    /// Starts a new line.
    Newline,
}

/// Makes a widget a text field. Its text is the app's; the toolkit says what it becomes.
#[derive(Clone, Debug)]
pub struct Field {
    /// Names the field to its app: [`crate::apps::Event::Edit`] carries it.
    pub name: Msg,
    /// What ENTER does.
    pub enter: Enter,
    /// Whether dots are shown for the text.
    pub password: bool,
}

/// Makes a widget scroll its children.
#[derive(Clone, Copy, Debug)]
pub struct Scroll {
    /// Under which name the position is kept; another content gets another name.
    pub key: u64,
    /// Sideways.
    pub horizontal: bool,
}

/// One widget.
#[derive(Clone, Debug)]
pub struct View {
    /// Android's class.
    pub class: &'static str,
    /// Resource id: `name` in the app's own package, `package:id/name`, or `#name` of a page in HTML, which has no package;
    /// empty if it has none.
    pub id: &'static str,
    /// What it shows.
    pub text: Cow<'static, str>,
    /// Content description.
    pub desc: Cow<'static, str>,
    /// Hint of a text field.
    pub hint: &'static str,
    /// What a tap tells the app.
    pub tap: Option<Msg>,
    /// What a long press tells the app.
    pub hold: Option<Msg>,
    /// What a sideways drag, or the value of a slider, tells the app.
    pub drag: Option<Msg>,
    /// What a finger that draws on it, in any direction, tells the app.
    pub stroke: Option<Msg>,
    /// A text field, if it is one.
    pub field: Option<Field>,
    /// A menu that a tap opens.
    pub popup: Option<Arc<Popup>>,
    /// Its content scrolls.
    pub scroll: Option<Scroll>,
    /// Has a checked state.
    pub checkable: bool,
    /// Is checked.
    pub checked: bool,
    /// Is selected.
    pub selected: bool,
    /// Takes input.
    pub enabled: bool,
    /// The order of its rows says something, as the newest first does; another order would say another thing.
    pub ordered: bool,
    /// Shows its text in upper case, and reports it so.
    pub caps: bool,
    /// How it looks.
    pub look: Look,
    /// Width.
    pub width: Dim,
    /// Height.
    pub height: Dim,
    /// Space around its content, in density-independent pixels: left, top, right, bottom.
    pub pad: [i32; 4],
    /// How its children are placed.
    pub axis: Axis,
    /// Where it stands.
    pub gravity: Gravity,
    /// What it contains.
    pub children: Vec<View>,
}

impl View {
    /// A widget of a class with nothing in it.
    pub fn new(class: &'static str) -> Self {
        Self {
            class,
            id: "",
            text: Cow::Borrowed(""),
            desc: Cow::Borrowed(""),
            hint: "",
            tap: None,
            hold: None,
            drag: None,
            stroke: None,
            field: None,
            popup: None,
            scroll: None,
            checkable: false,
            checked: false,
            selected: false,
            enabled: true,
            ordered: false,
            caps: false,
            look: Look::default(),
            width: Dim::Wrap,
            height: Dim::Wrap,
            pad: [0; 4],
            axis: Axis::Stack,
            gravity: Gravity::Start,
            children: Vec::new(),
        }
    }

    /// With a resource id.
    pub fn id(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }

    /// With another class.
    pub fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    /// With a text.
    pub fn text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.text = text.into();
        self
    }

    /// With a content description.
    pub fn desc(mut self, desc: impl Into<Cow<'static, str>>) -> Self {
        self.desc = desc.into();
        self
    }

    /// With a message for a tap.
    pub fn tap(mut self, msg: impl Into<Msg>) -> Self {
        self.tap = Some(msg.into());
        self
    }

    /// With a message for a long press.
    pub fn hold(mut self, msg: impl Into<Msg>) -> Self {
        self.hold = Some(msg.into());
        self
    }

    /// With a message for sideways drags.
    pub fn drag(mut self, msg: impl Into<Msg>) -> Self {
        self.drag = Some(msg.into());
        self
    }

    /// With a message for what is drawn on it.
    pub fn stroke(mut self, msg: impl Into<Msg>) -> Self {
        self.stroke = Some(msg.into());
        self
    }

    /// With what ENTER does, for a text field.
    pub fn enter(mut self, enter: Enter) -> Self {
        if let Some(field) = &mut self.field {
            field.enter = enter;
        }
        self
    }

    /// Checkable, and so checked.
    pub fn checked(mut self, checked: bool) -> Self {
        self.checkable = true;
        self.checked = checked;
        self
    }

    /// Selected or not.
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// Taking input or not.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// With rows whose order says something.
    pub fn ordered(mut self) -> Self {
        self.ordered = true;
        self
    }

    /// In upper case.
    pub fn caps(mut self) -> Self {
        self.caps = true;
        self
    }

    /// With its words as they are written: other buttons show theirs in capitals.
    pub fn as_written(mut self) -> Self {
        self.caps = false;
        self
    }

    /// With a width.
    pub fn width(mut self, width: Dim) -> Self {
        self.width = width;
        self
    }

    /// With a height.
    pub fn height(mut self, height: Dim) -> Self {
        self.height = height;
        self
    }

    /// As wide as its parent.
    pub fn wide(self) -> Self {
        self.width(Dim::Fill)
    }

    /// With a height in density-independent pixels.
    pub fn high(self, value: i32) -> Self {
        self.height(Dim::Dp(value))
    }

    /// With a width in density-independent pixels.
    pub fn across(self, value: i32) -> Self {
        self.width(Dim::Dp(value))
    }

    /// As big as its parent.
    pub fn fill(self) -> Self {
        self.width(Dim::Fill).height(Dim::Fill)
    }

    /// With space inside, sideways and up and down.
    pub fn pad(mut self, sideways: i32, upright: i32) -> Self {
        self.pad = [sideways, upright, sideways, upright];
        self
    }

    /// Placed in the room its container leaves it.
    pub fn at(mut self, gravity: Gravity) -> Self {
        self.gravity = gravity;
        self
    }

    /// With a text size.
    pub fn size(mut self, size: i32) -> Self {
        self.look.size = size;
        self
    }

    /// In bold.
    pub fn bold(mut self) -> Self {
        self.look.bold = true;
        self
    }

    /// In a colour.
    pub fn ink(mut self, ink: Ink) -> Self {
        self.look.ink = ink;
        self
    }

    /// With its text somewhere in its box.
    pub fn align(mut self, align: Align) -> Self {
        self.look.align = align;
        self
    }

    /// On a ground.
    pub fn ground(mut self, color: Color, radius: i32) -> Self {
        self.look.fill = Some(color);
        self.look.radius = radius;
        self
    }

    /// With a text that is painted and not reported.
    pub fn drawn(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.look.drawn = text.into();
        self
    }

    /// With lines on it.
    pub fn lines(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.look.lines = lines.into_iter().collect();
        self
    }

    /// With a picture.
    pub fn picture(mut self, icon: IconName) -> Self {
        self.look.icon = Some(icon);
        self
    }

    /// With a picture that is a file; one that is none is a small picture of a picture.
    pub fn photo(mut self, photo: Option<Photo>) -> Self {
        if photo.is_none() {
            self.look.icon = Some(IconName::Image);
        }
        self.look.photo = photo;
        self
    }

    /// With a child more.
    pub fn with(mut self, child: View) -> Self {
        self.children.push(child);
        self
    }

    /// With children more.
    pub fn with_all(mut self, children: impl IntoIterator<Item = View>) -> Self {
        self.children.extend(children);
        self
    }

    /// Whether a finger on it does something (also nothing, when it is disabled).
    pub fn takes_taps(&self) -> bool {
        self.tap.is_some() || self.field.is_some() || self.popup.is_some() || self.is_slider()
    }

    /// Whether it is a slider: a tap moves it, as a drag does.
    pub fn is_slider(&self) -> bool {
        self.drag.is_some() && self.class == "android.widget.SeekBar"
    }

    /// What it shows: upper case where the class says so, dots for a password.
    pub fn shown(&self) -> Cow<'_, str> {
        match &self.field {
            Some(field) if field.password => Cow::Owned("•".repeat(self.text.chars().count())),
            Some(_) | None if self.caps => Cow::Owned(self.text.to_uppercase()),
            Some(_) | None => Cow::Borrowed(&self.text),
        }
    }
}
