//! Every address of the desk, who may use it, and what answers: the router is made of this table alone.

use std::future::Future;
use std::pin::Pin;

use http::Method;

use crate::http::access::Access::{self, Anybody, Fresh, Needs};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::{
    answers, changes, held, inbox, numbers, passkeys, people, personal_data, phone, request, sign_in,
};
use crate::service::DeskService;
use crate::staff::roles::Action;

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Reply, Failure>> + Send + 'a>>;
pub(crate) type Handler = for<'a> fn(&'a DeskService, &'a Asked) -> Answering<'a>;

/// One address.
pub struct RouteSpec {
    pub method: Method,
    pub path: &'static str,
    pub access: Access,
    pub(crate) handler: Handler,
}

const fn get(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::GET, path, access, handler }
}

const fn post(path: &'static str, access: Access, handler: Handler) -> RouteSpec {
    RouteSpec { method: Method::POST, path, access, handler }
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
    get("/desk/numbers", Needs(Action::SeeNumbers), |desk, asked| Box::pin(numbers::show(desk, asked))),
    get("/desk/numbers.csv", Needs(Action::SeeNumbers), |desk, asked| Box::pin(numbers::csv(desk, asked))),
    get("/desk/people", Needs(Action::SeeOneself), |desk, asked| Box::pin(people::show(desk, asked))),
    post("/desk/people/invite", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::invite_new(desk, asked))
    }),
    post("/desk/people/{id}/invite", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::invite_again(desk, asked))
    }),
    post("/desk/people/{id}/end", Fresh(Action::ManagePeople), |desk, asked| {
        Box::pin(people::end_person(desk, asked))
    }),
    post("/desk/people/test", Needs(Action::ManagePeople), |desk, asked| {
        Box::pin(people::test_phones(desk, asked))
    }),
    post("/desk/phone", Needs(Action::SeeRequests), |desk, asked| Box::pin(phone::ask(desk, asked))),
    post("/desk/phone/rang", Needs(Action::SeeOneself), |desk, asked| Box::pin(phone::rang(desk, asked))),
    // One's own; of others for owners only.
    post("/desk/devices/{id}/end", Needs(Action::SeeOneself), |desk, asked| {
        Box::pin(people::end_device(desk, asked))
    }),
    get("/desk/sign-in", Anybody, |desk, asked| Box::pin(sign_in::show(desk, asked))),
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
