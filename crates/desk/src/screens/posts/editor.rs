//! One post, as its authors have it before them, and an earlier version beside the present one.

use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::posts::not_found;
use crate::screens::posts::shown::{published_at, state};
use crate::service::DeskService;
use crate::staff::who::Who;
use crate::view::{
    EditorFormat, EditorPicture, FieldDifference, PostConflict, PostEditor, PostRevision, RevisionChange,
    RevisionScreen, Screen,
};
use blog::writing::{self, Checked, Conflict, Revision, RevisionKind, WorkingCopy};

/// Revisions listed, at most.
const MAX_REVISIONS: u64 = 30;
/// Time for which a person counts as writing after they last saved.
const WRITING_NOW_MS: i64 = 2 * 60 * 1000;

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = open(desk, asked).await?;
    let checked = desk.writing.check(&copy, copy.words.clone()).await;
    let conflict = match asked.query("conflict").parse() {
        Ok(mine) => desk.writing.conflict(&copy, mine).await?,
        Err(_) => None,
    };
    Ok(Reply::Screen(screen(desk, asked.who(), copy, checked, conflict).await?))
}

/// The post that the address names, by its id or its own address.
pub(super) async fn open(desk: &DeskService, asked: &Asked) -> Result<WorkingCopy, Failure> {
    let named = blog::store::find(desk.db.reader(), asked.parameter("id")).await?;
    let id = named.ok_or_else(not_found)?.id;
    writing::open(&desk.db, &id).await?.ok_or_else(not_found)
}

pub(super) async fn screen(
    desk: &DeskService,
    who: &Who,
    copy: WorkingCopy,
    checked: Checked,
    conflict: Option<Conflict>,
) -> Result<Screen, DbErr> {
    let (db, now) = (desk.db.reader(), desk.clock.now_ms());
    let revisions = writing::list_revisions(db, &copy.post.id, MAX_REVISIONS).await?;
    let others = writing::writers_since(db, &copy.post.id, now - WRITING_NOW_MS).await?;
    let is_live = |number: i64| !copy.post.words.draft && number == copy.live_number;
    let pictures = copy.pictures.iter().map(|(name, picture)| EditorPicture {
        name: name.clone(),
        src: picture.src.clone(),
        width: picture.width,
        height: picture.height,
        is_photo: picture.srcset.is_some(),
    });
    Ok(Screen::PostEditor(Box::new(PostEditor {
        slug: copy.post.words.slug.clone(),
        state: state(&copy.post, copy.taken_off, now),
        published_at: published_at(&copy.post),
        number: copy.number,
        format: match copy.post.words.format {
            blog::PostFormat::Markdown => EditorFormat::Markdown,
            blog::PostFormat::Html => EditorFormat::Html,
        },
        saved_at: copy.saved_at,
        up_to_date: copy.is_up_to_date(),
        problems: checked.problems.into_iter().map(Into::into).collect(),
        pictures: pictures.collect(),
        revisions: revisions
            .into_iter()
            .map(|(revision, change)| {
                let change = change.map_or(RevisionChange::First, RevisionChange::from);
                listed(who, &revision, change, is_live(revision.number))
            })
            .collect(),
        others: others
            .into_iter()
            .filter(|writer| writer.staff_id != who.member.id)
            .map(|writer| writer.name)
            .collect(),
        conflict: conflict.map(|conflict| PostConflict {
            mine: conflict.mine,
            by: copy.saved_by,
            places: conflict.places.into_iter().map(Into::into).collect(),
        }),
        id: copy.post.id,
        words: copy.words.into(),
    })))
}

fn listed(who: &Who, revision: &Revision, change: RevisionChange, is_live: bool) -> PostRevision {
    PostRevision {
        number: revision.number,
        at: revision.at,
        by: revision.by.clone(),
        mine: revision.staff_id.as_deref() == Some(&who.member.id),
        change: match revision.kind {
            RevisionKind::Written => change,
            RevisionKind::Restored => RevisionChange::Restored,
            RevisionKind::Aside => RevisionChange::SetAside,
        },
        is_live,
    }
}

pub async fn show_revision(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = open(desk, asked).await?;
    let number = asked.parameter("number").parse().map_err(|_| not_found())?;
    let found = writing::find_revision(desk.db.reader(), &copy.post.id, number).await?;
    let earlier = found.ok_or_else(not_found)?;
    let is_live = !copy.post.words.draft && number == copy.live_number;
    let listed_ones = writing::list_revisions(desk.db.reader(), &copy.post.id, MAX_REVISIONS).await?;
    let same = listed_ones.into_iter().find(|(revision, _)| revision.number == number);
    // The change of a revision that isn't listed any more is not known.
    let change = same.map_or(RevisionChange::Nothing, |(_, change)| {
        change.map_or(RevisionChange::First, RevisionChange::from)
    });
    let fields = writing::difference(&earlier.words, &copy.words).into_iter();
    Ok(Reply::Screen(Screen::PostRevision(RevisionScreen {
        title: copy.words.title.clone(),
        revision: listed(asked.who(), &earlier, change, is_live),
        fields: fields
            .map(|(field, lines)| FieldDifference {
                field: field.into(),
                lines: lines.into_iter().map(Into::into).collect(),
            })
            .collect(),
        id: copy.post.id,
    })))
}
