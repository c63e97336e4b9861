//! The shell's grammar: a line, or several, to lists of commands. It takes what clients of phones send: quotes,
//! `;`, `&&`, `||`, `|`, `&`, `( )`, `{ }`, `if`, variables, `$( )`, redirections. Loops, functions, `case`, arithmetic
//! and here-documents are refused by name.

use thiserror::Error;

/// How deep lists may stand in each other.
const DEEPEST: usize = 40;

/// Commands one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List(pub Vec<(Pipeline, After)>);

/// What stands behind a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// `;`, a new line, or the end.
    Then,
    /// `&`: it goes on beside what follows.
    Beside,
    /// `&&`: what follows is done where it succeeds.
    And,
    /// `||`: what follows is done where it fails.
    Or,
}

/// Commands, each of which reads what the one before says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    /// Whether its exit code is turned around.
    pub negated: bool,
    /// The commands.
    pub commands: Vec<Command>,
}

/// One command, and where its input and output go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What is done.
    pub body: Body,
    /// Redirections, in order.
    pub redirects: Vec<Redirect>,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Variables, then a name and its arguments.
    Simple {
        /// `NAME=VALUE` in front.
        variables: Vec<(String, Word)>,
        /// The name and the arguments; none where only variables are set.
        words: Vec<Word>,
    },
    /// `( .. )`: variables and folder are its own.
    Group(List),
    /// `{ ..; }`.
    Block(List),
    /// `if`: conditions with what is done, and what is done otherwise.
    If(Vec<(List, List)>, Option<List>),
}

/// Where input comes from or output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// Which: 0, 1 or 2.
    pub from: u32,
    /// What is done.
    pub kind: RedirectKind,
    /// A file, or the number of another one.
    pub to: Word,
}

/// What a redirection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectKind {
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `<`
    Read,
    /// `>&`
    Same,
}

/// A word: its pieces stand beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word(pub Vec<Piece>);

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it stands, with quotes and backslashes taken away. Only what was not quoted may be a pattern.
    Text {
        /// The text.
        text: String,
        /// Whether it was quoted.
        quoted: bool,
    },
    /// The value of a variable.
    Variable {
        /// Its name; `?` and such too.
        name: String,
        /// What stands for it where it is not set or empty (`:-`).
        otherwise: Option<String>,
        /// Whether it stands in quotes, where blanks do not split it.
        quoted: bool,
    },
    /// What commands say.
    Output {
        /// The commands.
        list: List,
        /// Whether it stands in quotes.
        quoted: bool,
    },
}

/// Why a line is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SyntaxError {
    /// A quote is open at the end.
    #[error("no closing quote")]
    OpenQuote,
    /// Something does not belong where it stands.
    #[error("syntax error: unexpected '{0}'")]
    Unexpected(String),
    /// The end comes too early.
    #[error("syntax error: unexpected EOF, {0} is missing")]
    Missing(&'static str),
    /// It is the shell's, and not taken here.
    #[error("{0} can't be used in this shell")]
    Unsupported(&'static str),
    /// Lists stand too deep in each other.
    #[error("syntax error: more than {DEEPEST} levels")]
    TooDeep,
}

type Result<T> = std::result::Result<T, SyntaxError>;

/// Read a whole text.
pub fn parse(text: &str) -> Result<List> {
    let mut parser = Parser {
        chars: text.chars().collect(),
        at: 0,
        depth: 0,
    };
    let list = parser.list(&[])?;
    match parser.peek() {
        None => Ok(list),
        Some(other) => Err(SyntaxError::Unexpected(other.to_string())),
    }
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

/// Words that begin or end what is more than one command.
const CLOSING: [&str; 6] = ["then", "elif", "else", "fi", "}", "done"];

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn looks_at(&self, text: &str) -> bool {
        let mut all = text.chars().enumerate();
        all.all(|(n, it)| self.chars.get(self.at + n) == Some(&it))
    }

    fn take(&mut self, text: &str) -> bool {
        let is = self.looks_at(text);
        if is {
            self.at += text.chars().count();
        }
        is
    }

    /// Skip blanks, comments and continued lines; new lines too where they mean nothing.
    fn skip(&mut self, lines: bool) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\n') if lines => self.at += 1,
                Some('\\') if self.looks_at("\\\n") => self.at += 2,
                Some('#') => {
                    while self.peek().is_some_and(|it| it != '\n') {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// The bare word that stands here, where it is a whole one.
    fn bare(&self) -> String {
        let rest = &self.chars[self.at..];
        let end = |it: &&char| !(it.is_whitespace() || ";&|()<>".contains(**it));
        rest.iter().take_while(end).collect()
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(SyntaxError::TooDeep);
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Commands until the end, a closing bracket, or one of these words.
    fn list(&mut self, ends: &[&str]) -> Result<List> {
        let mut all = Vec::new();
        loop {
            self.skip(true);
            match self.peek() {
                None | Some(')') => break,
                Some(_) => {}
            }
            let bare = self.bare();
            if ends.contains(&bare.as_str()) {
                break;
            }
            if CLOSING.contains(&bare.as_str()) {
                return Err(SyntaxError::Unexpected(bare));
            }
            let pipeline = self.pipeline()?;
            self.skip(false);
            let after = if self.take("&&") {
                After::And
            } else if self.take("||") {
                After::Or
            } else if self.take("&") {
                After::Beside
            } else if self.looks_at(";;") {
                return Err(SyntaxError::Unexpected(";;".to_owned()));
            } else {
                let _ = self.take(";") || self.take("\n");
                After::Then
            };
            all.push((pipeline, after));
        }
        match all.last() {
            Some((_, After::And | After::Or)) => Err(SyntaxError::Missing("a command")),
            Some(_) | None => Ok(List(all)),
        }
    }

    fn pipeline(&mut self) -> Result<Pipeline> {
        let mut pipeline = Pipeline::default();
        if self.bare() == "!" {
            self.at += 1;
            pipeline.negated = true;
            self.skip(false);
        }
        loop {
            pipeline.commands.push(self.command()?);
            self.skip(false);
            if self.looks_at("||") || !self.take("|") {
                return Ok(pipeline);
            }
            self.skip(true);
        }
    }

    fn command(&mut self) -> Result<Command> {
        let unsupported = |what| Err(SyntaxError::Unsupported(what));
        let body = match self.bare().as_str() {
            "if" => self.deeper(Self::condition)?,
            "for" | "while" | "until" | "select" => return unsupported("a loop"),
            "case" => return unsupported("`case`"),
            "function" => return unsupported("a function"),
            "[[" => return unsupported("`[[`"),
            "{" => {
                self.at += 1;
                let list = self.deeper(|it| it.list(&["}"]))?;
                self.word_of_the_shell("}")?;
                Body::Block(list)
            }
            _ if self.looks_at("((") => return unsupported("arithmetic"),
            _ if self.take("(") => {
                let list = self.deeper(|it| it.list(&[]))?;
                match self.take(")") {
                    true => Body::Group(list),
                    false => return Err(SyntaxError::Missing("`)`")),
                }
            }
            _ => return self.simple(),
        };
        let mut redirects = Vec::new();
        self.skip(false);
        while let Some(redirect) = self.redirect()? {
            redirects.push(redirect);
            self.skip(false);
        }
        Ok(Command { body, redirects })
    }

    fn word_of_the_shell(&mut self, word: &'static str) -> Result<()> {
        self.skip(true);
        match self.bare() == word {
            true => {
                self.at += word.len();
                Ok(())
            }
            false => Err(SyntaxError::Missing(word)),
        }
    }

    fn condition(&mut self) -> Result<Body> {
        self.word_of_the_shell("if")?;
        let mut arms = Vec::new();
        loop {
            let condition = self.list(&["then"])?;
            self.word_of_the_shell("then")?;
            let body = self.list(&["elif", "else", "fi"])?;
            arms.push((condition, body));
            match self.bare().as_str() {
                "elif" => self.at += 4,
                "else" => {
                    self.at += 4;
                    let otherwise = self.list(&["fi"])?;
                    self.word_of_the_shell("fi")?;
                    return Ok(Body::If(arms, Some(otherwise)));
                }
                _ => {
                    self.word_of_the_shell("fi")?;
                    return Ok(Body::If(arms, None));
                }
            }
        }
    }

    fn simple(&mut self) -> Result<Command> {
        let (mut variables, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            self.skip(false);
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            match self.peek() {
                None | Some('\n' | ';' | '&' | '|' | ')') => break,
                Some('(') if words.len() == 1 && self.looks_at("()") => {
                    return Err(SyntaxError::Unsupported("a function"));
                }
                Some('(') => return Err(SyntaxError::Unexpected("(".to_owned())),
                Some(_) => {}
            }
            match self.assignment() {
                Some(name) if words.is_empty() => {
                    self.at += name.len() + 1;
                    variables.push((name, self.word()?));
                }
                Some(_) | None => words.push(self.word()?),
            }
        }
        match variables.is_empty() && words.is_empty() && redirects.is_empty() {
            true => {
                let found = self.peek().map_or_else(|| "EOF".to_owned(), String::from);
                Err(SyntaxError::Unexpected(found))
            }
            false => Ok(Command {
                body: Body::Simple { variables, words },
                redirects,
            }),
        }
    }

    /// The name of `NAME=`, where that stands here. Nothing is taken.
    fn assignment(&mut self) -> Option<String> {
        let rest = &self.chars[self.at..];
        let name: String = rest
            .iter()
            .take_while(|it| it.is_ascii_alphanumeric() || **it == '_')
            .collect();
        let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
        (is_name && rest.get(name.len()) == Some(&'=')).then_some(name)
    }

    fn redirect(&mut self) -> Result<Option<Redirect>> {
        let digit = self.peek().and_then(|it| it.to_digit(10));
        let number = digit.filter(|_| matches!(self.chars.get(self.at + 1), Some('<' | '>')));
        let sign = self.at + usize::from(number.is_some());
        let Some(kind @ ('<' | '>')) = self.chars.get(sign).copied() else {
            return Ok(None);
        };
        self.at = sign;
        let (from, kind) = match kind {
            '<' if self.looks_at("<<") => return Err(SyntaxError::Unsupported("a here-document")),
            '<' => {
                self.at += 1;
                (0, RedirectKind::Read)
            }
            _ if self.take(">>") => (1, RedirectKind::Append),
            _ if self.take(">&") => (1, RedirectKind::Same),
            _ => {
                let _ = self.take(">|") || self.take(">");
                (1, RedirectKind::Write)
            }
        };
        self.skip(false);
        let to = self.word()?;
        match to.0.is_empty() {
            true => Err(SyntaxError::Missing("a file")),
            false => Ok(Some(Redirect {
                from: number.unwrap_or(from),
                kind,
                to,
            })),
        }
    }

    /// A word, up to what ends it.
    fn word(&mut self) -> Result<Word> {
        let mut word = Word::default();
        let mut text = String::new();
        fn flush(word: &mut Word, text: &mut String) {
            if !text.is_empty() {
                let text = std::mem::take(text);
                word.0.push(Piece::Text { text, quoted: false });
            }
        }
        while let Some(it) = self.peek() {
            match it {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\\' => {
                    self.at += 1;
                    let Some(escaped) = self.peek() else {
                        text.push('\\');
                        break;
                    };
                    self.at += 1;
                    if escaped != '\n' {
                        flush(&mut word, &mut text);
                        word.0.push(Piece::Text {
                            text: escaped.to_string(),
                            quoted: true,
                        });
                    }
                }
                '\'' => {
                    flush(&mut word, &mut text);
                    self.at += 1;
                    let rest = &self.chars[self.at..];
                    let end = rest.iter().position(|it| *it == '\'');
                    let end = end.ok_or(SyntaxError::OpenQuote)?;
                    word.0.push(Piece::Text {
                        text: rest[..end].iter().collect(),
                        quoted: true,
                    });
                    self.at += end + 1;
                }
                '"' => {
                    flush(&mut word, &mut text);
                    self.at += 1;
                    self.double_quoted(&mut word)?;
                }
                '$' | '`' => match self.dollar(false)? {
                    Some(piece) => {
                        flush(&mut word, &mut text);
                        word.0.push(piece);
                    }
                    None => text.push('$'),
                },
                other => {
                    text.push(other);
                    self.at += 1;
                }
            }
        }
        flush(&mut word, &mut text);
        Ok(word)
    }

    fn double_quoted(&mut self, word: &mut Word) -> Result<()> {
        let mut text = String::new();
        // An empty quoted text is a word all the same.
        word.0.push(Piece::Text {
            text: String::new(),
            quoted: true,
        });
        let flush = |word: &mut Word, text: &mut String| {
            let text = std::mem::take(text);
            word.0.push(Piece::Text { text, quoted: true });
        };
        loop {
            match self.peek().ok_or(SyntaxError::OpenQuote)? {
                '"' => {
                    self.at += 1;
                    flush(word, &mut text);
                    return Ok(());
                }
                '\\' => {
                    self.at += 1;
                    match self.peek().ok_or(SyntaxError::OpenQuote)? {
                        '\n' => {}
                        it @ ('"' | '\\' | '$' | '`') => text.push(it),
                        other => text.extend(['\\', other]),
                    }
                    self.at += 1;
                }
                '$' | '`' => match self.dollar(true)? {
                    Some(piece) => {
                        flush(word, &mut text);
                        word.0.push(piece);
                    }
                    None => text.push('$'),
                },
                other => {
                    text.push(other);
                    self.at += 1;
                }
            }
        }
    }

    /// What a dollar sign or a backquote begins; `None` where the sign stands for itself.
    fn dollar(&mut self, quoted: bool) -> Result<Option<Piece>> {
        if self.take("`") {
            let rest = &self.chars[self.at..];
            let end = rest
                .iter()
                .position(|it| *it == '`')
                .ok_or(SyntaxError::OpenQuote)?;
            let inner: Vec<char> = rest[..end].to_vec();
            self.at += end + 1;
            let depth = self.depth;
            let list = self.deeper(|_| {
                let mut parser = Parser {
                    chars: inner,
                    at: 0,
                    depth: depth + 1,
                };
                parser.list(&[])
            })?;
            return Ok(Some(Piece::Output { list, quoted }));
        }
        self.at += 1;
        if self.looks_at("((") {
            return Err(SyntaxError::Unsupported("arithmetic"));
        }
        if self.take("(") {
            let list = self.deeper(|it| it.list(&[]))?;
            return match self.take(")") {
                true => Ok(Some(Piece::Output { list, quoted })),
                false => Err(SyntaxError::Missing("`)`")),
            };
        }
        let variable = |name: String, otherwise| {
            Some(Piece::Variable {
                name,
                otherwise,
                quoted,
            })
        };
        if self.take("{") {
            let rest = &self.chars[self.at..];
            let end = rest.iter().position(|it| *it == '}');
            let end = end.ok_or(SyntaxError::Missing("`}`"))?;
            let inner: String = rest[..end].iter().collect();
            self.at += end + 1;
            let (name, otherwise) = match inner.split_once(":-") {
                Some((name, otherwise)) => (name, Some(otherwise.to_owned())),
                None => (inner.as_str(), None),
            };
            let plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
            return match (name.is_empty() || !name.chars().all(plain)) && name != "?" {
                true => Err(SyntaxError::Unsupported("this form of `${..}`")),
                false => Ok(variable(name.to_owned(), otherwise)),
            };
        }
        let name: String = self.chars[self.at..]
            .iter()
            .take_while(|it| it.is_ascii_alphanumeric() || **it == '_')
            .collect();
        if !name.is_empty() {
            // `$10` is the first argument and a zero.
            let name = match name.starts_with(|it: char| it.is_ascii_digit()) {
                true => name[..1].to_owned(),
                false => name,
            };
            self.at += name.len();
            return Ok(variable(name, None));
        }
        match self.peek() {
            Some(it @ ('?' | '$' | '#' | '@' | '*' | '!')) => {
                self.at += 1;
                Ok(variable(it.to_string(), None))
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The words of the only command of a line.
    #[track_caller]
    fn words(line: &str) -> Vec<String> {
        let list = parse(line).unwrap();
        let Body::Simple { words, .. } = &list.0[0].0.commands[0].body else {
            panic!("{list:?}");
        };
        let text = |it: &Piece| match it {
            Piece::Text { text, .. } => text.clone(),
            Piece::Variable { name, .. } => format!("${name}"),
            Piece::Output { .. } => "$()".to_owned(),
        };
        words.iter().map(|it| it.0.iter().map(text).collect()).collect()
    }

    #[test]
    fn words_lose_their_quotes() {
        assert_eq!(
            words(r#"am start  -n "a b"/'c $d' e\ f '' g#h $X/y "${Z}" # not this"#),
            ["am", "start", "-n", "a b/c $d", "e f", "", "g#h", "$X/y", "$Z"]
        );
        // A backslash at the very end stands for itself.
        assert_eq!(words("echo a\\"), ["echo", "a\\"]);
        assert_eq!(words("input text 'it'\\''s'"), ["input", "text", "it's"]);
        assert_eq!(
            words(r#"echo "a\"b\$c\d" $(ls) `ls`"#),
            ["echo", "a\"b$c\\d", "$()", "$()"]
        );
    }

    #[test]
    fn lists_have_their_signs() {
        let list = parse("a && b || ! c | d; e & f\ng").unwrap();
        let after: Vec<After> = list.0.iter().map(|it| it.1).collect();
        assert_eq!(
            after,
            [
                After::And,
                After::Or,
                After::Then,
                After::Beside,
                After::Then,
                After::Then
            ]
        );
        assert!(list.0[2].0.negated);
        assert_eq!(list.0[2].0.commands.len(), 2);
        let list = parse("if [ -d \"/a\" ]; then\n echo yes\nelse echo no\n fi > /x 2>&1").unwrap();
        assert!(matches!(list.0[0].0.commands[0].body, Body::If(..)));
        assert_eq!(list.0[0].0.commands[0].redirects.len(), 2);
        let list = parse("CLASSPATH=/x.jar app_process / Main -p=9").unwrap();
        let Body::Simple { variables, words } = &list.0[0].0.commands[0].body else {
            panic!("{list:?}")
        };
        assert_eq!((variables.len(), words.len()), (1, 4));
        assert_eq!(parse(" \n # nothing\n").unwrap(), List::default());
    }

    #[test]
    fn what_is_not_taken_is_named() {
        #[track_caller]
        fn case(line: &str, expected: &str) {
            assert_eq!(parse(line).unwrap_err().to_string(), expected, "{line}");
        }
        case("echo 'a", "no closing quote");
        case("echo \"a", "no closing quote");
        case("echo )", "syntax error: unexpected ')'");
        case("a &&", "syntax error: unexpected EOF, a command is missing");
        case("| a", "syntax error: unexpected '|'");
        case("(a", "syntax error: unexpected EOF, `)` is missing");
        case("fi", "syntax error: unexpected 'fi'");
        case("if a; then b", "syntax error: unexpected EOF, fi is missing");
        case("for x in 1; do a; done", "a loop can't be used in this shell");
        case("cat <<E\nE", "a here-document can't be used in this shell");
        case("echo $((1+1))", "arithmetic can't be used in this shell");
        case(&"(".repeat(4), "arithmetic can't be used in this shell");
        case(&"( ".repeat(100), "syntax error: more than 40 levels");
        case(&"$( ".repeat(100_000), "syntax error: more than 40 levels");
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "[ -~\n]{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn a_quoted_word_comes_back(text: String) {
            let line = format!("echo {}", adb::shell::quoted(&text));
            prop_assert_eq!(words(&line), ["echo".to_owned(), text]);
        }
    }
}
