//! Every address of the desk, who may use it, and what answers: the router is made of this table alone.

use std::future::Future;
use std::pin::Pin;

use http::Method;

use crate::http::access::Access::{self, Anybody, Fresh, Needs};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::{
    answers, changes, held, inbox, numbers, passkeys, people, personal_data, phone, posts, request, settings,
    sign_in, site,
};
use crate::service::DeskService;
use crate::staff::roles::Action;
use blog::authoring::pictures::MAX_PHOTO_BYTES;
use blog::authoring::prepare::MAX_CONTENT_BYTES;

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Reply, Failure>> + Send + 'a>>;
pub(crate) type Handler = for<'a> fn(&'a DeskService, &'a Asked) -> Answering<'a>;

/// One address.
pub struct RouteSpec {
    pub method: Method,
    pub path: &'static str,
    pub access: Access,
    /// The most bytes of a form.
    pub(crate) max_bytes: usize,
    pub(crate) handler: Handler,
}

/// A note and a message to a visitor are short.
pub(super) const MAX_FORM_BYTES: usize = 64 * 1024;
/// An article, as browsers encode it: three bytes for each byte of an Arabic letter.
const MAX_TEXT_BYTES: usize = 4 * MAX_CONTENT_BYTES;
/// A picture with the form around it, and pictures within a pasted text.
const MAX_UPLOAD_BYTES: usize = MAX_PHOTO_BYTES + 64 * 1024;

const fn get(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::GET, path, access, max_bytes: 0, handler }
}

const fn post(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    long_post(path, MAX_FORM_BYTES, access, handler)
}

/// As [`post`], for a longer form.
const fn long_post(path: &'static str, max_bytes: usize, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::POST, path, access, max_bytes, handler }
}

pub static ROUTES: &[RouteSpec] = &[
    get("/desk/", Needs(Action::SeeOneself), |desk, asked| Box::pin(inbox::show(desk, asked))),
    get("/desk/changes", Needs(Action::SeeOneself), |desk, asked| Box::pin(changes::wait(desk, asked))),
    get("/desk/requests/{reference}", Needs(Action::SeeRequests), |desk, asked| {
        Box::pin(request::show(desk, asked))
    }),
    post("/desk/requests/{reference}/answer", Needs(Action::AnswerRequests), |desk, asked| {
        Box::pin(answers::answer(desk, asked))
    }),
    post("/desk/requests/{reference}/calling", Needs(Action::AnswerRequests), |desk, asked| {
        Box::pin(answers::calling(desk, asked))
    }),
    post("/desk/requests/{reference}/note", Needs(Action::AnswerRequests), |desk, asked| {
        Box::pin(answers::note(desk, asked))
    }),
    post("/desk/requests/{reference}/retry", Needs(Action::AnswerRequests), |desk, asked| {
        Box::pin(answers::retry(desk, asked))
    }),
    get("/desk/requests/{reference}/data.json", Fresh(Action::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::hand_out(desk, asked))
    }),
    post("/desk/requests/{reference}/erase", Fresh(Action::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::erase(desk, asked))
    }),
    get("/desk/held", Needs(Action::SeeRequests), |desk, asked| Box::pin(held::show(desk, asked))),
    post("/desk/held/{reference}", Needs(Action::AnswerRequests), |desk, asked| {
        Box::pin(held::decide(desk, asked))
    }),
    get("/desk/posts", Needs(Action::WritePosts), |desk, asked| Box::pin(posts::list::show(desk, asked))),
    get("/desk/posts/new", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::list::show_new(desk, asked))
    }),
    post("/desk/posts/new", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::list::create(desk, asked))
    }),
    get("/desk/posts/{id}", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::editor::show(desk, asked))
    }),
    get("/desk/posts/{id}/page", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::files::page(desk, asked))
    }),
    get("/desk/posts/{id}/revisions/{number}", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::editor::show_revision(desk, asked))
    }),
    long_post("/desk/posts/{id}/save", MAX_TEXT_BYTES, Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::saving::save(desk, asked))
    }),
    post("/desk/posts/{id}/settle", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::saving::settle(desk, asked))
    }),
    post("/desk/posts/{id}/restore", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::saving::restore(desk, asked))
    }),
    long_post("/desk/posts/{id}/publish", MAX_TEXT_BYTES, Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::publish(desk, asked))
    }),
    long_post("/desk/posts/{id}/unpublish", MAX_TEXT_BYTES, Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::unpublish(desk, asked))
    }),
    post("/desk/posts/{id}/put-back", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::put_back(desk, asked))
    }),
    post("/desk/posts/{id}/rename", Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::rename(desk, asked))
    }),
    long_post("/desk/posts/{id}/pictures", MAX_UPLOAD_BYTES, Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::files::add_picture(desk, asked))
    }),
    long_post("/desk/posts/{id}/paste", MAX_UPLOAD_BYTES, Needs(Action::WritePosts), |desk, asked| {
        Box::pin(posts::files::paste(desk, asked))
    }),
    get("/desk/site", Needs(Action::ChangeSite), |desk, asked| Box::pin(site::showing::show(desk, asked))),
    get("/desk/site/page", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::showing::page(desk, asked))
    }),
    long_post("/desk/site/try", MAX_TEXT_BYTES, Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::try_edit(desk, asked))
    }),
    long_post("/desk/site/save", MAX_TEXT_BYTES, Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::save(desk, asked))
    }),
    get("/desk/site/facts", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::facts::show(desk, asked))
    }),
    post("/desk/site/special-days", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::facts::add_days(desk, asked))
    }),
    long_post("/desk/site/picture", MAX_UPLOAD_BYTES, Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::picture(desk, asked))
    }),
    post("/desk/site/item", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::item(desk, asked))
    }),
    post("/desk/site/undo", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::undo(desk, asked))
    }),
    post("/desk/site/undo-day", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::changing::undo_day(desk, asked))
    }),
    post("/desk/site/notice", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::facts::add_notice(desk, asked))
    }),
    get("/desk/site/versions/{id}", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::versions::show(desk, asked))
    }),
    get("/desk/site/drafts", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::show(desk, asked))
    }),
    post("/desk/site/drafts", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::begin(desk, asked))
    }),
    post("/desk/site/drafts/{id}/live", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::live(desk, asked))
    }),
    post("/desk/site/drafts/{id}/time", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::time(desk, asked))
    }),
    post("/desk/site/drafts/{id}/put-aside", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::put_aside(desk, asked))
    }),
    post("/desk/site/drafts/{id}/take-up", Needs(Action::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::take_up(desk, asked))
    }),
    // Whoever has the link.
    get("/desk/shared/{link}/", Anybody, |desk, asked| Box::pin(site::shared::page(desk, asked))),
    get("/desk/shared/{link}/{*at}", Anybody, |desk, asked| Box::pin(site::shared::page(desk, asked))),
    get("/desk/numbers", Needs(Action::SeeNumbers), |desk, asked| Box::pin(numbers::show(desk, asked))),
    get("/desk/numbers.csv", Needs(Action::SeeNumbers), |desk, asked| Box::pin(numbers::csv(desk, asked))),
    get("/desk/people", Needs(Action::SeeOneself), |desk, asked| Box::pin(people::show(desk, asked))),
    post("/desk/people/invite", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::invite_new(desk, asked))
    }),
    post("/desk/people/{id}/invite", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::invite_again(desk, asked))
    }),
    post("/desk/people/{id}/change", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::change_person(desk, asked))
    }),
    post("/desk/people/{id}/end", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::end_person(desk, asked))
    }),
    post("/desk/people/test", Needs(Action::ManagePeople), |desk, asked| {
        Box::pin(people::test_phones(desk, asked))
    }),
    get("/desk/settings", Needs(Action::ChangeSettings), |desk, asked| Box::pin(settings::show(desk, asked))),
    post("/desk/settings", Fresh(Action::ChangeSettings), |desk, asked| {
        Box::pin(settings::change(desk, asked))
    }),
    post("/desk/settings/put-back", Fresh(Action::ChangeSettings), |desk, asked| {
        Box::pin(settings::put_back(desk, asked))
    }),
    post("/desk/phone", Needs(Action::SeeRequests), |desk, asked| Box::pin(phone::ask(desk, asked))),
    post("/desk/phone/rang", Needs(Action::SeeOneself), |desk, asked| Box::pin(phone::rang(desk, asked))),
    // One's own; of others for owners only.
    post("/desk/devices/{id}/end", Needs(Action::SeeOneself), |desk, asked| {
        Box::pin(people::end_device(desk, asked))
    }),
    get("/desk/sign-in", Anybody, |desk, asked| Box::pin(sign_in::show(desk, asked))),
    post("/desk/sign-in/mail", Anybody, |desk, asked| Box::pin(sign_in::send_link(desk, asked))),
    // A passkey signs in, and also proves once more who is signed in already.
    post("/desk/sign-in/start", Anybody, |desk, asked| Box::pin(passkeys::start(desk, asked))),
    post("/desk/sign-in/finish", Anybody, |desk, asked| Box::pin(passkeys::finish(desk, asked))),
    post("/desk/passkeys/start", Fresh(Action::SeeOneself), |desk, asked| {
        Box::pin(passkeys::start_adding(desk, asked))
    }),
    post("/desk/passkeys/finish", Fresh(Action::SeeOneself), |desk, asked| {
        Box::pin(passkeys::finish_adding(desk, asked))
    }),
    post("/desk/sign-out", Needs(Action::SeeOneself), |desk, asked| Box::pin(sign_in::sign_out(desk, asked))),
    get("/desk/join", Anybody, |desk, asked| Box::pin(sign_in::show_join(desk, asked))),
    post("/desk/join", Anybody, |desk, asked| Box::pin(sign_in::join(desk, asked))),
];
