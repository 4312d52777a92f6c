//! The facts in a post's texts: a price or a phone number is stored as its token, `{prices.ac-cleaning}`, and is filled in
//! whenever the post is read, so that articles follow when the fact changes.

use percent_encoding::utf8_percent_encode;
use sea_orm::DbErr;

use crate::authoring::post_file::ParsedPost;
use crate::html::{CALL, CHAT};
use crate::post::Post;
use crate::slug::UNRESERVED;
use content::model::Company;
use content::report::Report;
use content::{Content, Tokens, typed_figures};

/// The facts that fill in a post's texts.
#[derive(Debug)]
pub struct PostFacts {
    tokens: Tokens,
    /// Target of a link to `call`: `tel:+97140000000`.
    call: String,
    /// Target of a link to `chat`: the company's chat, with its opening words.
    chat: String,
}

impl PostFacts {
    /// Those of one state of the content.
    pub fn of(content: &Content) -> Self {
        let digits = |number: &str| number.chars().filter(char::is_ascii_digit).collect::<String>();
        let Company { phone, chat, .. } = &content.company;
        let greeting = utf8_percent_encode(&content.words.chat.greeting, UNRESERVED);
        Self {
            tokens: content.tokens.clone(),
            call: format!("tel:+{}", digits(phone)),
            chat: format!("https://wa.me/{}?text={greeting}", digits(chat)),
        }
    }

    /// The post as readers get it.
    pub fn fill(&self, mut post: Post) -> Post {
        let (tokens, words) = (&self.tokens, &mut post.words);
        words.title = tokens.fill(&words.title).into_owned();
        for text in
            [&mut words.meta_title, &mut words.meta_description, &mut words.excerpt].into_iter().flatten()
        {
            *text = tokens.fill(text).into_owned();
        }
        if let Some(picture) = &mut words.picture {
            picture.alt = tokens.fill(&picture.alt).into_owned();
        }
        words.content = tokens.fill_html(&words.content).into_owned();
        for (written, address) in [(CALL, &self.call), (CHAT, &self.chat)] {
            let link = format!("<a href=\"{written}\"");
            if words.content.contains(&link) {
                words.content = words.content.replace(&link, &format!("<a href=\"{address}\""));
            }
        }
        post
    }

    /// As [`Self::fill`], for what a query found.
    ///
    /// # Errors
    /// The query's.
    pub fn fill_all(&self, posts: Result<Vec<Post>, DbErr>) -> Result<Vec<Post>, DbErr> {
        Ok(posts?.into_iter().map(|post| self.fill(post)).collect())
    }
}

/// Reports unknown tokens.
pub fn check_tokens(parsed: &ParsedPost, tokens: &Tokens, report: &mut Report) {
    for (line, text) in lines(parsed) {
        if let Some((what, instead)) = tokens.unknown(text) {
            report.error(&parsed.line(line), what, instead);
        }
    }
}

/// Warns of figures of the company that are typed by hand.
pub fn check_figures(parsed: &ParsedPost, tokens: &Tokens, report: &mut Report) {
    for (line, text) in lines(parsed) {
        for figure in typed_figures(text, tokens) {
            report.warn(&parsed.line(line), figure.what, figure.instead);
        }
    }
}

/// The lines of its file with their numbers.
fn lines(parsed: &ParsedPost) -> impl Iterator<Item = (usize, &str)> {
    let front = parsed.front_matter.lines().enumerate().map(|(at, text)| (at + 1, text));
    let body = parsed.body.lines().enumerate().map(|(at, text)| (parsed.body_line + at, text));
    // A picture inside the text is no text.
    front.chain(body).filter(|(_, text)| !text.contains("data:image"))
}
