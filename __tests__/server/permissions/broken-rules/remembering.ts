import type { BrokenRule } from './broken-rule'
import { asItsOwner, readByAll } from './ways'

const REMEMBERING = 'modules/remembering/index.ts'
const RELATIONS = 'modules/relations'
const CALENDARS = 'modules/calendars'
const TO_READ = 'access.toRead(request, request.params.id)'
const READ = readByAll('request.params.id')

/** Candles, reminders, relations, calendars, books, plates. */
export const REMEMBERING_RULES: BrokenRule[] = [
  {
    call: 'POST /memorial/{id}/candle',
    broken: 'a closed page takes candles of everybody',
    edits: [{ file: REMEMBERING, after: 'Light a candle', find: 'access.toRead(request, id)', put: readByAll('id') }],
  },
  {
    call: 'GET /memorial/{id}/candles',
    broken: 'everybody is told how many candles were lit at a closed page',
    edits: [{ file: REMEMBERING, after: 'How many candles were lit', find: TO_READ, put: READ }],
  },
  {
    call: 'GET /memorial/{id}/reminder',
    broken: 'a closed page is opened to every verified account',
    edits: [
      {
        file: REMEMBERING,
        after: 'Whether letters remind the account of the days of a page',
        find: TO_READ,
        put: READ,
      },
    ],
  },
  {
    call: 'PUT /memorial/{id}/reminder',
    broken: 'every verified account is reminded of a closed page',
    edits: [
      { file: REMEMBERING, after: 'Be reminded of the days of a page by letter, or not', find: TO_READ, put: READ },
    ],
  },
  {
    call: 'GET /memorial/{id}/relations',
    broken: 'a closed page shows everybody its relatives',
    edits: [{ file: `${RELATIONS}/index.ts`, after: 'The relatives who have pages', find: TO_READ, put: READ }],
  },
  {
    call: 'GET /memorial/{id}/relations',
    broken: 'closed pages are among the relatives that all see',
    edits: [
      {
        file: `${RELATIONS}/repository.ts`,
        find: "eb('memorials.public_status', '=', true)",
        put: 'sql<boolean>`true`',
      },
    ],
    seenBy: { file: 'relations/relations.test', tests: 'shows in relations only to those who keep it' },
  },
  {
    call: 'POST /memorial/{id}/relations',
    broken: 'every verified account names relatives',
    edits: [
      {
        file: `${RELATIONS}/index.ts`,
        after: 'Name a relative, or ask the keepers of their page',
        find: 'access.toEdit(request.requireVerified(), request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'GET /relations/pending',
    broken: 'requests to all pages are listed',
    edits: [
      {
        file: `${RELATIONS}/repository.ts`,
        find: ".where('relations.other_id', 'in', memorialIdsOfKeeper(userId))",
        put: '',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /relations/pending ' },
  },
  {
    call: 'POST /relations/{id}/decide',
    broken: 'every verified account agrees to relations',
    edits: [{ file: `${RELATIONS}/index.ts`, find: 'access.toEdit(account, asked)', put: asItsOwner('asked') }],
  },
  {
    call: 'DELETE /relations/{id}',
    broken: 'every verified account ends relations',
    edits: [
      {
        file: `${RELATIONS}/index.ts`,
        find: 'await toEnd(request.requireVerified(), request.params.id)',
        put: `await ${asItsOwner('(await relations.pagesOf(request.params.id)).other_id')}`,
      },
    ],
  },
  {
    call: 'GET /memorial/{id}/calendar.ics',
    broken: 'the days of a closed page are told to everybody',
    edits: [
      {
        file: `${CALENDARS}/index.ts`,
        find: 'access.toReadWhole(request, request.params.id)',
        put: READ,
      },
    ],
  },
  {
    call: 'GET /users/me/calendar',
    broken: 'an unverified account gets an address',
    edits: [
      {
        file: `${CALENDARS}/index.ts`,
        after: "api.get(\n      '/users/me/calendar'",
        find: 'onRequest: [verifiedOnly, onlyFrom(OWN_SCRIPT)],',
        put: 'onRequest: onlyFrom(OWN_SCRIPT),',
      },
      {
        file: `${CALENDARS}/index.ts`,
        find: 'calendars.urlOf(request.requireVerified())',
        put: 'calendars.urlOf(request.requireAccount())',
      },
    ],
  },
  {
    call: 'DELETE /users/me/calendar',
    broken: 'the addresses of all accounts end',
    edits: [
      {
        file: 'modules/accounts/user-repository.ts',
        find: "db.deleteFrom('calendars').where('user_id', '=', userId)",
        put: "db.deleteFrom('calendars')",
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'DELETE /users/me/calendar changes nothing' },
  },
  {
    call: 'GET /calendars/{secret}.ics',
    broken: 'a calendar has the days of all pages',
    edits: [{ file: `${CALENDARS}/repository.ts`, find: ".where('id', 'in', memorialIdsOfKeeper(userId))", put: '' }],
    seenBy: { file: 'permissions/own-things.test', tests: 'the calendar at a secret address' },
  },
  {
    call: 'GET /calendars/{secret}.ics',
    broken: 'the signature of an address is not checked',
    edits: [{ file: `${CALENDARS}/service.ts`, find: '|| !isSignedBy(secretKey, claim(key), signature)', put: '' }],
    seenBy: { file: 'permissions/own-things.test', tests: 'the calendar at a secret address' },
  },
  {
    call: 'GET /memorial/{id}/book',
    broken: 'everybody gets the book of a closed page',
    edits: [
      { file: 'modules/books/index.ts', after: 'The page as a booklet, PDF', find: TO_READ, put: READ },
      { file: 'modules/books/index.ts', find: 'access.toReadWhole(request, id)', put: readByAll('id') },
    ],
  },
  {
    call: 'GET /memorial/my_memorials/plates',
    broken: 'the sheet has the plates of all pages',
    edits: [
      {
        file: 'modules/memorials/list-repository.ts',
        after: '.select(PLATE_COLUMNS)',
        find: ".where('id', 'in', memorialIdsOfKeeper(userId))",
        put: '',
      },
    ],
  },
]
