//! Every address of the desk, who may use it, and what answers: the router is made of this table alone.

use std::future::Future;
use std::pin::Pin;

use http::Method;

use crate::http::access::Access::{self, Anybody, Fresh, Needs};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::{
    answers, changes, held, inbox, launch, new_request, numbers, passkeys, people, personal_data, phone,
    posts, request, settings, sign_in, site,
};
use crate::service::DeskService;
use crate::staff::roles::Permission;
use blog::authoring::pictures::MAX_PHOTO_BYTES;
use blog::authoring::prepare::MAX_CONTENT_BYTES;

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Reply, Failure>> + Send + 'a>>;
pub(crate) type Handler = for<'a> fn(&'a DeskService, &'a Asked) -> Answering<'a>;

/// One address.
pub struct RouteSpec {
    pub method: Method,
    pub path: &'static str,
    pub access: Access,
    /// Whether it is a screen: a browser that opens it gets the document, which asks for the data.
    pub is_screen: bool,
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

const fn screen(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::GET, path, access, is_screen: true, max_bytes: 0, handler }
}

const fn get(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::GET, path, access, is_screen: false, max_bytes: 0, handler }
}

const fn post(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    long_post(path, MAX_FORM_BYTES, access, handler)
}

/// Like [`post`], for a longer form.
const fn long_post(path: &'static str, max_bytes: usize, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::POST, path, access, is_screen: false, max_bytes, handler }
}

pub static ROUTES: &[RouteSpec] = &[
    screen("/desk/", Needs(Permission::SeeOneself), |desk, asked| Box::pin(inbox::show(desk, asked))),
    get("/desk/changes", Needs(Permission::SeeOneself), |desk, asked| Box::pin(changes::wait(desk, asked))),
    screen("/desk/requests/new", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(new_request::show(desk, asked))
    }),
    post("/desk/requests/new", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(new_request::enter(desk, asked))
    }),
    screen("/desk/requests/{reference}", Needs(Permission::SeeRequests), |desk, asked| {
        Box::pin(request::show(desk, asked))
    }),
    post("/desk/requests/{reference}/answer", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(answers::answer(desk, asked))
    }),
    post("/desk/requests/{reference}/calling", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(answers::calling(desk, asked))
    }),
    post("/desk/requests/{reference}/note", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(answers::note(desk, asked))
    }),
    post("/desk/requests/{reference}/retry", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(answers::retry(desk, asked))
    }),
    screen("/desk/requests/{reference}/data", Needs(Permission::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::show(desk, asked))
    }),
    get("/desk/requests/{reference}/data.json", Fresh(Permission::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::hand_out(desk, asked))
    }),
    post("/desk/requests/{reference}/erase", Fresh(Permission::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::erase(desk, asked))
    }),
    get("/desk/requests.csv", Fresh(Permission::HandOutOrErase), |desk, asked| {
        Box::pin(personal_data::spreadsheet(desk, asked))
    }),
    screen("/desk/held", Needs(Permission::SeeRequests), |desk, asked| Box::pin(held::show(desk, asked))),
    post("/desk/held/{reference}", Needs(Permission::AnswerRequests), |desk, asked| {
        Box::pin(held::decide(desk, asked))
    }),
    screen("/desk/posts", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::list::show(desk, asked))
    }),
    screen("/desk/posts/new", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::list::show_new(desk, asked))
    }),
    post("/desk/posts/new", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::list::create(desk, asked))
    }),
    screen("/desk/posts/{id}", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::editor::show(desk, asked))
    }),
    get("/desk/posts/{id}/page", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::files::page(desk, asked))
    }),
    screen("/desk/posts/{id}/revisions/{number}", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::editor::show_revision(desk, asked))
    }),
    long_post("/desk/posts/{id}/save", MAX_TEXT_BYTES, Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::saving::save(desk, asked))
    }),
    post("/desk/posts/{id}/settle", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::saving::settle(desk, asked))
    }),
    post("/desk/posts/{id}/restore", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::saving::restore(desk, asked))
    }),
    long_post("/desk/posts/{id}/publish", MAX_TEXT_BYTES, Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::publish(desk, asked))
    }),
    long_post("/desk/posts/{id}/unpublish", MAX_TEXT_BYTES, Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::unpublish(desk, asked))
    }),
    post("/desk/posts/{id}/put-back", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::put_back(desk, asked))
    }),
    post("/desk/posts/{id}/rename", Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::publishing::rename(desk, asked))
    }),
    long_post("/desk/posts/{id}/pictures", MAX_UPLOAD_BYTES, Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::files::add_picture(desk, asked))
    }),
    long_post("/desk/posts/{id}/paste", MAX_UPLOAD_BYTES, Needs(Permission::WritePosts), |desk, asked| {
        Box::pin(posts::files::paste(desk, asked))
    }),
    screen("/desk/site", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::showing::show(desk, asked))
    }),
    get("/desk/site/page", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::showing::page(desk, asked))
    }),
    long_post("/desk/site/try", MAX_TEXT_BYTES, Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::try_edit(desk, asked))
    }),
    long_post("/desk/site/save", MAX_TEXT_BYTES, Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::save(desk, asked))
    }),
    screen("/desk/site/facts", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::facts::show(desk, asked))
    }),
    post("/desk/site/special-days", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::facts::add_days(desk, asked))
    }),
    long_post("/desk/site/picture", MAX_UPLOAD_BYTES, Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::picture(desk, asked))
    }),
    post("/desk/site/item", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::item(desk, asked))
    }),
    long_post("/desk/site/add", MAX_TEXT_BYTES, Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::add(desk, asked))
    }),
    screen("/desk/site/new-page", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::own_pages::show(desk, asked))
    }),
    post("/desk/site/new-page", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::own_pages::add(desk, asked))
    }),
    post("/desk/site/remove-page", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::own_pages::remove(desk, asked))
    }),
    post("/desk/site/undo", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::changing::undo(desk, asked))
    }),
    post("/desk/site/notice", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::facts::add_notice(desk, asked))
    }),
    screen("/desk/site/drafts", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::show(desk, asked))
    }),
    post("/desk/site/drafts", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::begin_draft::begin(desk, asked))
    }),
    post("/desk/site/drafts/{id}/live", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::live(desk, asked))
    }),
    post("/desk/site/drafts/{id}/time", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::time(desk, asked))
    }),
    post("/desk/site/drafts/{id}/put-aside", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::put_aside(desk, asked))
    }),
    post("/desk/site/drafts/{id}/take-up", Needs(Permission::ChangeSite), |desk, asked| {
        Box::pin(site::drafts::take_up(desk, asked))
    }),
    // Anybody with the link.
    get("/desk/shared/{link}/", Anybody, |desk, asked| Box::pin(site::shared::page(desk, asked))),
    get("/desk/shared/{link}/{*at}", Anybody, |desk, asked| Box::pin(site::shared::page(desk, asked))),
    screen("/desk/launch", Needs(Permission::ChangeSettings), |desk, asked| {
        Box::pin(launch::show(desk, asked))
    }),
    post("/desk/launch/answer", Needs(Permission::ChangeSettings), |desk, asked| {
        Box::pin(launch::answer(desk, asked))
    }),
    post("/desk/launch/live", Fresh(Permission::ChangeSettings), |desk, asked| {
        Box::pin(launch::go_live(desk, asked))
    }),
    screen("/desk/numbers", Needs(Permission::SeeNumbers), |desk, asked| {
        Box::pin(numbers::show(desk, asked))
    }),
    get("/desk/numbers.csv", Needs(Permission::SeeNumbers), |desk, asked| {
        Box::pin(numbers::csv(desk, asked))
    }),
    screen("/desk/people", Needs(Permission::SeeOneself), |desk, asked| Box::pin(people::show(desk, asked))),
    post("/desk/people/invite", Fresh(Permission::ManagePeople), |desk, asked| {
        Box::pin(people::invite_new(desk, asked))
    }),
    post("/desk/people/{id}/invite", Fresh(Permission::ManagePeople), |desk, asked| {
        Box::pin(people::invite_again(desk, asked))
    }),
    post("/desk/people/{id}/change", Fresh(Permission::ManagePeople), |desk, asked| {
        Box::pin(people::change_person(desk, asked))
    }),
    post("/desk/people/{id}/end", Fresh(Permission::ManagePeople), |desk, asked| {
        Box::pin(people::end_person(desk, asked))
    }),
    post("/desk/people/test", Fresh(Permission::ManagePeople), |desk, asked| {
        Box::pin(people::test_phones(desk, asked))
    }),
    screen("/desk/settings", Needs(Permission::ChangeSettings), |desk, asked| {
        Box::pin(settings::show(desk, asked))
    }),
    post("/desk/settings", Fresh(Permission::ChangeSettings), |desk, asked| {
        Box::pin(settings::change(desk, asked))
    }),
    post("/desk/settings/put-back", Fresh(Permission::ChangeSettings), |desk, asked| {
        Box::pin(settings::put_back(desk, asked))
    }),
    post("/desk/phone", Needs(Permission::SeeRequests), |desk, asked| Box::pin(phone::ask(desk, asked))),
    post("/desk/phone/rang", Needs(Permission::SeeOneself), |desk, asked| Box::pin(phone::rang(desk, asked))),
    // Their own; owners also those of others.
    post("/desk/devices/{id}/end", Needs(Permission::SeeOneself), |desk, asked| {
        Box::pin(people::end_device(desk, asked))
    }),
    screen("/desk/sign-in", Anybody, |desk, asked| Box::pin(sign_in::show(desk, asked))),
    post("/desk/sign-in/mail", Anybody, |desk, asked| Box::pin(sign_in::send_link(desk, asked))),
    // A passkey signs a person in, or proves again who is already signed in.
    post("/desk/sign-in/start", Anybody, |desk, asked| Box::pin(passkeys::start(desk, asked))),
    post("/desk/sign-in/finish", Anybody, |desk, asked| Box::pin(passkeys::finish(desk, asked))),
    post("/desk/passkeys/start", Fresh(Permission::SeeOneself), |desk, asked| {
        Box::pin(passkeys::start_adding(desk, asked))
    }),
    post("/desk/passkeys/finish", Fresh(Permission::SeeOneself), |desk, asked| {
        Box::pin(passkeys::finish_adding(desk, asked))
    }),
    // Their own; owners also those of others, as with devices.
    post("/desk/passkeys/{id}/name", Fresh(Permission::SeeOneself), |desk, asked| {
        Box::pin(passkeys::name(desk, asked))
    }),
    post("/desk/passkeys/{id}/remove", Fresh(Permission::SeeOneself), |desk, asked| {
        Box::pin(passkeys::remove(desk, asked))
    }),
    post("/desk/sign-out", Needs(Permission::SeeOneself), |desk, asked| {
        Box::pin(sign_in::sign_out(desk, asked))
    }),
    screen("/desk/join", Anybody, |desk, asked| Box::pin(sign_in::show_join(desk, asked))),
    post("/desk/join", Anybody, |desk, asked| Box::pin(sign_in::join(desk, asked))),
];
