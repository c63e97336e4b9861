//! Icons, as glyphs of the icon font.

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

impl IconName {
    /// All of them.
    pub const ALL: &[IconName] = &[
        IconName::Plus,
        IconName::Minus,
        IconName::Back,
        IconName::Forward,
        IconName::Up,
        IconName::Down,
        IconName::Dropdown,
        IconName::ChevronRight,
        IconName::ChevronDown,
        IconName::ChevronUp,
        IconName::More,
        IconName::Menu,
        IconName::Search,
        IconName::Save,
        IconName::Trash,
        IconName::Folder,
        IconName::File,
        IconName::Check,
        IconName::Close,
        IconName::Edit,
        IconName::Star,
        IconName::Heart,
        IconName::Home,
        IconName::Square,
        IconName::Circle,
        IconName::Ring,
        IconName::Eye,
        IconName::Undo,
        IconName::Redo,
        IconName::Settings,
        IconName::Person,
        IconName::Phone,
        IconName::Message,
        IconName::Mail,
        IconName::Share,
        IconName::Copy,
        IconName::Paste,
        IconName::Clock,
        IconName::Calendar,
        IconName::Camera,
        IconName::Microphone,
        IconName::Image,
        IconName::Music,
        IconName::Play,
        IconName::Pause,
        IconName::Send,
        IconName::Wifi,
        IconName::Bluetooth,
        IconName::Airplane,
        IconName::Flashlight,
        IconName::Battery,
        IconName::Bell,
        IconName::CheckboxOn,
        IconName::CheckboxOff,
        IconName::RadioOn,
        IconName::RadioOff,
        IconName::Sort,
        IconName::List,
        IconName::Help,
        IconName::Info,
        IconName::Label,
        IconName::Pin,
        IconName::Link,
        IconName::Globe,
        IconName::Bolt,
    ];

    /// Its character in the icon font.
    pub(crate) fn glyph(self) -> char {
        match self {
            IconName::Plus => '\u{e145}',
            IconName::Minus => '\u{e15b}',
            IconName::Back => '\u{e5c4}',
            IconName::Forward => '\u{e5c8}',
            IconName::Up => '\u{e5d8}',
            IconName::Down => '\u{e5db}',
            IconName::Dropdown => '\u{e5c5}',
            IconName::ChevronRight => '\u{e5cc}',
            IconName::ChevronDown => '\u{e5cf}',
            IconName::ChevronUp => '\u{e5ce}',
            IconName::More => '\u{e5d4}',
            IconName::Menu => '\u{e5d2}',
            IconName::Search => '\u{e8b6}',
            IconName::Save => '\u{e161}',
            IconName::Trash => '\u{e872}',
            IconName::Folder => '\u{e2c7}',
            IconName::File => '\u{e24d}',
            IconName::Check => '\u{e5ca}',
            IconName::Close => '\u{e5cd}',
            IconName::Edit => '\u{e3c9}',
            IconName::Star => '\u{e838}',
            IconName::Heart => '\u{e87d}',
            IconName::Home => '\u{e88a}',
            IconName::Square => '\u{e3c6}',
            IconName::Circle => '\u{e3fa}',
            IconName::Ring => '\u{e836}',
            IconName::Eye => '\u{e8f4}',
            IconName::Undo => '\u{e166}',
            IconName::Redo => '\u{e15a}',
            IconName::Settings => '\u{e8b8}',
            IconName::Person => '\u{e7fd}',
            IconName::Phone => '\u{e0cd}',
            IconName::Message => '\u{e0c9}',
            IconName::Mail => '\u{e158}',
            IconName::Share => '\u{e80d}',
            IconName::Copy => '\u{e14d}',
            IconName::Paste => '\u{e14f}',
            IconName::Clock => '\u{e192}',
            IconName::Calendar => '\u{e8df}',
            IconName::Camera => '\u{e412}',
            IconName::Microphone => '\u{e029}',
            IconName::Image => '\u{e3f4}',
            IconName::Music => '\u{e405}',
            IconName::Play => '\u{e037}',
            IconName::Pause => '\u{e034}',
            IconName::Send => '\u{e163}',
            IconName::Wifi => '\u{e63e}',
            IconName::Bluetooth => '\u{e1a7}',
            IconName::Airplane => '\u{e195}',
            IconName::Flashlight => '\u{e25f}',
            IconName::Battery => '\u{e1a4}',
            IconName::Bell => '\u{e7f4}',
            IconName::CheckboxOn => '\u{e834}',
            IconName::CheckboxOff => '\u{e835}',
            IconName::RadioOn => '\u{e837}',
            IconName::RadioOff => '\u{e836}',
            IconName::Sort => '\u{e164}',
            IconName::List => '\u{e896}',
            IconName::Help => '\u{e887}',
            IconName::Info => '\u{e88e}',
            IconName::Label => '\u{e892}',
            IconName::Pin => '\u{e55f}',
            IconName::Link => '\u{e157}',
            IconName::Globe => '\u{e894}',
            IconName::Bolt => '\u{e3e7}',
        }
    }
}
