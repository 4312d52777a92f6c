//! Prefills of the request form (R14): the wishes of `words.toml`, and one for each service's page.

use std::collections::BTreeMap;

use base::suggest::nearest;

use crate::fields::Leaf;
use crate::model::{Form, Prefill, Service};
use crate::report::{Place, Report};
use crate::site_content::{Content, ContentFile};

/// The query parameters that name a plan or a service; any other wish is a switch, `emergency=true`.
const PLAN: &str = "plan";
const SERVICE: &str = "service";

impl Content {
    /// The request form as pages show it: with the wishes of `words.toml`, and a prefill for each service.
    pub fn form(&self) -> Form {
        let mut form = self.words.form.clone();
        let services = self.services.iter().map(|(slug, service)| (slug.clone(), prefill_of(service)));
        form.prefills.extend(services);
        form
    }

    /// The query parameter that asks for a prefill: `plan=basic`, `emergency=true`, `service=plumbing-services-in-dubai`.
    pub fn prefill_parameter(&self, name: &str) -> String {
        if self.services.contains_key(name) {
            format!("{SERVICE}={name}")
        } else if self.plans.iter().any(|plan| plan.id == name) {
            format!("{PLAN}={name}")
        } else {
            format!("{name}=true")
        }
    }
}

/// The prefill for a visitor who comes from a service's page. Where no choice of the form fits, the message names the
/// service.
fn prefill_of(service: &Service) -> Prefill {
    let message = match service.request_service {
        Some(_) => String::new(),
        None => format!("{}: ", service.name),
    };
    Prefill { service: service.request_service.clone(), message }
}

/// Adds what is wrong with the services' choices, and with links that ask for a plan or a service.
pub fn check(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    for (path, file) in files {
        let slug = path.strip_prefix("services/").map(|name| name.trim_end_matches(".toml"));
        let choice = slug.and_then(|slug| content.services.get(slug)?.request_service.as_deref());
        if let (Some(choice), Some(node)) = (choice, file.node.get("request_service")) {
            check_choice(choice, &node.place, &content.words.form.services, report);
        }
        for leaf in file.leaves.iter().filter(|leaf| leaf.format == "target") {
            check_parameters(leaf, content, report);
        }
    }
}

fn check_choice(choice: &str, place: &Place, choices: &[String], report: &mut Report) {
    if !choices.iter().any(|known| known == choice) {
        let known = choices.join("\", \"");
        let instead = match nearest(choice, choices) {
            Some(near) => format!("write \"{near}\", leave it out, or use another one of \"{known}\""),
            None => format!("use one of \"{known}\", or leave it out where none fits"),
        };
        report.error(place, format!("`{choice}` is no choice of the request form"), instead);
    }
}

fn check_parameters(leaf: &Leaf, content: &Content, report: &mut Report) {
    if !leaf.text.starts_with('/') {
        return;
    }
    let address = leaf.text.split('#').next().unwrap_or_default();
    let (_, query) = address.split_once('?').unwrap_or_default();
    for (name, value) in query.split('&').filter_map(|part| part.split_once('=')) {
        let known: Vec<&str> = match name {
            PLAN => content.plans.iter().map(|plan| plan.id.as_str()).collect(),
            SERVICE => content.services.keys().map(String::as_str).collect(),
            _ => continue,
        };
        if !known.contains(&value) {
            let instead = match nearest(value, known.iter().copied()) {
                Some(near) => format!("write `{name}={near}`"),
                None => format!("use one of {}", known.join(", ")),
            };
            report.error(&leaf.place, format!("no {name} is called `{value}`"), instead);
        }
    }
}
