/** A rate limit, as `AttemptLimit` of the server has it. */
export interface CountedLimit {
  name: string
  max: number
  seconds: number
  countsNetworks?: false
  networkTimesMax?: number
}

interface LimitRow {
  what: string
  /** The limit's name in the code, and whom it counts for. */
  counted: [name: string, per: string][]
  /** What the code limits in another way. */
  note?: string
}

/** What each limit counts, in words. The numbers are the code's. */
const LIMITS: LimitRow[] = [
  {
    what: 'calls of the API',
    counted: [
      ['calls', 'an address'],
      ['readings-account', 'readings of an account'],
    ],
    note: 'each process counts alone; calls from the machine itself are free',
  },
  {
    what: 'calls that change something',
    counted: [
      ['changes-account', 'an account'],
      ['changes-guests', 'guests of an address'],
    ],
    note: 'parts of files have limits of their own',
  },
  {
    what: 'registrations',
    counted: [
      ['registration-network', 'an address'],
      ['registration-mailbox', 'a mailbox'],
    ],
    note: '201 and 400 count, 422 does not',
  },
  {
    what: 'failed sign-ins',
    counted: [
      ['login-account-network', 'an account from one address'],
      ['login-network', 'an address'],
      ['login-account', 'an account'],
    ],
    note: 'the last is not counted where the account signed in within 30 days',
  },
  { what: 'wrong current passwords', counted: [['own-password', 'an account']] },
  { what: 'wrong current PINs', counted: [['own-pin', 'an account']] },
  { what: 'wrong codes and passkeys of the second step', counted: [['own-factor', 'an account']] },
  { what: 'beginnings of a sign-in by passkey', counted: [['passkey-begin-network', 'an address']] },
  { what: 'changes of factors, new recovery codes', counted: [['factor-changes', 'an account']], note: 'all together' },
  { what: 'changes of the password', counted: [['password-changes', 'an account']] },
  {
    what: 'changes of the e-mail',
    counted: [
      ['email-change-account', 'an account'],
      ['email-change-mailbox', 'a mailbox'],
      ['email-change-network', 'an address'],
    ],
  },
  { what: 'deletions of the account', counted: [['account-deletions', 'an account']] },
  { what: 'changes of the heir', counted: [['heirs', 'an account']] },
  {
    what: 'invitations to keep or own a page',
    counted: [
      ['invitations-account', 'an account'],
      ['invitations-mailbox', 'a mailbox'],
    ],
  },
  {
    what: 'verification letters on request',
    counted: [
      ['verification-mailbox', 'a mailbox'],
      ['verification-network', 'an address'],
    ],
  },
  {
    what: 'recovery letters',
    counted: [
      ['recovery-mailbox', 'a mailbox'],
      ['recovery-network', 'an address'],
    ],
  },
  {
    what: 'wrong PINs of visitors',
    counted: [
      ['pin-network', 'an address'],
      ['pin-page-network', 'a page from a network (IPv4 /24, IPv6 /48)'],
      ['pin-page', 'a page'],
    ],
    note: 'then the page takes no PIN for a day, and for 2, 4, 8, 16 when it comes again; its owner gets a letter',
  },
  { what: 'requests to be let in', counted: [['access-requests', 'an address']] },
  { what: 'reports', counted: [['reports', 'an address']] },
  { what: 'candles', counted: [['candles', 'an address']], note: 'one a day counts for each page' },
  { what: 'requests to name a relative', counted: [['relation-requests', 'an account']] },
  {
    what: 'words of memory and proposals, together',
    counted: [
      ['memories-minute', 'an address'],
      ['memories-hour', 'an address'],
      ['memories-author', 'an author'],
    ],
    note: 'the last not for those who keep the page',
  },
  {
    what: 'answers to questions',
    counted: [
      ['answers-minute', 'an address'],
      ['answers-hour', 'an address'],
    ],
    note: 'questions: 40 letters a day of an account',
  },
  { what: 'failed promo codes', counted: [['promo-codes', 'an account']] },
  {
    what: 'pictures',
    counted: [
      ['pictures-account', 'an account'],
      ['pictures-network', 'guests of an address'],
    ],
  },
  {
    what: 'recordings',
    counted: [
      ['recordings-account', 'an account'],
      ['recordings-network', 'guests of an address'],
    ],
  },
  { what: 'large files in parts', counted: [['uploads-account', 'an account']], note: '8 under way' },
  {
    what: 'voices in parts',
    counted: [
      ['voices-network', 'guests of an address'],
      ['voices-network-day', 'guests of an address'],
    ],
    note: '100 wait at a page, 2 GB over all; of an account they count as files in parts',
  },
  { what: 'parts of voices', counted: [['voice-parts-network', 'guests of an address']] },
  { what: 'parts of large files', counted: [['upload-parts-account', 'an account']] },
  { what: 'downloads of exported archives', counted: [['exports', 'an account']] },
  { what: 'letters about an export', counted: [['export-letters', 'an account']], note: 'further exports are silent' },
  { what: 'trials of imports', counted: [['import-trials', 'an account']] },
  { what: 'portraits in trials of imports', counted: [['portraits-of-trials', 'an account']] },
  { what: 'searches for an address', counted: [['geocoding', 'an account']] },
  { what: 'books', counted: [['books', 'an address']], note: '1 is made and 1 waits' },
  { what: 'sheets of plates', counted: [['plate-sheets', 'an account']], note: '1 is made and 1 waits' },
  { what: 'plates and QR codes', counted: [['plates', 'an address']] },
  {
    what: 'wrong addresses of calendars',
    counted: [['calendar-guesses', 'an address']],
    note: 'right ones still open',
  },
  { what: 'openings of a calendar', counted: [['calendar-openings', 'a calendar from an address']] },
  {
    what: 'map tiles',
    counted: [
      ['tiles', 'an address'],
      ['fetched-tiles', 'an address that are not cached'],
    ],
  },
]
/** Counts for how long a page is closed to PINs, and limits nothing by itself. */
const NO_LIMITS = ['pin-page-days']

const SPANS: Record<number, string> = {
  60: 'a minute',
  300: 'in 5 minutes',
  600: 'in 10 minutes',
  900: 'in 15 minutes',
  3600: 'an hour',
  86_400: 'a day',
}

/** The limits as a table of Markdown. Fails where the code counts what has no words here, or the other way round. */
export function renderLimits(counted: CountedLimit[]): string {
  const limits = new Map(counted.map((limit) => [limit.name, limit]))
  const named = LIMITS.flatMap((row) => row.counted.map(([name]) => name))
  const unknown = [
    ...[...limits.keys()].filter((name) => !named.includes(name) && !NO_LIMITS.includes(name)),
    ...named.filter((name) => !limits.has(name)),
  ]
  if (unknown.length > 0) throw new Error(`Name these limits in config/security/limits.ts: ${unknown.join(', ')}`)

  const rows = LIMITS.map(({ what, counted: names, note }) => {
    const limitsInWords = names.flatMap(([name, per]) => {
      const limit = limits.get(name)
      return limit ? [inWords(limit, per)] : []
    })
    return `| ${what} | ${[...limitsInWords, ...(note ? [note] : [])].join('; ')} |`
  })
  return ['| what | how often |', '| - | - |', ...rows].join('\n')
}

function inWords({ max, seconds, networkTimesMax }: CountedLimit, per: string): string {
  const span = SPANS[seconds]
  if (!span) throw new Error(`Name the span of ${seconds} seconds in config/security/limits.ts.`)
  const wider = networkTimesMax === undefined ? '' : ` (${grouped(max * networkTimesMax)} for a /56 or /48)`
  return `${grouped(max)} ${span} for ${per}${wider}`
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ')
}
