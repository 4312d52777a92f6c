//! The pages that answer a form posted without scripts: the leads say what happened, the site draws it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use content::promised_times::PromisedTimes;
use leads::{FormPages, FormResponse, Promises};
use site::pages::{Pages, last_resort, request_answer};

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
                    self.bare_page(&answer.sentence)
                }
            }
        })
    }

    fn bare_page(&self, sentence: &str) -> Bytes {
        let render_context = self.0.render_context.load();
        let content = &render_context.content;
        Bytes::from(last_resort::page(content, &content.company.name, sentence))
    }

    fn phone(&self) -> String {
        self.0.render_context.load().content.company.phone.to_string()
    }

    fn own_texts(&self) -> Vec<String> {
        let render_context = self.0.render_context.load();
        render_context.content.form().prefills.into_values().map(|prefill| prefill.message).collect()
    }

    fn promises(&self) -> Promises {
        let render_context = self.0.render_context.load();
        // Content whose times cannot be read is not published.
        match PromisedTimes::read(&render_context.content.facts.times) {
            Ok(PromisedTimes { emergency, elite, premium, basic }) => {
                Promises { emergency, elite, premium, basic }
            }
            Err(_) => Promises::default(),
        }
    }
}
