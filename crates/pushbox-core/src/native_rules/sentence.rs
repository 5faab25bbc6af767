//! Sentences for people as data: every language says them in its own words.

use std::borrow::Cow;

/// A sentence: the code and the parameters of Python's `Sentence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The code.
    pub code: Cow<'static, str>,
    /// The parameters by name.
    pub params: Vec<(&'static str, Param)>,
}

/// A parameter of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A number.
    Number(i64),
    /// A text that no language changes.
    Text(String),
    /// A sentence in a sentence.
    Sentence(Sentence),
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Self::Number(number as i64)
    }
}

impl From<i64> for Param {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Sentence> for Param {
    fn from(sentence: Sentence) -> Self {
        Self::Sentence(sentence)
    }
}

impl Sentence {
    /// Creates a sentence without parameters.
    pub(super) fn new(code: impl Into<Cow<'static, str>>) -> Self {
        Self { code: code.into(), params: Vec::new() }
    }

    /// Adds a parameter.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((name, value.into()));
        self
    }

    /// Lists sentences with an "and"; `None` for none.
    pub(super) fn all_of(sentences: Vec<Self>) -> Option<Self> {
        let mut code = "and";
        sentences.into_iter().rev().reduce(|rest, first| {
            let list = Self::new(code).with("first", first).with("rest", rest);
            code = "comma";
            list
        })
    }

    /// Creates the word for a direction: 0 left, 1 up, 2 right, 3 down.
    pub(super) fn direction(way: usize) -> Self {
        Self::new(format!("direction.{}", ["left", "up", "right", "down"][way]))
    }

    /// Creates the word for a colour.
    pub(super) fn colour(name: &str) -> Self {
        Self::new(format!("colour.{name}"))
    }
}
