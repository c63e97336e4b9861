//! What a page's HTML says of it. No script is run: the title tells which game it is, the seed how it begins.

/// A game that a page can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Draw in three colours.
    Draw,
    /// Lead a letter through a maze.
    Maze,
    /// Multiply numbers that are shown one after the other.
    Multiply,
}

impl Game {
    const ALL: [Game; 3] = [Game::Draw, Game::Maze, Game::Multiply];

    /// The title of its page.
    pub fn title(self) -> &'static str {
        match self {
            Game::Draw => "Color Challenge",
            Game::Maze => "Maze Puzzle",
            Game::Multiply => "Memory Task",
        }
    }
}

/// What is read of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its title.
    pub title: String,
    /// The game and its seed, where it is one.
    pub game: Option<(Game, u32)>,
}

impl Source {
    /// Read a page.
    pub fn read(html: &str) -> Self {
        let title = between(html, "<title>", "</title>").unwrap_or_default().trim();
        let seed = between(html, "new SeededRNG(", ")").and_then(|it| it.trim().parse().ok());
        let game = Game::ALL.into_iter().find(|it| it.title() == title);
        Self {
            title: title.to_owned(),
            game: game.zip(seed),
        }
    }
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    Some(text.split_once(from)?.1.split_once(to)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_seed_tell_the_game() {
        let page = |title: &str, script: &str| {
            Source::read(&format!("<html><title>{title}</title><script>{script}</script>"))
        };
        assert_eq!(
            page("Maze Puzzle", "rng = new SeededRNG(4294967295)").game,
            Some((Game::Maze, u32::MAX))
        );
        assert_eq!(page("Maze Puzzle", "new SeededRNG(4294967296)").game, None);
        assert_eq!(page("Maze Puzzle", "").game, None);
        let other = page("A list", "new SeededRNG(3)");
        assert_eq!((other.title.as_str(), other.game), ("A list", None));
        assert_eq!(Source::read("no page").title, "");
    }
}
