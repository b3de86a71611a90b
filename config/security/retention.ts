import {
  ACCESS_LINK_DAYS,
  AFTER_DECISION_DAYS,
  AUDIT_YEARS,
  HISTORY_DAYS,
  KNOWN_NETWORK_DAYS,
  LEAVING_DAYS,
  QUESTION_DAYS,
  SENT_LETTER_HOURS,
  SESSION_DAYS,
  SESSION_PAUSE_DAYS,
  TRASH_DAYS,
  UNDECIDED_MEMORY_DAYS,
  UNDECIDED_REQUEST_DAYS,
  UNSENT_LETTER_DAYS,
  UNVERIFIED_ACCOUNT_DAYS,
} from '../../src/contract/retention'

/** What is stored, of which level, and for how long. The numbers are those that the jobs use. */
const RETAINED: [data: string, level: string, kept: string][] = [
  [
    'account: e-mail, hashes of password and PIN',
    'personal',
    `until it is deleted, then ${LEAVING_DAYS} days to return; never confirmed: ${UNVERIFIED_ACCOUNT_DAYS} days`,
  ],
  ['e-mails that an account had before', 'personal', 'with the account'],
  ['which account left words: its id, shown to no one', 'personal', 'with the words; the words with the account'],
  ['consent of an account, with its address and editions', 'personal', 'with the account'],
  [
    'session: hash, browser, shortened address',
    'personal',
    `${SESSION_DAYS} days, ${SESSION_PAUSE_DAYS} without use, or until it is ended`,
  ],
  ['links of letters: hashes', 'secret', '30 days after they end'],
  [
    'addresses an account is known from: keyed hashes',
    'personal',
    `${KNOWN_NETWORK_DAYS} days after the last sign-in from there`,
  ],
  [
    'letters',
    'personal',
    `an hour after they were sent, ${UNSENT_LETTER_DAYS} days at most; without a mail server ${SENT_LETTER_HOURS} hours in \`DATA_DIR/outbox\`, with demo content for good`,
  ],
  [
    'that an address was shown to be read: its keyed hash',
    'personal',
    'until the account with this address is destroyed',
  ],
  [
    'kinds of letters that a mailbox does not want: keyed hashes',
    'personal',
    'until the reader of the mailbox wants them again',
  ],
  [
    'requests to be let in: name, e-mail, words',
    'personal',
    `${UNDECIDED_REQUEST_DAYS} days while they wait, ${ACCESS_LINK_DAYS} days after the decision; until a keeper ends or drops them`,
  ],
  [
    'reports of pages: words, e-mail',
    'personal',
    `${UNDECIDED_MEMORY_DAYS} days while they wait, ${AFTER_DECISION_DAYS} days after the decision`,
  ],
  ['who lit a candle: a keyed hash of address, day and page', 'personal', 'until the day is over'],
  ['who wants letters before the days of a page', 'personal', 'until the account switches it off, or is deleted'],
  [
    'requests to name a relative: two pages, no words',
    'not personal',
    `${UNDECIDED_REQUEST_DAYS} days while they wait, ${AFTER_DECISION_DAYS} days after a refusal`,
  ],
  ['large files of which parts are missing', 'family', 'a day after the last part; with the account or the page'],
  ['words that wait', 'family', `${UNDECIDED_MEMORY_DAYS} days`],
  ['words that were rejected', 'family', `${AFTER_DECISION_DAYS} days after the decision`],
  ['words that were approved', 'as their page', 'with the page'],
  ['voices: parts that no words or answer name', 'personal', 'a day after the last part'],
  [
    'voices of words and answers, their copies, consent and text',
    'personal',
    'with what they belong to; the voice alone until its consent is withdrawn',
  ],
  [
    'questions: text, name and e-mail of who was asked',
    'personal',
    `the link ${QUESTION_DAYS} days after its last letter; the e-mail ${AFTER_DECISION_DAYS} days after it ended, was declined or its answer decided; the rest with the page`,
  ],
  ['whom a page has asked: keyed hashes', 'personal', 'with the page'],
  [
    'stories: answers to questions',
    'as words',
    `as words that wait, were rejected or approved; until their author takes them back by the link of a letter`,
  ],
  [
    'proposals of readers: text, name, e-mail, photo',
    'personal',
    `${UNDECIDED_MEMORY_DAYS} days while they wait, ${AFTER_DECISION_DAYS} days after the decision; until their author takes them back`,
  ],
  [
    'former texts and facts of a page, and who changed them',
    'family',
    `${HISTORY_DAYS} days; with the page or what they belong to`,
  ],
  ['e-mail and address of who left words', 'personal', `${AFTER_DECISION_DAYS} days after the decision`],
  [
    'pages and their files, items of archives, words',
    'family or public',
    `until who keeps them deletes them; then ${TRASH_DAYS} days in the trash, for the same alone, or until it is emptied`,
  ],
  ['audit log: who decided, rewrote, deleted; by ids', 'personal', `${AUDIT_YEARS} years`],
  ['register: what operator and moderators did, ids', 'personal', 'for good: it tells of no content'],
  ['backups', 'all of the above', 'as long as the operator keeps them'],
]

export function renderRetention(): string {
  const rows = RETAINED.map((row) => `| ${row.join(' | ')} |`)
  return ['| data | level | kept |', '| - | - | - |', ...rows].join('\n')
}
