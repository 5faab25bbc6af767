//! Lines of moves as letters, with repeats; `pushbox.notation` of the Python package states the grammar and its sources.

/// The most letters that a text may expand to.
const LONGEST: usize = 4_000_000;
/// The most groups within groups.
const DEEPEST: usize = 32;
const LETTERS: &str = "lurdLURD";

/// A part of a line, its repeats expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Steps and pushes.
    Steps(String),
    /// `[...]`, and the letters in it.
    Jump(String),
    /// `{...}`, a change of pusher, and the letters in it.
    Select(String),
    /// `*`, the current position.
    Mark,
}

/// A group or a bracket that is open.
struct Frame {
    opener: char,
    times: usize,
    parts: Vec<Token>,
}

impl Token {
    fn letters(&self) -> &str {
        match self {
            Self::Steps(letters) | Self::Jump(letters) | Self::Select(letters) => letters,
            Self::Mark => "",
        }
    }
}

/// Reads a line; `None` for anything that is none, which Python says where and why.
pub(super) fn read(text: &str) -> Option<Vec<Token>> {
    let mut frames = vec![Frame { opener: ' ', times: 1, parts: Vec::new() }];
    let (mut digits, mut size) = (String::new(), 0_usize);
    for sign in text.chars().filter(|sign| !sign.is_whitespace()) {
        if sign.is_ascii_digit() {
            digits.push(sign);
            continue;
        }
        let is_counted = !digits.is_empty();
        let times = if is_counted { std::mem::take(&mut digits).parse().ok()? } else { 1 };
        if times == 0 || times > LONGEST {
            return None;
        }
        let frame = frames.last_mut()?;
        let in_bracket = matches!(frame.opener, '[' | '{');
        match sign {
            '(' | '[' | '{' => {
                if in_bracket || (is_counted && sign != '(') || frames.len() > DEEPEST {
                    return None;
                }
                frames.push(Frame { opener: sign, times, parts: Vec::new() });
            }
            ')' | ']' | '}' => {
                let Frame { opener, times, parts } = frames.pop()?;
                let letters = || parts.iter().map(Token::letters).collect::<String>();
                let inner = match (opener, sign) {
                    _ if is_counted => return None,
                    ('[', ']') => vec![Token::Jump(letters())],
                    ('{', '}') => vec![Token::Select(letters())],
                    ('(', ')') if !parts.is_empty() => parts,
                    _ => return None,
                };
                let length: usize = inner.iter().map(|token| token.letters().len() + 1).sum();
                size = grown(size, length.checked_mul(times - 1)?)?;
                let outer = frames.last_mut()?;
                (0..times).for_each(|_| inner.iter().for_each(|token| add(&mut outer.parts, token.clone())));
            }
            '*' if frame.opener == ' ' && !is_counted => frame.parts.push(Token::Mark),
            _ if LETTERS.contains(sign) && !(in_bracket && sign.is_ascii_uppercase()) => {
                size = grown(size, times)?;
                add(&mut frame.parts, Token::Steps(sign.to_string().repeat(times)));
            }
            _ => return None,
        }
    }
    let Frame { opener, parts, .. } = frames.pop()?;
    let marks = parts.iter().filter(|&token| *token == Token::Mark).count();
    (opener == ' ' && digits.is_empty() && marks < 2).then_some(parts)
}

fn grown(size: usize, more: usize) -> Option<usize> {
    size.checked_add(more).filter(|&size| size <= LONGEST)
}

/// Adds a token; steps go on with those before them.
fn add(parts: &mut Vec<Token>, token: Token) {
    match (parts.last_mut(), token) {
        (Some(Token::Steps(before)), Token::Steps(more)) => before.push_str(&more),
        (_, token) => parts.push(token),
    }
}
