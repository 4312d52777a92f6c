use crate::annotate;
use base::clock::Clock;
use content::marked::marked;
use content::{Photos, Source};
use regex::Regex;
use site::pages::calendar::Calendar;
use site::pages::page_data::planned_pages;
use site::pages::renderer::Renderer;
use site::pages::{Bundle, read};

#[test]
fn a_page_with_attributes_is_otherwise_the_public_page_to_the_byte() {
    let bundle = Bundle::Embedded.start().expect("the bundle");
    let loaded = read(&Source::Bundled, &mut Photos::default(), &bundle.routes)
        .unwrap_or_else(|report| panic!("{report}"));
    let (with_marks, marks) = marked(&Source::Bundled, &loaded).expect("marks");
    let calendar = Calendar::now(&Clock::system(), &loaded.content);
    let public =
        Renderer::new(bundle.engine.clone(), "x", &loaded.content, "https://amwaj.example", true, &calendar);
    let marked_calendar = Calendar::now(&Clock::system(), &with_marks);
    let renderer = public.of(&with_marks, &marked_calendar);
    let scripts = Regex::new("(?s)<script.*?</script>").expect("constant");
    let digest =
        Regex::new("<meta property=\"og:image[^>]*>|<meta name=\"twitter:image[^>]*>").expect("constant");
    let pairs = planned_pages(&loaded.content, &bundle.routes)
        .into_iter()
        .zip(planned_pages(&with_marks, &bundle.routes));
    let mut wrong = Vec::new();
    for (plain, page) in pairs {
        let expected = public.start_render(&plain.data).wait().expect("a page");
        let html = renderer.start_render(&page.data).wait().expect("a page with marks");
        let annotated = annotate(&html, &marks);
        let plain_html = |html: &str| digest.replace_all(&scripts.replace_all(html, ""), "").into_owned();
        let (expected, got) = (plain_html(&expected), plain_html(&annotated.plain()));
        println!("{} {} seen {} said", plain.path, annotated.seen.len(), annotated.said.len());
        if expected != got {
            let at = expected.bytes().zip(got.bytes()).take_while(|(a, b)| a == b).count();
            let around = |html: &str| {
                String::from_utf8_lossy(&html.as_bytes()[at.saturating_sub(120)..(at + 120).min(html.len())])
                    .into_owned()
            };
            wrong.push(format!("{}:\n  {}\n  {}", plain.path, around(&expected), around(&got)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
