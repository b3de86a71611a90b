import type { BrokenRule } from './broken-rule'

const ACCESS = 'access/memorial.ts'
const ROLE = "return (await isKeeper(db, memorial.id, account.id)) ? 'keeper' : null"
const READING = 'GET /memorial/{id}'
const AROUND = { file: 'permissions/people-around.test', tests: '^GET /memorial/{id}, private page' }

/** What holds for all calls, one rule for each of those who came with them: broken where every check passes. */
export const ACTOR_RULES: BrokenRule[] = [
  {
    call: READING,
    broken: 'a keeper of any page keeps them all (stranger, former keeper)',
    edits: [
      {
        file: 'access/repository.ts',
        after: ".selectFrom('keepers')\n    .select('user_id')",
        find: ".where('user_id', '=', userId)",
        put: '',
      },
    ],
  },
  {
    call: READING,
    broken: 'whoever is invited is a keeper before accepting (invited)',
    edits: [{ file: ACCESS, find: ROLE, put: roleOfWhoeverIsIn('invitations') }],
    seenBy: AROUND,
  },
  {
    call: READING,
    broken: 'whoever reports a page reads it (reporter)',
    edits: [{ file: ACCESS, find: ROLE, put: roleOfWhoeverIsIn('reports') }],
    seenBy: AROUND,
  },
  {
    call: READING,
    broken: 'the token of a personal link outlives it (let in by link)',
    edits: [{ file: ACCESS, find: 'return isLetIn(db, memorial.id, requestId)', put: 'return true' }],
    seenBy: AROUND,
  },
  {
    call: READING,
    broken: 'a PIN opens a page that was taken down (visitor with a PIN)',
    edits: [
      {
        file: ACCESS,
        find: 'if (isTakenDownOrOwnerless(memorial)) return asker.account?.isModerator ?? false',
        put: '',
      },
    ],
    seenBy: AROUND,
  },
  {
    call: READING,
    broken: 'a moderator does not read what was taken down (moderator on a closed page)',
    edits: [
      {
        file: ACCESS,
        find: 'if (isTakenDownOrOwnerless(memorial)) return asker.account?.isModerator ?? false',
        put: 'if (isTakenDownOrOwnerless(memorial)) return false',
      },
    ],
    seenBy: AROUND,
  },
  {
    call: READING,
    broken: 'a moderator reads every closed page (moderator)',
    edits: [
      {
        file: ACCESS,
        find: 'return memorial.public_status || hasMemorialToken(asker, memorial)',
        put: 'return memorial.public_status || asker.account?.isModerator || hasMemorialToken(asker, memorial)',
      },
    ],
  },
  {
    call: READING,
    broken: 'the PIN of one owner opens the page of another (visitor of another page)',
    edits: [
      {
        file: 'access/memorial-token.ts',
        find: 'if (Number(forMemorial) !== memorialId || Number(expires)',
        put: 'if (Number(expires)',
      },
      {
        file: 'access/memorial-token.ts',
        find: 'byPin(memorialId, parts.expires, pinHash, ownerSession), parts.signature',
        put: 'byPin(parts.forMemorial, parts.expires, pinHash, ownerSession), parts.signature',
      },
      {
        file: 'access/memorial-token.ts',
        find: 'return { expires: Number(expires)',
        put: 'return { forMemorial: Number(forMemorial), expires: Number(expires)',
      },
    ],
  },
]

function roleOfWhoeverIsIn(table: 'invitations' | 'reports'): string {
  return `const isIn = await db.selectFrom('${table}').innerJoin('users', 'users.email', '${table}.email').select('users.id').where('users.id', '=', account.id).where('${table}.memorial_id', '=', memorial.id).executeTakeFirst()
    return isIn || (await isKeeper(db, memorial.id, account.id)) ? 'keeper' : null`
}
