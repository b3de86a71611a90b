/* oxlint-disable max-lines -- one text: the tables as they stand */

/**
 * The tables of release 1.0, for an empty database: what the migrations of before-1.0 make step by step, written by `pg_dump`
 * from their result. A test compares both. Never changed: a change is a new migration.
 */
export const BASELINE = `
CREATE OR REPLACE FUNCTION announce_memorial() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        perform pg_notify('changed', 'memorial:' || coalesce(new.id, old.id));
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        if old.public_status and new.public_status is not true then perform pg_notify('changed', 'closed'); end if;
        return null;
      end $$;

CREATE OR REPLACE FUNCTION announce_part_of_memorial() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare
        page text;
      begin
        for page in
          select distinct part ->> tg_argv[0]
          from unnest(array[to_jsonb(old), to_jsonb(new)]) as part
          where part ->> tg_argv[0] is not null
        loop
          perform pg_notify('changed', 'memorial:' || page);
        end loop;
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$;

CREATE OR REPLACE FUNCTION keep_log_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'UPDATE' and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
          and to_jsonb(new) -> 'actor_id' = 'null'::jsonb then
          return new;
        end if;
        if tg_op = 'DELETE' and tg_table_name = 'audit_log' and old.at < now() - interval '3 years' then
          return old;
        end if;
        raise exception 'entries of % are not changed', tg_table_name using errcode = 'insufficient_privilege';
      end $$;

CREATE TABLE access_requests (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer,
    name text NOT NULL,
    email text NOT NULL,
    text text NOT NULL,
    consent_version text,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    decided_at timestamptz,
    is_told boolean DEFAULT false NOT NULL,
    key_hash bytea,
    expires_at timestamptz,
    CONSTRAINT access_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT decided_once CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT only_who_is_let_in_has_a_key CHECK ((((status = 'approved'::text) = (key_hash IS NOT NULL)) AND ((status = 'approved'::text) = (expires_at IS NOT NULL)))),
    CONSTRAINT access_requests_key_hash_key UNIQUE (key_hash),
    CONSTRAINT access_requests_pkey PRIMARY KEY (id)
);

CREATE TABLE archive_items (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer,
    kind text NOT NULL,
    media_id text NOT NULL COLLATE pg_catalog."C",
    file_name text NOT NULL,
    size_bytes bigint NOT NULL,
    description text,
    created_at timestamptz DEFAULT now() NOT NULL,
    date_text text,
    people text,
    "position" integer DEFAULT 0 NOT NULL,
    poster_id text,
    copy_id text,
    copies_bytes bigint DEFAULT 0 NOT NULL,
    prepare_due_at timestamptz,
    prepare_attempts integer DEFAULT 0 NOT NULL,
    trashed_at timestamptz,
    trashed_memorial_id integer,
    CONSTRAINT archive_items_have_a_page_or_are_trashed CHECK ((((memorial_id IS NULL) = (trashed_at IS NOT NULL)) AND ((memorial_id IS NULL) = (trashed_memorial_id IS NOT NULL)))),
    CONSTRAINT archive_items_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'audio'::text, 'video'::text]))),
    CONSTRAINT archive_items_size_bytes_check CHECK ((size_bytes >= 0)),
    CONSTRAINT archive_items_media_id_key UNIQUE (media_id),
    CONSTRAINT archive_items_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_log (
    id integer GENERATED ALWAYS AS IDENTITY,
    at timestamptz DEFAULT now() NOT NULL,
    event text NOT NULL,
    actor_id integer,
    actor_role text NOT NULL,
    memorial_id integer NOT NULL,
    subject_id integer,
    CONSTRAINT audit_log_actor_role_check CHECK ((actor_role = ANY (ARRAY['owner'::text, 'keeper'::text, 'moderator'::text]))),
    CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);

CREATE TABLE blocked_authors (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer NOT NULL,
    author_email text NOT NULL,
    mailbox text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT blocked_authors_memorial_id_mailbox_key UNIQUE (memorial_id, mailbox),
    CONSTRAINT blocked_authors_pkey PRIMARY KEY (id)
);

CREATE TABLE burials (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer NOT NULL,
    burial_address text,
    burial_coordinates text,
    photo_id text,
    cemetery text,
    plot text,
    CONSTRAINT burials_memorial_id_key UNIQUE (memorial_id),
    CONSTRAINT burials_pkey PRIMARY KEY (id)
);

CREATE TABLE calendars (
    user_id integer NOT NULL,
    key text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT calendars_key_key UNIQUE (key),
    CONSTRAINT calendars_pkey PRIMARY KEY (user_id)
);

CREATE TABLE candle_counts (
    memorial_id integer NOT NULL,
    lit_in_all integer NOT NULL,
    day date NOT NULL,
    lit_that_day integer NOT NULL,
    CONSTRAINT candle_counts_pkey PRIMARY KEY (memorial_id)
);

CREATE TABLE candles (
    memorial_id integer NOT NULL,
    day date NOT NULL,
    address_hash bytea NOT NULL,
    CONSTRAINT candles_pkey PRIMARY KEY (memorial_id, day, address_hash)
);

CREATE TABLE consents (
    id integer GENERATED ALWAYS AS IDENTITY,
    user_id integer,
    version text NOT NULL,
    given_at timestamptz DEFAULT now() NOT NULL,
    address text NOT NULL,
    memory_id integer,
    agreement_edition text,
    policy_edition text,
    CONSTRAINT consents_of_one CHECK ((num_nonnulls(user_id, memory_id) = 1)),
    CONSTRAINT consents_pkey PRIMARY KEY (id)
);

CREATE TABLE email_tokens (
    token_hash bytea NOT NULL,
    user_id integer NOT NULL,
    purpose text NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    email text,
    session_id integer,
    CONSTRAINT addresses_are_known CHECK (((email IS NOT NULL) = (purpose = ANY (ARRAY['change'::text, 'not_me'::text])))),
    CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'change'::text, 'return'::text, 'not_me'::text]))),
    CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE ended_letters (
    mailbox_hash bytea NOT NULL,
    kind text NOT NULL,
    ended_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT ended_letters_pkey PRIMARY KEY (mailbox_hash, kind)
);

CREATE TABLE factor_recoveries (
    user_id integer NOT NULL,
    asked_at timestamptz DEFAULT now() NOT NULL,
    due_at timestamptz NOT NULL,
    token_hash bytea,
    expires_at timestamptz,
    CONSTRAINT factor_recoveries_pkey PRIMARY KEY (user_id),
    CONSTRAINT factor_recoveries_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE factors (
    id integer GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    confirmed_at timestamptz,
    last_used_at timestamptz,
    code_secret bytea,
    code_step bigint DEFAULT 0 NOT NULL,
    credential_id text COLLATE pg_catalog."C",
    public_key bytea,
    sign_count bigint DEFAULT 0 NOT NULL,
    CONSTRAINT factors_check CHECK (((kind = 'code'::text) = (code_secret IS NOT NULL))),
    CONSTRAINT factors_check1 CHECK (((kind = 'passkey'::text) = ((credential_id IS NOT NULL) AND (public_key IS NOT NULL)))),
    CONSTRAINT factors_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'code'::text]))),
    CONSTRAINT factors_credential_id_key UNIQUE (credential_id),
    CONSTRAINT factors_pkey PRIMARY KEY (id)
);

CREATE TABLE former_emails (
    user_id integer NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    is_confirmed boolean NOT NULL,
    given_up_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT former_emails_pkey PRIMARY KEY (user_id, email_key)
);

CREATE TABLE hand_overs (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer NOT NULL,
    from_id integer NOT NULL,
    to_id integer NOT NULL,
    was_keeper boolean NOT NULL,
    at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT hand_overs_pkey PRIMARY KEY (id)
);

CREATE TABLE invitations (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer NOT NULL,
    role text NOT NULL,
    email text NOT NULL,
    token_hash bytea NOT NULL,
    invited_by integer,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz NOT NULL,
    accepted_by integer,
    on_leaving boolean DEFAULT false NOT NULL,
    invited_id integer,
    session_id integer,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['keeper'::text, 'owner'::text]))),
    CONSTRAINT invitations_pkey PRIMARY KEY (id),
    CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE job_runs (
    name text NOT NULL COLLATE pg_catalog."C",
    claimed_by text,
    claimed_until timestamptz,
    ended_at timestamptz,
    CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE keepers (
    memorial_id integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT keepers_pkey PRIMARY KEY (memorial_id, user_id)
);

CREATE TABLE known_networks (
    user_id integer NOT NULL,
    network_hash bytea NOT NULL,
    last_sign_in_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network_hash)
);

CREATE TABLE last_seen_time (
    only_row boolean DEFAULT true NOT NULL,
    seen_at timestamptz NOT NULL,
    CONSTRAINT last_seen_time_only_row_check CHECK (only_row),
    CONSTRAINT last_seen_time_pkey PRIMARY KEY (only_row)
);

CREATE TABLE letters (
    id integer GENERATED ALWAYS AS IDENTITY,
    recipient text NOT NULL,
    subject text NOT NULL,
    body_text text NOT NULL,
    body_html text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamptz DEFAULT now() NOT NULL,
    sent_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    kind text,
    unsubscribe_url text,
    memorial_id integer,
    account_id integer,
    held_by text,
    CONSTRAINT letters_pkey PRIMARY KEY (id)
);

CREATE TABLE media (
    id text NOT NULL COLLATE pg_catalog."C",
    memorial_id integer,
    created_at timestamptz DEFAULT now() NOT NULL,
    picture_version integer DEFAULT 0 NOT NULL,
    width integer,
    height integer,
    tone text,
    preview text,
    duration double precision,
    is_playable boolean,
    trashed_memorial_id integer,
    CONSTRAINT media_have_a_page_or_are_trashed CHECK (((memorial_id IS NULL) = (trashed_memorial_id IS NOT NULL))),
    CONSTRAINT media_pkey PRIMARY KEY (id)
);

CREATE TABLE media_removals (
    media_id text NOT NULL COLLATE pg_catalog."C",
    due_at timestamptz NOT NULL,
    begun boolean DEFAULT false NOT NULL,
    CONSTRAINT media_removals_pkey PRIMARY KEY (media_id)
);

CREATE TABLE memorials (
    id integer GENERATED ALWAYS AS IDENTITY,
    user_id integer,
    lastname text NOT NULL,
    name text NOT NULL,
    surname text,
    lastname_key text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    surname_key text NOT NULL COLLATE pg_catalog."C",
    birth_date date,
    death_date date,
    biography text,
    photo_id text,
    public_status boolean NOT NULL,
    swo_status boolean NOT NULL,
    rate_check boolean NOT NULL,
    is_advanced boolean NOT NULL,
    media_storage_limit bigint NOT NULL,
    used_storage_bytes bigint DEFAULT 0 NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    photo_width integer,
    photo_height integer,
    photo_tone text,
    photo_preview text,
    indexable boolean DEFAULT true NOT NULL,
    updated_at timestamptz,
    link_picture_id text,
    link_picture_version text,
    maiden_name text,
    maiden_name_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    birth_precision text DEFAULT 'day'::text NOT NULL,
    death_precision text DEFAULT 'day'::text NOT NULL,
    photo_original_id text,
    photo_rotate integer DEFAULT 0 NOT NULL,
    photo_crop text,
    closed_at timestamptz,
    closed_reason text,
    wished_public_status boolean,
    wished_swo_status boolean,
    told_of_requests_at timestamptz,
    owner_left_at timestamptz,
    closed_by_report integer,
    trashed_at timestamptz,
    trashed_user_id integer,
    candles integer DEFAULT 0 NOT NULL,
    destroyed_at timestamptz,
    return_token_hash bytea,
    returnable_until timestamptz,
    CONSTRAINT birth_date_or_unknown CHECK (((birth_date IS NULL) = (birth_precision = 'unknown'::text))),
    CONSTRAINT closed_pages_are_not_public CHECK (((closed_at IS NULL) OR (NOT public_status))),
    CONSTRAINT death_date_or_unknown CHECK (((death_date IS NULL) = (death_precision = 'unknown'::text))),
    CONSTRAINT left_pages_are_not_public CHECK (((owner_left_at IS NULL) OR (NOT public_status))),
    CONSTRAINT memorials_are_owned_or_trashed CHECK ((((user_id IS NULL) = (trashed_at IS NOT NULL)) AND ((user_id IS NULL) = (trashed_user_id IS NOT NULL)))),
    CONSTRAINT memorials_birth_precision_check CHECK ((birth_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text, 'about'::text, 'unknown'::text]))),
    CONSTRAINT memorials_check CHECK ((public_status OR (NOT swo_status))),
    CONSTRAINT memorials_death_precision_check CHECK ((death_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text, 'about'::text, 'unknown'::text]))),
    CONSTRAINT memorials_used_storage_bytes_check CHECK ((used_storage_bytes >= 0)),
    CONSTRAINT trashed_pages_are_not_public CHECK (((trashed_at IS NULL) OR (NOT public_status))),
    CONSTRAINT memorials_pkey PRIMARY KEY (id)
);

CREATE TABLE memories (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorials_id integer,
    author text NOT NULL,
    author_email text,
    description text NOT NULL,
    status text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    decided_at timestamptz,
    undecided_since timestamptz DEFAULT now() NOT NULL,
    idempotency_key uuid,
    reply text,
    reply_told_at timestamptz,
    is_unheard boolean DEFAULT false NOT NULL,
    trashed_at timestamptz,
    trashed_memorial_id integer,
    photo_id text COLLATE pg_catalog."C",
    author_id integer,
    CONSTRAINT memories_have_a_page_or_are_trashed CHECK ((((memorials_id IS NULL) = (trashed_at IS NOT NULL)) AND ((memorials_id IS NULL) = (trashed_memorial_id IS NOT NULL)))),
    CONSTRAINT memories_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT memories_pkey PRIMARY KEY (id)
);

CREATE TABLE passkey_challenges (
    token_hash bytea NOT NULL,
    challenge text NOT NULL,
    user_id integer,
    expires_at timestamptz NOT NULL,
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE promo_code_uses (
    user_id integer NOT NULL,
    code text NOT NULL,
    used_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT promo_code_uses_pkey PRIMARY KEY (user_id, code)
);

CREATE TABLE reached_addresses (
    address_hash bytea NOT NULL,
    reached_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT reached_addresses_pkey PRIMARY KEY (address_hash)
);

CREATE TABLE recovery_codes (
    user_id integer NOT NULL,
    label text NOT NULL COLLATE pg_catalog."C",
    code_hash text NOT NULL,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, label)
);

CREATE TABLE register (
    id integer GENERATED ALWAYS AS IDENTITY,
    at timestamptz DEFAULT now() NOT NULL,
    kind text NOT NULL,
    done_by text NOT NULL,
    account_id integer,
    memorial_id integer,
    CONSTRAINT register_pkey PRIMARY KEY (id)
);

CREATE TABLE relations (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer NOT NULL,
    other_id integer NOT NULL,
    kind text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    decided_at timestamptz,
    is_told boolean DEFAULT false NOT NULL,
    CONSTRAINT no_relation_to_itself CHECK ((memorial_id <> other_id)),
    CONSTRAINT relation_decided_once CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT relations_kind_check CHECK ((kind = ANY (ARRAY['parent'::text, 'child'::text, 'spouse'::text, 'sibling'::text]))),
    CONSTRAINT relations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT relations_pkey PRIMARY KEY (id)
);

CREATE TABLE reminders (
    user_id integer NOT NULL,
    memorial_id integer NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT reminders_pkey PRIMARY KEY (user_id, memorial_id)
);

CREATE TABLE reminders_sent (
    user_id integer NOT NULL,
    memorial_id integer NOT NULL,
    event text NOT NULL,
    day date NOT NULL,
    days_before integer NOT NULL,
    CONSTRAINT reminders_sent_event_check CHECK ((event = ANY (ARRAY['birth'::text, 'death'::text]))),
    CONSTRAINT reminders_sent_pkey PRIMARY KEY (user_id, memorial_id, event, day, days_before)
);

CREATE TABLE removal_holds (
    id integer GENERATED ALWAYS AS IDENTITY,
    until timestamptz NOT NULL,
    CONSTRAINT removal_holds_pkey PRIMARY KEY (id)
);

CREATE TABLE reports (
    id integer GENERATED ALWAYS AS IDENTITY,
    memorial_id integer,
    reason text NOT NULL,
    text text NOT NULL,
    email text,
    consent_version text,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    decided_at timestamptz,
    decided_by integer,
    CONSTRAINT report_decided_once CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT reports_reason_check CHECK ((reason = ANY (ARRAY['not_mine'::text, 'insult'::text, 'private'::text, 'wrong'::text, 'other'::text]))),
    CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'dismissed'::text, 'closed'::text, 'reopened'::text]))),
    CONSTRAINT reports_pkey PRIMARY KEY (id)
);

CREATE TABLE sessions (
    token_hash bytea NOT NULL,
    user_id integer NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz NOT NULL,
    id integer GENERATED ALWAYS AS IDENTITY,
    last_used_at timestamptz DEFAULT now() NOT NULL,
    address text,
    user_agent text,
    confirmed_at timestamptz DEFAULT now(),
    epoch integer DEFAULT 0 NOT NULL,
    CONSTRAINT sessions_id_key UNIQUE (id),
    CONSTRAINT sessions_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE sign_in_tickets (
    token_hash bytea NOT NULL,
    user_id integer NOT NULL,
    password_mark bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sign_in_tickets_pkey PRIMARY KEY (token_hash)
);

CREATE UNLOGGED TABLE tile_claims (
    key text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT tile_claims_pkey PRIMARY KEY (key)
);

CREATE UNLOGGED TABLE tiles (
    key text NOT NULL COLLATE pg_catalog."C",
    picture bytea NOT NULL,
    fetched_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT tiles_pkey PRIMARY KEY (key)
);

CREATE TABLE uploads (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id integer NOT NULL,
    memorial_id integer NOT NULL,
    kind text NOT NULL,
    size_bytes bigint NOT NULL,
    received_bytes bigint DEFAULT 0 NOT NULL,
    part_names text[] DEFAULT '{}'::text[] NOT NULL,
    touched_at timestamptz DEFAULT now() NOT NULL,
    item_id integer,
    CONSTRAINT uploads_pkey PRIMARY KEY (id)
);

CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY,
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    password_hash text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    is_superuser boolean DEFAULT false NOT NULL,
    is_verified boolean DEFAULT false NOT NULL,
    pin_hash text,
    max_memorials integer NOT NULL,
    advanced_memorials_left integer NOT NULL,
    bonus_gb_left integer NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    verified_at timestamptz,
    password_set_by_letter_at timestamptz,
    pin_set_at timestamptz,
    told_of_words_at timestamptz,
    told_of_pin_misses_at timestamptz,
    unverified_since timestamptz DEFAULT now() NOT NULL,
    heir_email text,
    leaves_at timestamptz,
    words_letters text DEFAULT 'hourly'::text NOT NULL,
    last_seen_at timestamptz DEFAULT now() NOT NULL,
    told_of_sleep_at timestamptz,
    pages_offered_at timestamptz,
    reminded_of_end_at timestamptz,
    heir_since timestamptz,
    former_heir_email text,
    CONSTRAINT users_advanced_memorials_left_check CHECK ((advanced_memorials_left >= 0)),
    CONSTRAINT users_bonus_gb_left_check CHECK ((bonus_gb_left >= 0)),
    CONSTRAINT users_max_memorials_check CHECK ((max_memorials >= 0)),
    CONSTRAINT users_words_letters_check CHECK ((words_letters = ANY (ARRAY['hourly'::text, 'daily'::text, 'never'::text]))),
    CONSTRAINT users_email_key_key UNIQUE (email_key),
    CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX access_requests_by_decision ON access_requests USING btree (decided_at);
CREATE INDEX access_requests_by_email ON access_requests USING btree (lower(email));
CREATE INDEX access_requests_by_memorial ON access_requests USING btree (memorial_id, status);
CREATE INDEX access_requests_to_tell ON access_requests USING btree (memorial_id) WHERE ((status = 'pending'::text) AND (NOT is_told));
CREATE INDEX access_requests_undecided ON access_requests USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX archive_items_by_memorial ON archive_items USING btree (memorial_id, kind, id);
CREATE INDEX archive_items_prepare_due_at ON archive_items USING btree (prepare_due_at) WHERE (prepare_due_at IS NOT NULL);
CREATE INDEX archive_items_trashed ON archive_items USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX archive_items_trashed_by_memorial ON archive_items USING btree (trashed_memorial_id) WHERE (trashed_memorial_id IS NOT NULL);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor_id);
CREATE INDEX audit_log_by_memorial ON audit_log USING btree (memorial_id, event);
CREATE INDEX audit_log_by_time ON audit_log USING btree (at);
CREATE INDEX candles_by_day ON candles USING btree (day);
CREATE INDEX consents_by_memory ON consents USING btree (memory_id) WHERE (memory_id IS NOT NULL);
CREATE INDEX consents_by_user ON consents USING btree (user_id);
CREATE INDEX consents_with_address ON consents USING btree (memory_id) WHERE ((memory_id IS NOT NULL) AND (address <> 'forgotten'::text));
CREATE INDEX email_tokens_by_end ON email_tokens USING btree (expires_at);
CREATE INDEX email_tokens_by_user ON email_tokens USING btree (user_id);
CREATE INDEX factor_recoveries_by_end ON factor_recoveries USING btree (expires_at);
CREATE INDEX factor_recoveries_due ON factor_recoveries USING btree (due_at) WHERE (token_hash IS NULL);
CREATE INDEX factors_by_user ON factors USING btree (user_id);
CREATE INDEX former_emails_by_email ON former_emails USING btree (email_key) WHERE is_confirmed;
CREATE INDEX hand_overs_by_age ON hand_overs USING btree (at);
CREATE INDEX hand_overs_by_former_owner ON hand_overs USING btree (from_id);
CREATE INDEX hand_overs_by_memorial ON hand_overs USING btree (memorial_id);
CREATE INDEX hand_overs_by_owner ON hand_overs USING btree (to_id);
CREATE INDEX heroes_by_birth ON memorials USING btree (birth_date, id) WHERE swo_status;
CREATE INDEX heroes_by_death ON memorials USING btree (death_date, id) WHERE swo_status;
CREATE INDEX heroes_by_lastname ON memorials USING btree (lastname_key, id) WHERE swo_status;
CREATE INDEX heroes_by_late_birth ON memorials USING btree (birth_date DESC NULLS LAST, id DESC) WHERE swo_status;
CREATE INDEX heroes_by_late_death ON memorials USING btree (death_date DESC NULLS LAST, id DESC) WHERE swo_status;
CREATE INDEX invitations_by_acceptor ON invitations USING btree (accepted_by);
CREATE INDEX invitations_by_email ON invitations USING btree (lower(email));
CREATE INDEX invitations_by_end ON invitations USING btree (expires_at);
CREATE INDEX invitations_by_invited ON invitations USING btree (invited_id) WHERE (invited_id IS NOT NULL);
CREATE INDEX invitations_by_inviter ON invitations USING btree (invited_by);
CREATE INDEX invitations_by_memorial ON invitations USING btree (memorial_id);
CREATE INDEX keepers_by_user ON keepers USING btree (user_id);
CREATE INDEX known_networks_by_last_sign_in ON known_networks USING btree (last_sign_in_at);
CREATE INDEX letters_by_age ON letters USING btree (created_at);
CREATE INDEX letters_counted ON letters USING btree (sent_at) WHERE (kind IS NOT NULL);
CREATE INDEX letters_due ON letters USING btree (due_at) WHERE (sent_at IS NULL);
CREATE INDEX letters_of_account ON letters USING btree (account_id, due_at) WHERE (account_id IS NOT NULL);
CREATE INDEX letters_of_page ON letters USING btree (memorial_id, due_at) WHERE (memorial_id IS NOT NULL);
CREATE INDEX letters_sent ON letters USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX media_by_memorial ON media USING btree (memorial_id);
CREATE INDEX media_by_version ON media USING btree (picture_version, id);
CREATE INDEX media_removals_due ON media_removals USING btree (due_at);
CREATE INDEX media_trashed_by_memorial ON media USING btree (trashed_memorial_id) WHERE (trashed_memorial_id IS NOT NULL);
CREATE INDEX memorials_by_day_of_birth ON memorials USING btree (((((EXTRACT(month FROM birth_date) * (100)::numeric) + EXTRACT(day FROM birth_date)))::integer)) WHERE (birth_precision = 'day'::text);
CREATE INDEX memorials_by_day_of_death ON memorials USING btree (((((EXTRACT(month FROM death_date) * (100)::numeric) + EXTRACT(day FROM death_date)))::integer)) WHERE (death_precision = 'day'::text);
CREATE INDEX memorials_by_return_token ON memorials USING btree (return_token_hash) WHERE (return_token_hash IS NOT NULL);
CREATE INDEX memorials_by_user ON memorials USING btree (user_id);
CREATE INDEX memorials_in_search ON memorials USING btree (id) WHERE (public_status AND indexable);
CREATE INDEX memorials_public_by_birth ON memorials USING btree (birth_date, id) WHERE public_status;
CREATE INDEX memorials_public_by_death ON memorials USING btree (death_date, id) WHERE public_status;
CREATE INDEX memorials_public_by_lastname ON memorials USING btree (lastname_key, id) WHERE public_status;
CREATE INDEX memorials_public_by_late_birth ON memorials USING btree (birth_date DESC NULLS LAST, id DESC) WHERE public_status;
CREATE INDEX memorials_public_by_late_death ON memorials USING btree (death_date DESC NULLS LAST, id DESC) WHERE public_status;
CREATE INDEX memorials_to_destroy ON memorials USING btree (destroyed_at) WHERE (destroyed_at IS NOT NULL);
CREATE INDEX memorials_trashed ON memorials USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX memorials_trashed_by_user ON memorials USING btree (trashed_user_id) WHERE (trashed_user_id IS NOT NULL);
CREATE INDEX memories_approved ON memories USING btree (memorials_id, created_at DESC, id DESC) WHERE (status = 'approved'::text);
CREATE INDEX memories_by_account ON memories USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX memories_by_author ON memories USING btree (lower(author_email)) WHERE (author_email IS NOT NULL);
CREATE UNIQUE INDEX memories_by_photo ON memories USING btree (photo_id) WHERE (photo_id IS NOT NULL);
CREATE INDEX memories_decided ON memories USING btree (decided_at) WHERE ((author_email IS NOT NULL) OR (status = 'rejected'::text));
CREATE UNIQUE INDEX memories_idempotency_key ON memories USING btree (memorials_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX memories_pending ON memories USING btree (created_at, id) WHERE (status = 'pending'::text);
CREATE INDEX memories_pending_of ON memories USING btree (memorials_id, created_at) WHERE (status = 'pending'::text);
CREATE INDEX memories_trashed ON memories USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX memories_trashed_by_memorial ON memories USING btree (trashed_memorial_id) WHERE (trashed_memorial_id IS NOT NULL);
CREATE INDEX memories_waiting ON memories USING btree (created_at, id) INCLUDE (memorials_id) WHERE ((status = 'pending'::text) AND (is_unheard = false) AND (memorials_id IS NOT NULL));
CREATE INDEX memories_waiting_of ON memories USING btree (memorials_id, created_at, id) WHERE ((status = 'pending'::text) AND (is_unheard = false) AND (memorials_id IS NOT NULL));
CREATE INDEX passkey_challenges_by_end ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges USING btree (user_id);
CREATE INDEX register_by_time ON register USING btree (at);
CREATE UNIQUE INDEX relations_between ON relations USING btree (LEAST(memorial_id, other_id), GREATEST(memorial_id, other_id));
CREATE INDEX relations_by_memorial ON relations USING btree (memorial_id);
CREATE INDEX relations_by_other ON relations USING btree (other_id);
CREATE INDEX relations_refused ON relations USING btree (decided_at) WHERE (status = 'rejected'::text);
CREATE INDEX relations_undecided ON relations USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX reminders_by_memorial ON reminders USING btree (memorial_id);
CREATE INDEX reminders_sent_by_day ON reminders_sent USING btree (day);
CREATE INDEX reminders_sent_by_memorial ON reminders_sent USING btree (memorial_id);
CREATE INDEX reports_by_decision ON reports USING btree (decided_at);
CREATE INDEX reports_by_email ON reports USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX reports_by_memorial ON reports USING btree (memorial_id);
CREATE INDEX reports_by_moderator ON reports USING btree (decided_by);
CREATE INDEX reports_undecided ON reports USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_last_use ON sessions USING btree (last_used_at);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE INDEX sign_in_tickets_by_end ON sign_in_tickets USING btree (expires_at);
CREATE INDEX sign_in_tickets_by_user ON sign_in_tickets USING btree (user_id);
CREATE INDEX uploads_by_item ON uploads USING btree (item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX uploads_by_memorial ON uploads USING btree (memorial_id);
CREATE INDEX uploads_by_user ON uploads USING btree (user_id);
CREATE INDEX users_by_last_seen ON users USING btree (last_seen_at) WHERE (heir_email IS NOT NULL);
CREATE INDEX users_leaving ON users USING btree (leaves_at) WHERE (leaves_at IS NOT NULL);
CREATE INDEX users_unverified ON users USING btree (unverified_since) WHERE (NOT is_verified);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON archive_items FOR EACH ROW EXECUTE FUNCTION announce_part_of_memorial('memorial_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON burials FOR EACH ROW EXECUTE FUNCTION announce_part_of_memorial('memorial_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON media FOR EACH ROW EXECUTE FUNCTION announce_part_of_memorial('memorial_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE ON memorials FOR EACH ROW EXECUTE FUNCTION announce_memorial();
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON memories FOR EACH ROW EXECUTE FUNCTION announce_part_of_memorial('memorials_id');
CREATE TRIGGER announce_candle AFTER UPDATE OF candles ON memorials FOR EACH ROW WHEN ((old.candles <> new.candles)) EXECUTE FUNCTION announce_part_of_memorial('id');
CREATE TRIGGER announce_change AFTER UPDATE ON memorials FOR EACH ROW WHEN ((old.candles = new.candles)) EXECUTE FUNCTION announce_memorial();
CREATE TRIGGER keep_log_entries BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_log_entries();
CREATE TRIGGER keep_log_entries BEFORE DELETE OR UPDATE ON register FOR EACH ROW EXECUTE FUNCTION keep_log_entries();
ALTER TABLE access_requests ADD CONSTRAINT access_requests_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE archive_items ADD CONSTRAINT archive_items_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id);
ALTER TABLE archive_items ADD CONSTRAINT archive_items_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE archive_items ADD CONSTRAINT archive_items_trashed_memorial_id_fkey FOREIGN KEY (trashed_memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE blocked_authors ADD CONSTRAINT blocked_authors_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE burials ADD CONSTRAINT burials_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE calendars ADD CONSTRAINT calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE candle_counts ADD CONSTRAINT candle_counts_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE candles ADD CONSTRAINT candles_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_memory_id_fkey FOREIGN KEY (memory_id) REFERENCES memories(id) ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE factor_recoveries ADD CONSTRAINT factor_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE factors ADD CONSTRAINT factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE former_emails ADD CONSTRAINT former_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE hand_overs ADD CONSTRAINT hand_overs_from_id_fkey FOREIGN KEY (from_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE hand_overs ADD CONSTRAINT hand_overs_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE hand_overs ADD CONSTRAINT hand_overs_to_id_fkey FOREIGN KEY (to_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_id_fkey FOREIGN KEY (invited_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE keepers ADD CONSTRAINT keepers_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE keepers ADD CONSTRAINT keepers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE known_networks ADD CONSTRAINT known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE media ADD CONSTRAINT media_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE media ADD CONSTRAINT media_trashed_memorial_id_fkey FOREIGN KEY (trashed_memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE memorials ADD CONSTRAINT memorials_trashed_user_id_fkey FOREIGN KEY (trashed_user_id) REFERENCES users(id);
ALTER TABLE memorials ADD CONSTRAINT memorials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE memories ADD CONSTRAINT memories_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE memories ADD CONSTRAINT memories_memorials_id_fkey FOREIGN KEY (memorials_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE memories ADD CONSTRAINT memories_trashed_memorial_id_fkey FOREIGN KEY (trashed_memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE promo_code_uses ADD CONSTRAINT promo_code_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE relations ADD CONSTRAINT relations_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE relations ADD CONSTRAINT relations_other_id_fkey FOREIGN KEY (other_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE reminders ADD CONSTRAINT reminders_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE reminders_sent ADD CONSTRAINT reminders_sent_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE reminders_sent ADD CONSTRAINT reminders_sent_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE reminders ADD CONSTRAINT reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE reports ADD CONSTRAINT reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE reports ADD CONSTRAINT reports_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sign_in_tickets ADD CONSTRAINT sign_in_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE uploads ADD CONSTRAINT uploads_id_fkey FOREIGN KEY (id) REFERENCES media_removals(media_id) ON DELETE CASCADE;
ALTER TABLE uploads ADD CONSTRAINT uploads_item_id_fkey FOREIGN KEY (item_id) REFERENCES archive_items(id) ON DELETE CASCADE;
ALTER TABLE uploads ADD CONSTRAINT uploads_memorial_id_fkey FOREIGN KEY (memorial_id) REFERENCES memorials(id) ON DELETE CASCADE;
ALTER TABLE uploads ADD CONSTRAINT uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
`
