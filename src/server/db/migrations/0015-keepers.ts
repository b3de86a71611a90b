import { type Kysely, type Migration, sql } from 'kysely'

/** Pages that several people keep: who was let in, who is invited, and who inherits. Frozen once released. */
export const keepers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table keepers (
        memorial_id integer not null references memorials on delete cascade,
        user_id integer not null references users on delete cascade,
        created_at timestamptz not null default now(),
        primary key (memorial_id, user_id)
      )`.execute(db)
    await sql`create index keepers_by_user on keepers (user_id)`.execute(db)

    // 'keeper' lets somebody in beside the owner; 'owner' gives them the page.
    await sql`
      create table invitations (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        role text not null check (role in ('keeper', 'owner')),
        email text not null,
        token_hash bytea not null unique,
        invited_by integer references users on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        accepted_by integer references users on delete cascade
      )`.execute(db)
    await sql`create index invitations_by_memorial on invitations (memorial_id)`.execute(db)
    await sql`create index invitations_by_inviter on invitations (invited_by)`.execute(db)
    await sql`create index invitations_by_acceptor on invitations (accepted_by)`.execute(db)
    await sql`create index invitations_by_end on invitations (expires_at)`.execute(db)

    await sql`alter table users add column heir_email text`.execute(db)

    await sql`
      alter table audit_log
        drop constraint audit_log_actor_role_check,
        add constraint audit_log_actor_role_check check (actor_role in ('owner', 'keeper', 'moderator'))`.execute(db)
  },
}
