import { copyFile, rename, rm } from 'node:fs/promises'
import { emailOnlySchema, resetPasswordPath } from '@contract/auth'
import { type AccountLine, listAccounts, listPages } from '../../modules/operator/repository'
import type { Installation } from '../installation'
import {
  type VerbResult,
  type Input,
  type InstallationVerb,
  newFile,
  numberOption,
  table,
  text,
  VerbError,
} from '../verb'

const LIMIT = 100

const HOURS_MAX = 72
const VALID_FOR = { flags: '--hours <number>', means: `how long the link is valid, at most ${HOURS_MAX} (1)` }

/** Commands for accounts. Each change is recorded in the register. */
export const accountVerbs: InstallationVerb[] = [
  {
    words: 'account list',
    summary: 'accounts, the newest first',
    options: [
      { flags: '--like <part>', means: 'only those with this in their address' },
      { flags: '--before <id>', means: 'only those with a smaller number: the next page' },
      { flags: '--limit <number>', means: `at most so many (${LIMIT})` },
    ],
    async runOn({ db }, input) {
      const limit = numberOption(input, 'limit') ?? LIMIT
      const accounts = await listAccounts(db, {
        part: text(input, 'like'),
        before: numberOption(input, 'before'),
        limit,
      })
      const lines = table(
        ['id', 'address', 'pages', 'since', 'state'],
        accounts.map((account) => [
          account.id,
          account.email,
          account.pages,
          day(account.created_at),
          stateOf(account),
        ]),
      )
      const last = accounts.at(-1)
      const more = last && accounts.length === limit ? [`There may be more: --before ${last.id}`] : []
      return { data: accounts, lines: [...lines, ...more] }
    },
  },
  {
    words: 'account show',
    takes: '<email>',
    summary: 'one account, with its pages',
    async runOn({ db, accounts }, input) {
      const {
        password_hash: _password,
        pin_hash: pin,
        email_key: _key,
        ...account
      } = await accounts.find(emailOf(input))
      const pages = await listPages(db, { ownerId: account.id, limit: account.max_memorials + 1 })
      const data = { ...account, has_pin: pin !== null, pages }
      return {
        data,
        lines: [
          `${account.email}, number ${account.id}, since ${day(account.created_at)}: ${stateOf(account)}`,
          `places ${pages.length} of ${account.max_memorials}, advanced left ${account.advanced_memorials_left}, gigabytes left ${account.bonus_gb_left}`,
          ...table(
            ['page', 'name', 'bytes', 'state'],
            pages.map((page) => [
              page.id,
              [page.lastname, page.name, page.surname].filter(Boolean).join(' '),
              page.used_storage_bytes,
              page.closed_at ? 'taken down' : page.public_status ? 'public' : 'closed',
            ]),
          ),
        ],
      }
    },
  },
  {
    words: 'account create',
    takes: '<email>',
    summary: 'open an account for a person whom you know, and print a link by which they set its password',
    options: [VALID_FOR],
    async runOn({ accounts, config }, input) {
      const email = emailOf(input)
      if (!emailOnlySchema.isValidSync({ email })) throw new VerbError(`${email} is no address of e-mail`)
      const hours = hoursOf(input)
      const token = await accounts.create(email, config.newAccount, hours)
      return linkFor(email, token, hours, config)
    },
  },
  {
    words: 'account reset-password',
    takes: '<email>',
    summary:
      'end its password and sessions, and print a link by which the holder sets another: where no letter reaches them',
    options: [VALID_FOR],
    question: (input) => `End the password and all sessions of ${emailOf(input)}?`,
    async runOn({ accounts, config }, input) {
      const hours = hoursOf(input)
      const token = await accounts.resetPassword(emailOf(input), hours)
      return linkFor(emailOf(input), token, hours, config)
    },
  },
  {
    words: 'account block',
    takes: '<email>',
    summary: 'end its sessions, and let nobody sign in with it',
    question: (input) => `Block ${emailOf(input)}?`,
    async runOn({ accounts }, input) {
      await accounts.block(emailOf(input))
      return done({ email: emailOf(input) }, 'Blocked. Its pages stay as they are.')
    },
  },
  {
    words: 'account unblock',
    takes: '<email>',
    summary: 'let it sign in again',
    async runOn({ accounts }, input) {
      await accounts.unblock(emailOf(input))
      return done({ email: emailOf(input) }, 'Unblocked.')
    },
  },
  {
    words: 'account credit',
    takes: '<email>',
    summary: 'add to what it may make; negative numbers take away',
    options: [
      { flags: '--advanced <number>', means: 'advanced pages' },
      { flags: '--gb <number>', means: 'further gigabytes' },
      { flags: '--places <number>', means: 'pages' },
    ],
    async runOn({ accounts }, input) {
      const more = {
        advanced: numberOption(input, 'advanced') ?? 0,
        gb: numberOption(input, 'gb') ?? 0,
        places: numberOption(input, 'places') ?? 0,
      }
      if (Object.values(more).every((number) => number === 0)) {
        throw new VerbError('say what to add: --advanced, --gb or --places')
      }
      const { max_memorials, advanced_memorials_left, bonus_gb_left } = await accounts.credit(emailOf(input), more)
      return done(
        { email: emailOf(input), max_memorials, advanced_memorials_left, bonus_gb_left },
        `Now ${max_memorials} places, ${advanced_memorials_left} advanced pages left, ${bonus_gb_left} gigabytes left.`,
      )
    },
  },
  {
    words: 'account moderator',
    takes: '<email> <on|off>',
    summary: 'name a moderator, or end that',
    async runOn({ accounts }, input) {
      const wanted = input.args[1]
      if (wanted !== 'on' && wanted !== 'off') throw new VerbError('say on or off after the address')
      await accounts.setModerator(emailOf(input), wanted === 'on')
      return done({ email: emailOf(input), moderator: wanted === 'on' }, `Moderator: ${wanted}.`)
    },
  },
  {
    words: 'account factors',
    takes: '<email> off',
    summary: 'end its passkeys, one-time codes and sessions: for a holder, or a moderator, who has lost them all',
    question: (input) => `End all passkeys and one-time codes of ${emailOf(input)}? Then the password alone signs in.`,
    async runOn({ accounts }, input) {
      if (input.args[1] !== 'off') throw new VerbError('say off after the address')
      await accounts.removeFactors(emailOf(input))
      return done(
        { email: emailOf(input) },
        'Ended. Be sure that it is the holder who asks: write to them another way.',
      )
    },
  },
  {
    words: 'account export',
    takes: '<email> <file>',
    summary:
      'all that is known of a person, with an account or a guest, into a ZIP: for whoever asks for their own data',
    options: [{ flags: '--force', means: 'replace the file if it is there' }],
    prepare: (input) => ({ ...input, args: [emailOf(input), newFile(input.args[1] ?? '', input)] }),
    async runOn({ people }, input) {
      const written = await people.write(emailOf(input))
      return done(written, '')
    },
    async finish({ data }, { args: [, file = ''] }) {
      const { file: written, rows } = data as { file: string; rows: Record<string, number> }
      await moveFile(written, file)
      const count = Object.values(rows).reduce((sum, more) => sum + more, 0)
      return done(
        { file, rows },
        `${count} rows, with files and pages, are in ${file}. It is secret. One line in the register says that it was made.`,
      )
    },
  },
  {
    words: 'account erase',
    takes: '<email>',
    summary: 'destroy an account with its pages, files, words and letters',
    question: (input) => `Destroy ${emailOf(input)} with all its pages and files? Only a backup brings them back.`,
    async runOn({ accounts }, input) {
      const erased = await accounts.erase(emailOf(input))
      return done(
        { account_id: erased.accountId, pages: erased.pages },
        `Destroyed, with ${erased.pages} pages. One line in the register says so, without content.`,
      )
    },
  },
]

function emailOf({ args }: Input): string {
  return args[0] ?? ''
}

function hoursOf(input: Input): number {
  const hours = numberOption(input, 'hours') ?? 1
  if (hours < 1 || hours > HOURS_MAX) throw new VerbError(`--hours must be from 1 to ${HOURS_MAX}`)
  return hours
}

function linkFor(email: string, token: string, hours: number, { site }: Installation['config']): VerbResult {
  const link = site.publicUrl + resetPasswordPath(token)
  const warning = `Works once, for ${hours} h. Who has it has the account: give it to the holder alone, and not by a way that others read.`
  return { data: { email, link, hours }, lines: [link, warning] }
}

/** Works across file systems too. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await rm(to, { force: true })
      await copyFile(from, to)
      await rm(from)
    })
  } catch (error) {
    await rm(from, { force: true })
    throw error
  }
}

function stateOf(account: Pick<AccountLine, 'is_active' | 'is_verified' | 'is_superuser' | 'leaves_at'>): string {
  const ended = account.leaves_at ? `deleted, destroyed on ${day(account.leaves_at)}` : 'blocked'
  return [
    account.is_active ? 'active' : ended,
    ...(account.is_verified ? [] : ['not verified']),
    ...(account.is_superuser ? ['moderator'] : []),
  ].join(', ')
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

function done(data: object, line: string): VerbResult {
  return { data, lines: [line] }
}
