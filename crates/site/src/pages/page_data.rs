//! Which pages the site has, and the data that each is rendered from.

use crate::pages::routes::Routes;
use base::request_id::RequestId;
use content::Content;
use content::model::{Ground, PageContent, PageData, Section};

/// A page with an address of its own.
pub struct PlannedPage {
    pub path: String,
    pub data: PageData,
    /// The ways its address can prefill the request form (R14).
    pub prefills: Vec<FormPrefill>,
}

impl PlannedPage {
    /// The address of its data, for the browser.
    pub fn data_path(&self) -> String {
        let name = if self.path == "/" { "/index" } else { &self.path };
        format!("/_data{name}.json")
    }
}

/// One way to prefill the request form by the address (R14).
pub struct FormPrefill {
    /// The prefill's name: a plan, `emergency`, or the last part of a service's address.
    pub name: String,
    /// The query parameter that asks for it: `plan=basic`, `emergency=true`, `service=plumbing-services-in-dubai`.
    pub parameter: String,
}

/// Every prefill, and the query parameter that asks for it.
pub fn form_prefills(content: &Content) -> impl Iterator<Item = FormPrefill> {
    content.form().prefills.into_keys().map(|name| {
        let parameter = content.prefill_parameter(&name);
        FormPrefill { name, parameter }
    })
}

/// Every page that the content fills: in the route table's order, then pages of their own, then the services'.
pub fn planned_pages(content: &Content, routes: &Routes) -> Vec<PlannedPage> {
    let mut planned = Vec::new();
    for (path, page) in routes.pages() {
        if let Some(source) = content.pages.get(Routes::content_name(page, path)) {
            planned.push(PlannedPage {
                path: path.to_string(),
                data: page_data(content, page, path, source),
                prefills: if path == "/" { form_prefills(content).collect() } else { Vec::new() },
            });
        }
    }
    for (name, source) in &content.pages {
        let path = format!("/{name}");
        if routes.own_page(&path).is_some() {
            let page = if source.menu { "page" } else { "landing" };
            let data = page_data(content, page, &path, source);
            planned.push(PlannedPage { path, data, prefills: Vec::new() });
        }
    }
    let prefix = routes.prefix_of("service").unwrap_or("/services/");
    for (slug, service) in &content.services {
        let (Some(title), Some(description)) = (&service.title, &service.description) else { continue };
        let source = PageContent {
            title: title.clone(),
            description: description.clone(),
            ground: service.ground,
            menu: true,
            sections: service.sections.clone(),
        };
        let path = format!("{prefix}{slug}");
        planned.push(PlannedPage {
            data: PageData {
                chat_topic: service.chat_topic.clone(),
                ..page_data(content, "service", &path, &source)
            },
            path,
            prefills: Vec::new(),
        });
    }
    planned
}

fn page_data(content: &Content, page: &str, path: &str, source: &PageContent) -> PageData {
    PageData {
        path: Some(path.to_string()),
        sections: content.filled(&source.sections),
        ..bare(page, &source.title, &source.description, source.ground)
    }
}

/// The page for an address that does not exist (R35).
pub fn not_found(content: &Content) -> PageData {
    let words = &content.words.not_found;
    bare("not-found", &words.title, &words.description, Ground::Glass)
}

/// The screen for an error (R36).
pub fn error(content: &Content) -> PageData {
    let words = &content.words.error;
    let mut page = bare("error", &words.heading, &words.text, Ground::Glass);
    page.error = Some("500 Internal Server Error".to_string());
    page.request_id = Some(RequestId::PLACEHOLDER.to_string());
    page
}

/// The page that answers a posted form: the home page's request section alone (R46).
pub fn request_answer(content: &Content) -> PageData {
    let words = &content.words.form;
    let mut page = bare("request-answer", &words.title, &words.hint, Ground::Sun);
    let sections = content.pages.get("home").map_or(&[][..], |home| &home.sections);
    let request = sections.iter().find(|section| matches!(section, Section::Request(_)));
    page.sections = content.filled(request.map_or(&[], std::slice::from_ref));
    page
}

/// A page without sections, which search engines shall not keep.
pub fn bare(page: &str, title: &str, description: &str, ground: Ground) -> PageData {
    PageData {
        page: page.to_string(),
        path: None,
        canonical: None,
        title: title.to_string(),
        description: description.to_string(),
        ground,
        sections: Vec::new(),
        chat_topic: None,
        prefill: None,
        posts: None,
        article: None,
        latest: None,
        error: None,
        request_id: None,
    }
}
