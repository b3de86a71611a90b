import pino from 'pino'
import { ARCHIVE_KINDS, archivePaths } from '@contract/archive'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aBurial, changeBurial, deleteBurial } from '../burial/burial-form'
import { lastTokenFor, letLinksExpire, lettersTo, NEW_PASSWORD, PASSWORD, personAt } from './person'

const EMAIL = 'Zinaida.Petrova@example.org'
const [HOME, ELSEWHERE] = ['203.0.113.77', '198.51.100.23']
const WRONG_PASSWORD = 'Ryabina-1939'
const [PIN, NEW_PIN, WRONG_PIN] = ['7391846205', '8264019375', '1350972648']

interface Line {
  security?: string
  account?: number
  owner?: number
  memorial?: number
  email?: string
  address?: string
  reqId?: string
  kind?: string
}

let server: TestApp
let written: string[]
/** Texts that must never be in the log. */
const secrets = new Set([EMAIL, EMAIL.toLowerCase(), HOME, ELSEWHERE, PASSWORD, NEW_PASSWORD, WRONG_PASSWORD])

beforeAll(async () => {
  written = []
  // Not the server's own log: it removes personal data, and would hide a mistake.
  const log = pino({ level: 'debug' }, { write: (line: string) => void written.push(line) })
  server = await startTestApp({}, { log })
})
afterAll(() => server.close())

/** The events that are logged during an action. */
async function toldDuring(doing: () => Promise<unknown>): Promise<Line[]> {
  const before = written.length
  await doing()
  return written
    .slice(before)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ security }) => security !== undefined)
}

const namesOf = (lines: Line[]) => lines.map(({ security, kind }) => (kind ? `${security}: ${kind}` : security))

async function times(count: number, doing: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time++) await doing()
}

it('tells the whole story of an account', async () => {
  const [home, elsewhere] = [personAt(server, HOME), personAt(server, ELSEWHERE)]
  const signIn = async (password?: string) => {
    const { access_token: token } = (await home.login(EMAIL, password)).json<{ access_token: string }>()
    secrets.add(token)
    return token
  }
  const link = async () => {
    const token = await lastTokenFor(server, EMAIL)
    secrets.add(token)
    return token
  }
  const users = (call: string, body: object, token: string) => home.post(`/users/me/${call}`, body, token)

  const story = await toldDuring(async () => {
    await home.register(EMAIL)
    const confirmation = await link()
    await times(2, () => server.api({ url: `/auth/verify?token=${confirmation}`, remoteAddress: HOME }))
    const token = await signIn()
    await elsewhere.login(EMAIL, WRONG_PASSWORD)
    await users('set-pin', { pin_code: PIN }, token)
    await users('change-pin', { current_pin_code: WRONG_PIN, new_pin_code: NEW_PIN }, token)
    await users('change-pin', { current_pin_code: PIN, new_pin_code: NEW_PIN }, token)
    await users('reset-pin-with-password', { current_password: PASSWORD, new_pin_code: PIN }, token)
    await users('change-password', { current_password: WRONG_PASSWORD, new_password: NEW_PASSWORD }, token)
    await users('change-password', { current_password: PASSWORD, new_password: NEW_PASSWORD }, token)
    await home.post('/auth/logout', {}, token)
    await home.post('/auth/forgot-password', { email: EMAIL })
    await home.post('/auth/reset-password', { token: await link(), password: PASSWORD })
    await home.post('/auth/forgot-password', { email: EMAIL })
    await letLinksExpire(server)
    await home.post('/auth/reset-password', { token: await link(), password: NEW_PASSWORD })
    const [here] = [await signIn(), await signIn()]
    await server.api({ method: 'DELETE', url: '/users/me/sessions', token: here, remoteAddress: HOME })
  })

  expect(namesOf(story)).toEqual([
    'registered',
    'email_verified',
    'signed_in',
    'sign_in_failed',
    'pin_changed: first',
    'secret_missed: pin',
    'pin_changed: by PIN',
    'pin_changed: by password',
    'secret_missed: password',
    'password_changed',
    'signed_out',
    'password_reset_asked',
    'password_reset',
    'password_reset_asked',
    'password_reset_failed',
    'signed_in',
    'signed_in',
    'session_ended: others',
  ])
  // All events have the same account id, and an address always has the same pseudonym.
  expect(new Set(story.map(({ account }) => account)).size).toBe(1)
  expect(new Set(story.map(({ address }) => address)).size).toBe(2)
  expect(story.filter(({ address, reqId }) => !address || !reqId)).toEqual([])
  expect(new Set(story.map(({ reqId }) => reqId)).size).toBe(story.length)
})

it('tells of every lock-out once, however often somebody goes on, and which limit it was', async () => {
  const [guesser, crowd] = [personAt(server, '198.51.100.24'), personAt(server, '198.51.100.25')]
  secrets.add('198.51.100.24').add('198.51.100.25')
  const token = await personAt(server, '198.51.100.26').settle('locked@example.org')
  secrets.add(token).add('locked@example.org')

  const guesses = await toldDuring(() => times(14, () => guesser.login('locked@example.org', WRONG_PASSWORD)))
  expect(namesOf(guesses)).toEqual([
    ...Array<string>(10).fill('sign_in_failed'),
    'sign_in_locked_out: login-account-network',
  ])

  const body = { current_password: WRONG_PASSWORD, new_password: NEW_PASSWORD }
  const own = await toldDuring(() => times(14, () => crowd.post('/users/me/change-password', body, token)))
  expect(namesOf(own).slice(9)).toEqual(['secret_missed: password', 'secret_locked_out: password'])

  const registrations = await toldDuring(() => times(21, () => crowd.register('crowd@example.org', 'weak')))
  secrets.add('crowd@example.org')
  expect(namesOf(registrations)).toEqual(['registration_locked_out: registration-mailbox'])

  const letters = await toldDuring(() =>
    times(6, () => crowd.post('/auth/forgot-password', { email: 'crowd@example.org' })),
  )
  expect(namesOf(letters).slice(3)).toEqual(['letters_locked_out: recovery-mailbox'])

  const verifications = await toldDuring(() =>
    times(8, () => crowd.post('/auth/request-verify-token', { email: 'crowd@example.org' })),
  )
  expect(namesOf(verifications)).toEqual(['letters_locked_out: verification-mailbox'])
})

it('tells of PIN misses whose page it was, and when visitors were locked out', async () => {
  const { user, token } = await anOwner(server)
  secrets.add(token).add(user.email)
  await server.api({ method: 'POST', url: '/users/me/set-pin', token, payload: { pin_code: PIN } })
  const { id } = await aStoredMemorial(server, token, { public_status: 'false' })
  let from = 0
  const miss = () =>
    server.api({
      method: 'POST',
      url: `/memorial/${id}/verify-pin`,
      payload: { pin_code: WRONG_PIN },
      remoteAddress: `203.0.113.${from}`,
    })

  const payload = { pin_code: PIN }
  const accepted = await toldDuring(() =>
    server.api({ method: 'POST', url: `/memorial/${id}/verify-pin`, payload, remoteAddress: HOME }),
  )
  expect(accepted).toMatchObject([{ security: 'pin_accepted', owner: user.id, memorial: id }])

  const one = await toldDuring(() => times(9, miss))
  expect(namesOf(one)).toEqual([...Array<string>(5).fill('pin_missed'), 'pin_locked_out: pin-network'])
  expect(one[0]).toMatchObject({ owner: user.id, memorial: id })

  const many = await toldDuring(() => times(30, () => (from++, miss())))
  expect(namesOf(many).slice(24)).toEqual(['pin_missed', 'pin_locked_out: pin-page-network'])
  expect(await lettersTo(server, user.email)).toHaveLength(2)
})

it('tells of everything that a family loses by what its owner does', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  secrets.add(owner.token).add(owner.user.email)
  const [token, memorialId] = [owner.token, memorial.id]
  const items = await Promise.all(ARCHIVE_KINDS.map((kind) => anArchiveItem(server, kind, { token, memorialId })))
  const burial = await aBurial(server, token, memorialId)
  const photo = await smallPicture()
  const newPortrait = () => {
    const payload = new FormData()
    payload.append('photo', new Blob([new Uint8Array(photo)]), 'portrait.jpg')
    return server.api({ method: 'PATCH', url: `/memorial/update/${memorialId}/`, token, payload })
  }
  expect(await toldDuring(newPortrait)).toEqual([])

  const told = await toldDuring(async () => {
    for (const [index, kind] of ARCHIVE_KINDS.entries()) {
      await server.api({ method: 'DELETE', url: `${archivePaths(kind).delete}/${items[index]?.id}`, token })
    }
    await changeBurial(server, burial.id, { token, photo })
    await deleteBurial(server, burial.id, token)
    await deleteBurial(server, burial.id, token)
    await newPortrait()
  })

  expect(namesOf(told)).toEqual([
    ...ARCHIVE_KINDS.map((kind) => `archive_item_deleted: ${kind}`),
    'burial_photo_replaced',
    'burial_deleted',
    'portrait_replaced',
  ])
  const subject = { account: owner.user.id, memorial: memorialId, address: expect.any(String) as string }
  for (const line of told) expect(line).toMatchObject(subject)
})

it('has named nobody in all this, nor written down a token, a password or a PIN', () => {
  const log = written.join('')
  expect(written.length).toBeGreaterThan(60)
  const given = [...secrets, PIN, NEW_PIN, WRONG_PIN]
  expect(written.filter((line) => given.some((secret) => line.includes(secret)))).toEqual([])
  expect(log).not.toMatch(/203\.0\.113|198\.51\.100|198\.18\.|@example/)
})
