import type { KeeperRole } from '@contract/memorial-terms'
import { sql } from 'kysely'
import { INVITATION_DAYS, UNDO_HOURS } from '@contract/retention'
import type { Account } from '../../access/account'
import { memorialIdsOfKeeper } from '../../access/repository'
import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'
import { hashToken } from '../../lib/token'

const INVITATION_SECONDS = INVITATION_DAYS * 24 * 3600

/** The owner, then the other keepers in the order in which they joined. */
export async function listKeepers(db: Db, memorialId: number) {
  return db
    .selectFrom('memorials')
    .innerJoin('users', 'users.id', 'memorials.user_id')
    .select([
      'users.id as user_id',
      'users.email',
      'users.display_name',
      (eb) => eb.val<KeeperRole>('owner').as('role'),
    ])
    .select((eb) => eb.ref('memorials.created_at').as('since'))
    .where('memorials.id', '=', memorialId)
    .unionAll((eb) =>
      eb
        .selectFrom('keepers')
        .innerJoin('users', 'users.id', 'keepers.user_id')
        .select([
          'users.id as user_id',
          'users.email',
          'users.display_name',
          (inner) => inner.val<KeeperRole>('keeper').as('role'),
        ])
        .select('keepers.created_at as since')
        .where('keepers.memorial_id', '=', memorialId),
    )
    .orderBy('role', 'desc')
    .orderBy('since')
    .orderBy('user_id')
    .execute()
}

/** Does nothing when the account is already a keeper. */
export async function insertKeeper(tx: Db, memorialId: number, userId: number): Promise<void> {
  await tx
    .insertInto('keepers')
    .values({ memorial_id: memorialId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when there was no such keeper. */
export async function deleteKeeper(tx: Db, memorialId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('keepers')
    .where('memorial_id', '=', memorialId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Transfers the page and everything that belongs to it. */
export async function giveMemorial(tx: Db, memorialId: number, newOwnerId: number): Promise<void> {
  await tx.updateTable('memorials').set({ user_id: newOwnerId }).where('id', '=', memorialId).execute()
}

/** Replaces an earlier invitation to the same e-mail: of several letters only the last one is valid. */
export async function insertInvitation(
  tx: Db,
  invitation: {
    memorial_id: number
    role: KeeperRole
    email: string
    /** The account that had this e-mail. */
    invited_id?: number | null
    invited_by: number
    on_leaving?: boolean
    /** Until accepted, the invitation ends with this session. */
    session_id?: number
  },
  token: string,
) {
  const { memorial_id, role, email } = invitation
  await open(tx, memorial_id)
    .where('role', '=', role)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute()
  return tx
    .insertInto('invitations')
    .values({ ...invitation, token_hash: hashToken(token), expires_at: inSeconds(INVITATION_SECONDS) })
    .returning(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Invitations not answered yet, oldest first. */
export async function listInvitations(db: Db, memorialId: number) {
  return db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('memorial_id', '=', memorialId)
    .where('accepted_by', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('id')
    .execute()
}

/**
 * Invitations that an account may answer, oldest first. Skips those that would change nothing, those of a previous owner, and
 * those of a page in the trash, which has no owner.
 */
export async function listWaitingInvitations(db: Db, { id, email }: Pick<Account, 'id' | 'email'>) {
  return db
    .selectFrom('invitations')
    .innerJoin('memorials', 'memorials.id', 'invitations.memorial_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.role', 'invitations.expires_at', 'invitations.on_leaving'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname', 'inviter.email as inviter_email'])
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['invitations.email']), '=', emailKey(email)), eb('invitations.invited_id', '=', id)]),
    )
    .where('invitations.accepted_by', 'is', null)
    .where('invitations.expires_at', '>', now())
    .where('memorials.user_id', '<>', id)
    .where((eb) =>
      eb
        .case()
        .when('invitations.role', '=', 'owner')
        .then(eb('memorials.user_id', '=', eb.ref('invitations.invited_by')))
        .else(eb('memorials.id', 'not in', memorialIdsOfKeeper(id)))
        .end(),
    )
    .orderBy('invitations.id')
    .execute()
}

/** A valid invitation, accepted or not. */
export async function findInvitation(db: Db, known: { token: string } | { id: number }) {
  return db
    .selectFrom('invitations')
    .select(['id', 'memorial_id', 'role', 'email', 'invited_id', 'invited_by', 'accepted_by'])
    .where((eb) => ('token' in known ? eb('token_hash', '=', hashToken(known.token)) : eb('id', '=', known.id)))
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** As `findInvitation`, locked until the transaction ends. */
export async function lockInvitation(tx: Db, id: number) {
  await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().execute()
  return findInvitation(tx, { id })
}

export async function recordAcceptance(tx: Db, id: number, userId: number): Promise<void> {
  await tx.updateTable('invitations').set({ accepted_by: userId }).where('id', '=', id).execute()
}

/** Records a handover, which the former owner can undo for a while. */
export async function recordHandOver(
  tx: Db,
  handOver: { memorial_id: number; from_id: number; to_id: number; was_keeper: boolean },
): Promise<void> {
  await tx.insertInto('hand_overs').values(handOver).execute()
}

/** False when there is no such open invitation of the page. */
export async function deleteInvitation(tx: Db, memorialId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await open(tx, memorialId).where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes invitations not answered yet. */
export async function deleteOpenInvitations(tx: Db, memorialId: number): Promise<void> {
  await open(tx, memorialId).execute()
}

export async function deleteExpiredInvitations(db: Db): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', now()).execute()
}

/** The named heir, and when the choice takes effect: null if the time of the choice was not recorded. */
export async function findHeir(db: Db, userId: number): Promise<{ email: string | null; effectiveAt: Date | null }> {
  const { heir_email: email, effective_at } = await db
    .selectFrom('users')
    .select(['heir_email', sql<Date | null>`heir_since + make_interval(hours => ${UNDO_HOURS})`.as('effective_at')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email, effectiveAt: email === null ? null : effective_at }
}

/** The previous heir stays in force until the new one is, and again if the change is undone. */
export async function setHeir(tx: Db, userId: number, email: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      former_heir_email: sql<string | null>`case
        when heir_since > now() - make_interval(hours => ${UNDO_HOURS}) then former_heir_email else heir_email end`,
      heir_email: email,
      heir_since: now(),
    })
    .where('id', '=', userId)
    .execute()
}

function open(tx: Db, memorialId: number) {
  return tx.deleteFrom('invitations').where('memorial_id', '=', memorialId).where('accepted_by', 'is', null)
}
