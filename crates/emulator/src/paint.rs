//! What a screen looks like: a list of simple shapes, painted in order, later ones on top.
//!
//! Widgets are laid out once into elements and paints; only a screenshot turns paints into pixels.

use ui::Rect;

/// A colour with opacity; 255 is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity.
    pub alpha: u8,
}

impl Color {
    /// White.
    pub const WHITE: Color = Color::rgb(0xffffff);
    /// Black.
    pub const BLACK: Color = Color::rgb(0x000000);

    /// An opaque colour, written as on the web: `0xRRGGBB`.
    pub const fn rgb(hex: u32) -> Self {
        Self {
            red: (hex >> 16) as u8,
            green: (hex >> 8) as u8,
            blue: hex as u8,
            alpha: 255,
        }
    }

    /// The same colour with another opacity.
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

/// Where a text stands in its box. Vertically it is always in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// At the left edge; lines that are too long are wrapped, and what does not fit is cut.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
    /// At the left edge and at the top: for texts of several lines.
    TopLeft,
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// A filled box.
    Fill {
        /// Where.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// Radius of the corners in pixels; half the height makes a pill or a disc.
        radius: i32,
    },
    /// The outline of a box.
    Outline {
        /// Where; the line lies inside.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// Thickness in pixels.
        width: i32,
        /// Radius of the corners in pixels.
        radius: i32,
    },
    /// A straight line.
    Line {
        /// From here.
        from: (i32, i32),
        /// To there.
        to: (i32, i32),
        /// Its colour.
        color: Color,
        /// Thickness in pixels.
        width: i32,
    },
    /// A text.
    Text {
        /// Its box; what is outside is cut.
        rect: Rect,
        /// What it says; `\n` starts a new line.
        text: String,
        /// Height of the font in pixels.
        size: i32,
        /// Its colour.
        color: Color,
        /// Whether it is bold.
        bold: bool,
        /// Where in the box.
        align: Align,
    },
    /// A small picture of one colour.
    Icon {
        /// Its box; the icon is drawn as the biggest square in its middle.
        rect: Rect,
        /// Which.
        icon: IconName,
        /// Its colour.
        color: Color,
    },
    /// From here on, what is outside the box is not painted; `None` ends it.
    Clip {
        /// The box.
        rect: Option<Rect>,
    },
}

/// The pictures there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IconName {
    /// A plus.
    Plus,
    /// A minus.
    Minus,
    /// An arrow to the left.
    Back,
    /// An arrow to the right.
    Forward,
    /// An arrow up.
    Up,
    /// An arrow down.
    Down,
    /// A small triangle that opens a list.
    Dropdown,
    /// A chevron to the right.
    ChevronRight,
    /// A chevron down.
    ChevronDown,
    /// A chevron up.
    ChevronUp,
    /// Three dots, one above the other.
    More,
    /// Three lines: a menu.
    Menu,
    /// A magnifying glass.
    Search,
    /// A floppy disk.
    Save,
    /// A bin.
    Trash,
    /// A folder.
    Folder,
    /// A sheet of paper.
    File,
    /// A tick.
    Check,
    /// A cross.
    Close,
    /// A pencil.
    Edit,
    /// A star.
    Star,
    /// A heart.
    Heart,
    /// A house.
    Home,
    /// A square.
    Square,
    /// A disc.
    Circle,
    /// A ring.
    Ring,
    /// An eye.
    Eye,
    /// An arrow that turns left.
    Undo,
    /// An arrow that turns right.
    Redo,
    /// A cogwheel.
    Settings,
    /// A person.
    Person,
    /// A telephone.
    Phone,
    /// A speech bubble.
    Message,
    /// An envelope.
    Mail,
    /// Three dots joined by lines.
    Share,
    /// Two sheets.
    Copy,
    /// A clipboard.
    Paste,
    /// A clock.
    Clock,
    /// A calendar sheet.
    Calendar,
    /// A camera.
    Camera,
    /// A microphone.
    Microphone,
    /// A picture with a hill.
    Image,
    /// A note of music.
    Music,
    /// A triangle to the right.
    Play,
    /// Two bars.
    Pause,
    /// A paper plane.
    Send,
    /// The fan of a wireless network.
    Wifi,
    /// The rune of Bluetooth.
    Bluetooth,
    /// An aeroplane.
    Airplane,
    /// A torch.
    Flashlight,
    /// A battery.
    Battery,
    /// A bell.
    Bell,
    /// A ticked box.
    CheckboxOn,
    /// An empty box.
    CheckboxOff,
    /// A chosen radio button.
    RadioOn,
    /// A radio button that is not chosen.
    RadioOff,
    /// Lines that get shorter: sorting.
    Sort,
    /// A list with bullets.
    List,
    /// A question mark in a disc.
    Help,
    /// An i in a disc.
    Info,
    /// A label.
    Label,
    /// A pin on a map.
    Pin,
    /// A link of a chain.
    Link,
    /// A globe.
    Globe,
    /// A bolt.
    Bolt,
}
