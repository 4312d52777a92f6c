//! The pages that answer a form posted without scripts: the leads say what happened, the site draws it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use leads::{FormPages, FormResponse};
use site::pages::{Pages, request_answer};

/// Draws answers in the site's look.
pub struct SitePages(Arc<Pages>);

impl SitePages {
    pub fn new(pages: Arc<Pages>) -> Self {
        Self(pages)
    }
}

impl FormPages for SitePages {
    fn page(&self, answer: FormResponse) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>> {
        Box::pin(async move {
            let render_context = self.0.render_context.load_full();
            let page = request_answer(&render_context.content);
            let drawn = match serde_json::to_value(&answer) {
                Ok(data) => render_context.renderer.render_form_answer(&page, &data).await,
                Err(error) => unreachable!("an answer is plain data: {error}"),
            };
            match drawn {
                Ok(html) => Bytes::from(html),
                Err(error) => {
                    tracing::error!(%error, "the answer to a form could not be drawn");
                    Bytes::from(plain(&answer, &render_context.content.company.phone))
                }
            }
        })
    }

    fn bare_page(&self, answer: &FormResponse) -> Bytes {
        Bytes::from(plain(answer, &self.phone()))
    }

    fn phone(&self) -> String {
        self.0.render_context.load().content.company.phone.to_string()
    }

    fn own_texts(&self) -> Vec<String> {
        let render_context = self.0.render_context.load();
        render_context.content.form().prefills.into_values().map(|prefill| prefill.message).collect()
    }
}

/// The answer without the site's look: what happened, and whom to call.
fn plain(answer: &FormResponse, phone: &str) -> String {
    let sentence = &answer.sentence;
    let digits: String = phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"robots\" content=\"noindex\"><title>{sentence}</title></head>\
         <body><main><h1>{sentence}</h1><p><a href=\"tel:{digits}\">{phone}</a></p></main></body></html>"
    )
}
