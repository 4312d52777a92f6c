-- All tables, for SQLite and PostgreSQL. {bytes} and {counted} stand for each engine's type of binary data and of a
-- key that the engine counts up. Times are Unix milliseconds: both engines agree on what an integer is.

-- Requests of visitors.
CREATE TABLE lead (
    id text NOT NULL PRIMARY KEY,
    reference text NOT NULL UNIQUE,
    received_at bigint NOT NULL,
    -- Makes a second post the same request: unique across all servers, and free again after key_until.
    idempotency_key text UNIQUE,
    key_until bigint,
    digest text NOT NULL,
    name text NOT NULL,
    phone text NOT NULL,
    service text NOT NULL,
    message text NOT NULL,
    phone_e164 text,
    page text,
    referrer text,
    language text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    gclid text,
    gbraid text,
    wbraid text,
    fbclid text,
    -- The page that the first visit began on, and how the last one came.
    landing text,
    last_landing text,
    last_referrer text,
    stage text NOT NULL DEFAULT 'new',
    -- When the promised answer is due; emergency says which promise was made.
    due_at bigint,
    emergency boolean NOT NULL DEFAULT FALSE,
    escalations integer NOT NULL DEFAULT 0,
    erased_at bigint,
    -- Quarantine: why the request looks like spam, and what staff decided.
    held text,
    released_at bigint,
    dismissed_at bigint,
    -- A test request of the site's own.
    canary boolean NOT NULL DEFAULT FALSE
);
CREATE INDEX lead_phone ON lead (phone_e164);
CREATE INDEX lead_waiting ON lead (received_at)
    WHERE held IS NOT NULL AND released_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX lead_canary ON lead (id) WHERE canary;

-- The outbox: what each request owes, by channel.
CREATE TABLE delivery (
    lead_id text NOT NULL REFERENCES lead (id),
    channel text NOT NULL,
    state text NOT NULL,
    created_at bigint NOT NULL,
    attempts integer NOT NULL,
    next_at bigint NOT NULL,
    give_up_at bigint NOT NULL,
    last_error text,
    sent_at bigint,
    answer text,
    claimed_until bigint,
    PRIMARY KEY (lead_id, channel)
);
CREATE INDEX delivery_due ON delivery (channel, state, next_at);

-- Which recipients of a request's mail have it.
CREATE TABLE mail_recipient (
    lead_id text NOT NULL REFERENCES lead (id),
    address text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    answer text,
    at bigint NOT NULL,
    PRIMARY KEY (lead_id, address)
);
CREATE INDEX mail_recipient_state ON mail_recipient (state, at);

-- The timeline of each request.
CREATE TABLE lead_event (
    id {counted},
    lead_id text NOT NULL REFERENCES lead (id),
    at bigint NOT NULL,
    kind text NOT NULL,
    text text NOT NULL
);
CREATE INDEX lead_event_lead ON lead_event (lead_id);
-- What staff answered today, among the deliveries of years.
CREATE INDEX lead_event_answer ON lead_event (at) WHERE kind IN ('contacted', 'booked', 'lost');

-- The leases of scheduled jobs.
CREATE TABLE duty (
    name text NOT NULL PRIMARY KEY,
    last_at bigint NOT NULL
);

-- One row that `amwaj doctor` writes to prove that it can.
CREATE TABLE doctor_probe (
    id integer NOT NULL PRIMARY KEY,
    written_at bigint NOT NULL
);

-- The results of the latest test requests.
CREATE TABLE canary (
    -- The digest of the secret in its request.
    id text NOT NULL PRIMARY KEY,
    node text NOT NULL,
    sent_at bigint NOT NULL,
    claimed boolean NOT NULL,
    lead_id text,
    arrived_at bigint,
    stopped text,
    problem text
);
CREATE INDEX canary_sent ON canary (sent_at);

-- Secrets that the servers of one database share and nobody types in, such as the key of the links in mails to staff.
CREATE TABLE secret (
    name text NOT NULL PRIMARY KEY,
    value text NOT NULL
);

-- Visitor statistics: a sum for each day, event, page and campaign.
CREATE TABLE stat_day (
    -- The day as people read it, in Dubai: 2026-11-22.
    day text NOT NULL,
    event text NOT NULL,
    path text NOT NULL,
    campaign text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (day, event, path, campaign)
);
CREATE TABLE stat_writer (
    -- One run of one server, by a random name, and the last of its flushes that the sums include.
    writer text NOT NULL PRIMARY KEY,
    number bigint NOT NULL,
    at bigint NOT NULL
);

-- When the text of each page last changed, and which changes were submitted by IndexNow.
CREATE TABLE page_change (
    path text NOT NULL PRIMARY KEY,
    digest text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE indexnow (
    path text NOT NULL PRIMARY KEY,
    changed_at bigint NOT NULL
);

-- The files of the site's versions, under addresses that change with their bytes: pages that are open ask for theirs after
-- an upgrade too, and of any server.
CREATE TABLE site_file (
    path text NOT NULL PRIMARY KEY,
    bytes {bytes} NOT NULL,
    used_at bigint NOT NULL
);

-- Posts, the addresses they have had, their pictures, and the number of changes to them.
CREATE TABLE post (
    id text NOT NULL PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    draft boolean NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    original text NOT NULL,
    format text NOT NULL,
    pictures text NOT NULL,
    meta_title text,
    meta_description text,
    excerpt text,
    picture text,
    author text,
    published_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    -- When somebody last checked what it says; NULL for posts that say nothing about it.
    checked_at bigint
);
CREATE INDEX post_published ON post (draft, published_at, id);
CREATE INDEX post_created ON post (draft, created_at, id);
CREATE TABLE post_moved (
    slug text NOT NULL PRIMARY KEY,
    post_id text NOT NULL REFERENCES post (id)
);
CREATE TABLE post_file (
    name text NOT NULL PRIMARY KEY,
    content_type text NOT NULL,
    bytes {bytes} NOT NULL
);
CREATE TABLE post_revision (
    id integer NOT NULL PRIMARY KEY,
    number bigint NOT NULL,
    seeded boolean NOT NULL
);
INSERT INTO post_revision (id, number, seeded) VALUES (1, 0, FALSE);

-- The text of a post as it stands at the desk, and its earlier versions.
CREATE TABLE post_working_copy (
    post_id text NOT NULL PRIMARY KEY,
    number bigint NOT NULL,
    -- The text that readers see, or will at its time, and the digest of the post that was made of it.
    live_number bigint NOT NULL,
    live_digest text NOT NULL,
    -- Whether readers saw it before it was taken off.
    taken_off boolean NOT NULL,
    -- Pictures by the names that the text has for them, as JSON.
    pictures text NOT NULL,
    -- How many mistakes keep it from being published.
    mistakes bigint NOT NULL
);
CREATE TABLE post_text (
    post_id text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    -- When the writing began that this save is a part of.
    began_at bigint NOT NULL,
    -- NULL for the command line.
    staff_id text,
    by_name text,
    -- `written`, `restored`, or `aside`: somebody else had changed the same place.
    kind text NOT NULL,
    -- The version that its author had before them.
    based_on bigint NOT NULL,
    -- A later save of the same writing has replaced it; it goes after a while.
    superseded boolean NOT NULL,
    -- As JSON.
    words text NOT NULL,
    PRIMARY KEY (post_id, number)
);

-- What staff change of the site's content: each file as it was last known, and every change of one.
CREATE TABLE content_file (
    path text NOT NULL PRIMARY KEY,
    text text NOT NULL,
    -- The text of the program or the folder that the changes began with.
    base text NOT NULL,
    -- Its latest row in content_revision.
    revision bigint NOT NULL
);
CREATE TABLE content_revision (
    id {counted},
    at bigint NOT NULL,
    -- NULL where the file was changed on a server's disk.
    staff_id text,
    by_name text,
    path text NOT NULL,
    -- The name of the part that was changed, what it said and what it says, as people read it.
    name text NOT NULL,
    was text NOT NULL,
    becomes text NOT NULL,
    -- From the text before to the text after.
    patch text NOT NULL,
    -- The revision that took this one back.
    undone_by bigint,
    draft text
);
CREATE INDEX content_revision_path ON content_revision (path, id);
CREATE TABLE content_picture (
    path text NOT NULL PRIMARY KEY,
    bytes {bytes} NOT NULL
);

-- Drafts of several changes of the content.
CREATE TABLE content_draft (
    id text NOT NULL PRIMARY KEY,
    -- The secret in the address at which anybody can look at it.
    link text NOT NULL UNIQUE,
    name text NOT NULL,
    begun bigint NOT NULL,
    by_name text NOT NULL,
    -- When it goes live by itself, who said so, and why it did not.
    goes_live_at bigint,
    timed_by text,
    timed_by_name text,
    problem text,
    live_at bigint,
    put_aside_at bigint
);
CREATE TABLE content_draft_change (
    id {counted},
    draft_id text NOT NULL,
    at bigint NOT NULL,
    staff_id text,
    by_name text,
    path text NOT NULL,
    name text NOT NULL,
    was text NOT NULL,
    becomes text NOT NULL,
    -- The whole file.
    before text NOT NULL,
    after text NOT NULL,
    -- The path of a picture in content_picture that came along.
    picture text
);
CREATE INDEX content_draft_change_draft ON content_draft_change (draft_id, id);

-- The people of the company, and what each may do.
CREATE TABLE staff (
    id text NOT NULL PRIMARY KEY,
    name text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    -- Where a link for signing in may go.
    mail text
);
CREATE TABLE staff_role (
    staff_id text NOT NULL,
    role text NOT NULL,
    PRIMARY KEY (staff_id, role)
);

-- Codes for signing in: those that an owner made, and those that were mailed.
CREATE TABLE staff_invitation (
    -- Of the code.
    digest text NOT NULL PRIMARY KEY,
    staff_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    mailed boolean NOT NULL DEFAULT FALSE
);
CREATE TABLE staff_session (
    -- Names it to people; the cookie has another secret, of which this is the digest.
    id text NOT NULL PRIMARY KEY,
    digest text NOT NULL UNIQUE,
    staff_id text NOT NULL,
    -- Such as "Chrome on Android".
    device text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    -- When a passkey last proved who it is.
    verified_at bigint,
    ended_at bigint
);
CREATE INDEX staff_session_of ON staff_session (staff_id);
CREATE TABLE staff_passkey (
    -- In hexadecimal digits.
    credential_id text NOT NULL PRIMARY KEY,
    staff_id text NOT NULL,
    -- The public key and its counter, as the library writes them.
    passkey text NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
-- On which devices each passkey was used: whoever signs a lost phone out also takes away the passkeys that would let it in
-- again, wherever they were used since.
CREATE TABLE staff_passkey_device (
    credential_id text NOT NULL,
    session_id text NOT NULL,
    PRIMARY KEY (credential_id, session_id)
);
-- Questions of sign-ins by passkey that were answered: each is spent once.
CREATE TABLE staff_ceremony (
    digest text NOT NULL PRIMARY KEY,
    state text NOT NULL,
    expires_at bigint NOT NULL
);

-- Browsers that asked for messages (Web Push).
CREATE TABLE staff_phone (
    -- The digest of its endpoint.
    id text NOT NULL PRIMARY KEY,
    staff_id text NOT NULL,
    session_id text NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at bigint NOT NULL,
    -- When its push service said that it is gone.
    gone_at bigint,
    -- What the push service answered last, and when.
    answer text,
    answered_at bigint,
    -- When it was last sent a test message, and when it said that it shows them.
    tested_at bigint,
    rang_at bigint
);
CREATE TABLE staff_phone_told (
    lead_id text NOT NULL,
    phone_id text NOT NULL,
    PRIMARY KEY (lead_id, phone_id)
);

-- What people did. Rows are added and never changed: each holds the digest of the one before.
CREATE TABLE staff_audit (
    id bigint NOT NULL PRIMARY KEY,
    at bigint NOT NULL,
    -- NULL for the command line.
    staff_id text,
    by_name text NOT NULL,
    action text NOT NULL,
    -- What was acted on: a reference, a person's name, a device.
    subject text NOT NULL,
    lead_id text,
    -- Of one tap: the same tap twice is one row.
    key text UNIQUE,
    digest text NOT NULL UNIQUE
);
CREATE INDEX staff_audit_lead ON staff_audit (lead_id);

-- What owners set at the desk, as JSON, and as it was before the last change. There is one row, 1.
CREATE TABLE desk_settings (
    id integer NOT NULL PRIMARY KEY,
    settings text NOT NULL,
    former text NOT NULL
);
