//! Reads an author's HTML once and writes what a post is made of: known elements in sound nesting,
//! headings with anchors, pictures with their sizes, links and videos that lead somewhere good.

use std::cell::RefCell;
use std::collections::HashSet;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};

use crate::html::elements;
use crate::html::elements::Kind;
use crate::html::{Content, Note, links};
use crate::post::StoredPicture as Picture;

/// What holds a table.
const BOX: &str = "<div tabindex=\"0\">";
/// An author's element that can be made to hold one.
const PLAIN_BOX: &str = "<div>";
/// The most notes that are kept; more of them help nobody.
const MOST_NOTES: usize = 50;

/// See [`crate::html::content`]; the HTML is still to be sanitised.
pub fn tidy(html: &str, picture: &dyn Fn(&str) -> Option<Picture>) -> Content {
    let writer = Writer {
        picture,
        made: Content {
            html: String::with_capacity(html.len()),
            notes: Vec::new(),
            pictures: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
        },
        open: Vec::new(),
        boxed: Vec::new(),
        beyond: Vec::new(),
        raw: None,
        drawing: None,
        heading: None,
        anchors: HashSet::new(),
    };
    let tokenizer = Tokenizer::new(Sink(RefCell::new(writer)), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut writer = tokenizer.sink.0.into_inner();
    writer.close_to(0);
    writer.made
}

struct Sink<'a>(RefCell<Writer<'a>>);

impl TokenSink for Sink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut writer = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => writer.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return writer.start(&tag),
            Token::TagToken(tag) => writer.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

pub(crate) struct Writer<'a> {
    pub(crate) picture: &'a dyn Fn(&str) -> Option<Picture>,
    pub(crate) made: Content,
    /// Elements that are open in what is written.
    pub(crate) open: Vec<(&'static str, Kind)>,
    /// Whether the open tables stand in a box that was written with them.
    pub(crate) boxed: Vec<bool>,
    /// Elements that are open and stand too deep to be written, and how many were open around each.
    pub(crate) beyond: Vec<(&'static str, usize)>,
    /// The element that is left out with all of its text, while inside it.
    pub(crate) raw: Option<String>,
    /// The drawing that is left out, and how often it stands in itself.
    pub(crate) drawing: Option<(String, usize)>,
    /// Where the open heading's attributes belong, and its text so far.
    pub(crate) heading: Option<(usize, String)>,
    anchors: HashSet<String>,
}

impl Writer<'_> {
    fn text(&mut self, text: &str) {
        if self.raw.is_some() || self.drawing.is_some() {
            return;
        }
        if let Some((_, heading)) = &mut self.heading {
            heading.push_str(text);
        }
        escape(text, &mut self.made.html);
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        if let Some((drawing, depth)) = &mut self.drawing {
            if !elements::ends_drawing(name) {
                *depth += usize::from(drawing == name && !tag.self_closing);
                return TokenSinkResult::Continue;
            }
            self.drawing = None;
        }
        if elements::is_missed(name) && name != "iframe" {
            self.note(format!("`<{name}>` does not belong in a post"), "it was left out", None);
        }
        if matches!(name, "svg" | "math") {
            self.drawing = (!tag.self_closing).then(|| (name.to_string(), 1));
            return TokenSinkResult::Continue;
        }
        if name == "iframe" {
            self.video(tag);
        }
        if elements::is_raw(name) {
            self.raw = Some(name.to_string());
            return TokenSinkResult::RawData(match name {
                "script" => RawKind::ScriptData,
                "textarea" | "title" => RawKind::Rcdata,
                _ => RawKind::Rawtext,
            });
        }
        let kept = elements::kept(name);
        // Browsers ignore cells and rows that stand in no table.
        let has_place = |kind| kind != Kind::TablePart || self.open.iter().any(|open| open.0 == "table");
        if let Some((kept, kind)) = kept.filter(|(_, kind)| has_place(*kind))
            && !self.is_left_out_of_heading(kept, kind)
        {
            self.make_room(kept, kind);
            self.open(kept, kind, tag);
        }
        if name == "xmp" { TokenSinkResult::RawData(RawKind::Rawtext) } else { TokenSinkResult::Continue }
    }

    fn open(&mut self, name: &'static str, kind: Kind, tag: &Tag) {
        match name {
            "img" => return self.image(tag),
            "br" | "hr" => return self.made.html.push_str(&format!("<{name}>")),
            _ => {}
        }
        if self.is_too_deep(name) {
            let what = "elements stand in each other too deep".to_string();
            self.note(what, "the inner ones were left out, their text stays", None);
            return self.beyond.push((name, self.open.len()));
        }
        if name == "table" {
            self.open_box();
        }
        self.made.html.push('<');
        self.made.html.push_str(name);
        if kind == Kind::Heading {
            self.heading = Some((self.made.html.len(), String::new()));
        }
        self.attributes(name, tag);
        self.made.html.push('>');
        self.open.push((name, kind));
    }

    /// The box around a table, which scrolls where the table is wider than the page: an element that holds the
    /// table already, or one of its own. With a tab stop, as without one keyboards could not scroll it.
    fn open_box(&mut self) {
        let held = self.made.html.ends_with(PLAIN_BOX);
        if held {
            self.made.html.truncate(self.made.html.len() - PLAIN_BOX.len());
        }
        self.made.html.push_str(BOX);
        self.boxed.push(!held);
    }

    pub(crate) fn name_heading(&mut self, at: usize, text: &str) {
        let Some(plain) = links::anchor(text) else { return };
        let mut anchor = plain.clone();
        let mut number = 1;
        while !self.anchors.insert(anchor.clone()) {
            number += 1;
            anchor = format!("{plain}-{number}");
        }
        self.made.html.insert_str(at, &format!(" id=\"{anchor}\""));
        self.made.anchors.push(anchor);
    }

    pub(crate) fn note(&mut self, what: String, instead: &str, at: Option<&str>) {
        let note = Note { what, instead: instead.to_string(), at: at.map(str::to_string) };
        if self.made.notes.len() < MOST_NOTES && !self.made.notes.contains(&note) {
            self.made.notes.push(note);
        }
    }
}

pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
