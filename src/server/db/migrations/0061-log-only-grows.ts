import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Entries of the audit log and of the register stay as they were written, whatever a statement of the program asks for. What ends
 * with its account is who it was (`on delete set null`), and entries of the audit log end when they are old: after three years, the
 * term of contract/retention.ts. Frozen once released.
 */
export const logOnlyGrows: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create or replace function keep_log_entries() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
          and to_jsonb(new) -> 'actor_id' = 'null'::jsonb then
          return new;
        end if;
        if tg_op = 'DELETE' and tg_table_name = 'audit_log' and old.at < now() - interval '3 years' then
          return old;
        end if;
        raise exception 'entries of % are not changed', tg_table_name using errcode = 'insufficient_privilege';
      end $$`.execute(db)
    await sql`
      create trigger keep_log_entries before update or delete on audit_log
      for each row execute function keep_log_entries()`.execute(db)
    await sql`
      create trigger keep_log_entries before update or delete on register
      for each row execute function keep_log_entries()`.execute(db)
  },
}
