import { createLetters, type Letters } from '@server/mail/letters'
import { type Letter, written } from '@server/mail/letter'
import { someSettings } from '@support/factories'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { TEST_KEY } from '@support/test-key'
import { decide, lettersAboutWords, waitingWords } from '../memories/words'

const BAIT = 'Ваш счёт закрыт, зайдите на https://evil.example/login и www.evil.example или пишите на вор@evil.example'
const THEIR_WORDS = /evil|вор@|счёт/
const PAGE = { id: 7, lastname: 'Рябинина', name: 'Анна', surname: null }
const LINK = { id: 3, token: 'token' }
const SOON = new Date('2026-12-09T10:00:00Z')

const LETTERS = createLetters(someSettings({ publicUrl: 'https://pomnim.example' }), TEST_KEY)
const WORDS = { description: BAIT, author: BAIT, reply: BAIT }

/** One of each letter, with everything that somebody may have written in it. */
const EACH: Record<keyof Letters, Letter> = {
  verification: LETTERS.verification('token'),
  passwordReset: LETTERS.passwordReset('token'),
  moderatorPassword: LETTERS.moderatorPassword('token'),
  pinGuessed: LETTERS.pinGuessed(),
  passwordChanged: LETTERS.passwordChanged(),
  accessAsked: LETTERS.accessAsked(PAGE),
  letIn: LETTERS.letIn(PAGE, 'key'),
  pageClosed: LETTERS.pageClosed(PAGE, BAIT),
  pageOpened: LETTERS.pageOpened(PAGE),
  reportedPageClosed: LETTERS.reportedPageClosed(7),
  reportedPageStays: LETTERS.reportedPageStays(7, BAIT),
  reportedPageOpened: LETTERS.reportedPageOpened(7),
  keeperInvited: LETTERS.keeperInvited(PAGE, LINK),
  pageOffered: LETTERS.pageOffered(PAGE, LINK),
  proposalsWait: LETTERS.proposalsWait(PAGE),
  proposalDecided: LETTERS.proposalDecided(PAGE, 'rejected', { note: BAIT, ownToken: 'token' }),
  textReplaced: LETTERS.textReplaced(PAGE),
  invitationAccepted: LETTERS.invitationAccepted(PAGE, 'owner', BAIT),
  newEmail: LETTERS.newEmail('token'),
  emailIsYours: LETTERS.emailIsYours(),
  emailChangeAsked: LETTERS.emailChangeAsked({ notMe: 'token' }),
  emailChanged: LETTERS.emailChanged('token'),
  accountDeleted: LETTERS.accountDeleted('token', SOON, true),
  accountEnds: LETTERS.accountEnds('token', SOON),
  accountSleeps: LETTERS.accountSleeps(BAIT, SOON),
  pageOfSleeper: LETTERS.pageOfSleeper(PAGE, LINK),
  accountReturned: LETTERS.accountReturned(),
  pageDestroyed: LETTERS.pageDestroyed(PAGE, 'token', 'token'),
  heirNamed: LETTERS.heirNamed('token', { isNone: false }),
  keeperAsked: LETTERS.keeperAsked(PAGE, 'token'),
  handOverAsked: LETTERS.handOverAsked(PAGE, 'token'),
  keeperPageOffered: LETTERS.keeperPageOffered(PAGE),
  pageHandedOver: LETTERS.pageHandedOver(PAGE, BAIT, 'token'),
  pageTakenBack: LETTERS.pageTakenBack(PAGE),
  pagesTaken: LETTERS.pagesTaken('token'),
  signedInElsewhere: LETTERS.signedInElsewhere('token'),
  actsUndone: LETTERS.actsUndone('token'),
  keeperPageDestroyed: LETTERS.keeperPageDestroyed(PAGE, 'token'),
  factorAdded: LETTERS.factorAdded('code', 'token'),
  factorRemoved: LETTERS.factorRemoved('code', { isLast: true, notMe: 'token' }),
  recoveryCodesMade: LETTERS.recoveryCodesMade('token'),
  factorRecoveryAsked: LETTERS.factorRecoveryAsked('token'),
  factorRecoveryLink: LETTERS.factorRecoveryLink('token'),
  allFactorsRemoved: LETTERS.allFactorsRemoved(),
  recoveryCodeUsed: LETTERS.recoveryCodeUsed(3),
  pageLeft: LETTERS.pageLeft(PAGE, LINK, { isForSeveral: true }),
  memoriesWait: LETTERS.memoriesWait([{ ...WORDS, ...PAGE, photo_id: null, voice_id: null, keepers_decide: false }], 9),
  memoryReplied: LETTERS.memoryReplied(PAGE, WORDS, BAIT),
  memoryDecided: LETTERS.memoryDecided({ ...PAGE, role: 'owner' }, 'approved', WORDS),
  questionAsked: LETTERS.questionAsked(PAGE, {
    text: 'Что она пела?',
    toName: 'Зоя',
    askedBy: 'Ольга',
    token: 'token',
  }),
  storiesWait: LETTERS.storiesWait([PAGE, { ...PAGE, name: 'Вера' }]),
  storyDecided: LETTERS.storyDecided({ ...PAGE, role: 'owner', public_status: true }, 'approved', {
    ...{ text: BAIT, author: BAIT, ownToken: 'token' },
  }),
  relationAsked: LETTERS.relationAsked(PAGE),
  dayComes: LETTERS.dayComes(PAGE, { event: 'death', day: '2026-12-01', daysBefore: 7, years: 1 }),
}
/** Confirmation, reset, change and sign-in. */
const ASKED_FOR = [
  'verification',
  'passwordReset',
  'moderatorPassword',
  'passwordChanged',
  'newEmail',
  'emailIsYours',
  'emailChangeAsked',
  'emailChanged',
  'signedInElsewhere',
  'actsUndone',
  'factorRecoveryAsked',
  'factorRecoveryLink',
  'recoveryCodeUsed',
]
const NAMES = Object.keys(EACH) as (keyof Letters)[]

const asRead = (name: keyof Letters, isReached: boolean) =>
  written(EACH[name], { recipient: 'zoya@example.org', isReached })

describe.each(NAMES)('the letter %s', (name) => {
  it('holds nothing that somebody else wrote for an address that never opened a link of ours', () => {
    const { subject, text, html } = asRead(name, false)
    for (const part of [subject, text, html]) expect(part).not.toMatch(THEIR_WORDS)
  })

  it('leaves no mail program anything in a quotation to make a link of', () => {
    const { text, html } = asRead(name, true)
    const quotations = [...text.matchAll(/«[^«»]*счёт[^«»]*»\n.*/g), ...html.matchAll(/<blockquote.*<\/blockquote>/g)]
    for (const [quotation] of quotations) {
      expect(quotation.replaceAll(/<\/?\w[^>]*>/g, ' ')).not.toMatch(/:\/\/|\w@\w|[\wа-яё]\.[\wа-яё]/i)
    }
  })

  it(ASKED_FOR.includes(name) ? 'comes whatever its reader has ended' : 'can be ended by its reader', () => {
    const { text, html, unsubscribeUrl } = asRead(name, true)
    if (ASKED_FOR.includes(name)) {
      expect(unsubscribeUrl).toBeNull()
      expect(text + html).not.toContain('/unsubscribe')
    } else {
      expect(unsubscribeUrl).toMatch(/^https:\/\/pomnim\.example\/unsubscribe\?token=[\w-]+$/)
      expect(text).toContain(unsubscribeUrl)
      expect(html).toContain(`href="${unsubscribeUrl}"`)
    }
  })
})

describe('on a server', () => {
  let server: TestApp
  let owner: string
  let memorialId: number

  beforeAll(async () => {
    server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example' })
    await server.postman.stop()
    owner = (await anOwner(server)).token
    memorialId = (await aStoredMemorial(server, owner)).id
  })
  afterAll(() => server.close())

  async function approvedWords(author_email: string) {
    const { id } = await waitingWords(server, memorialId, { author_email, description: BAIT })
    await decide(server, id, 'approved', owner)
    return (await lettersAboutWords(server, author_email)).at(-1)
  }
  const subscription = (method: 'POST' | 'PUT', token: string, fields: object = {}) =>
    server.api({ method, url: '/letters/subscription', payload: { token, ...fields } })
  const tokenIn = (text = '') => /unsubscribe\?token=([\w-]+)/.exec(text)?.[1] ?? ''

  it('quotes words to a stranger only once they have opened a link of ours', async () => {
    const email = 'chuzhoy@example.org'
    const before = await approvedWords(email)
    expect(before?.text).toContain(`https://pomnim.example/memorials/${memorialId}`)
    expect(before?.text).not.toMatch(THEIR_WORDS)

    const token = /#letter=([\w-]+)/.exec(before?.text ?? '')?.[1] ?? ''
    const opened = await server.api({ method: 'POST', url: '/letters/opened', payload: { token } })
    expect(opened.statusCode).toBe(204)

    expect((await approvedWords(email))?.text).toMatch(THEIR_WORDS)
  })

  it('knows whoever confirmed the address of an account', async () => {
    const { user } = await server.signUp({ email: 'svoy@example.org' })
    expect((await approvedWords(user.email))?.text).toMatch(THEIR_WORDS)
  })

  it('ends a kind of letters by the press of a mail program, for all labels of the mailbox, until they are wanted again', async () => {
    const email = 'hvatit@example.org'
    const token = tokenIn((await approvedWords(email))?.text)

    const pressed = await server.app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

    expect(pressed.statusCode).toBe(204)
    expect((await subscription('POST', token)).json()).toEqual({ kind: 'own_words', is_ended: true })
    await approvedWords(email)
    expect(await lettersAboutWords(server, email)).toHaveLength(1)
    expect(await approvedWords('hvatit+snova@example.org')).toBeUndefined()

    await subscription('PUT', token, { is_ended: false })
    await approvedWords(email)
    expect(await lettersAboutWords(server, email)).toHaveLength(2)
  })

  it('shows letters about words as switched off where a letter’s link ended them, and sends them again when they are chosen', async () => {
    const keeper = await anOwner(server)
    const page = await aStoredMemorial(server, keeper.token)
    await waitingWords(server, page.id)
    const [letter] = await lettersAboutWords(server, keeper.user.email)
    await subscription('PUT', tokenIn(letter?.text), { is_ended: true })
    const chosen = async () =>
      (await server.api({ url: '/users/me/words-letters', token: keeper.token })).json<object>()
    expect(await chosen()).toEqual({ how_often: 'never' })
    await server.api({
      method: 'PUT',
      url: '/users/me/words-letters',
      token: keeper.token,
      payload: { how_often: 'hourly' },
    })
    expect(await chosen()).toEqual({ how_often: 'hourly' })
  })
})
