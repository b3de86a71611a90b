import { sql } from 'kysely'
import { insertKeeper } from '@server/modules/keepers/repository'
import { readCalendar } from '@support/calendar-reader'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const LIFE = { birth_date: '1912-03-01', death_date: '1993-02-08' }

let server: TestApp
let owner: string

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())

async function calendarOf(fields: Record<string, string>) {
  const { id } = await aStoredMemorial(server, owner, { ...LIFE, ...fields })
  return { id, answer: await server.api({ url: `/memorial/${id}/calendar.ics` }) }
}

describe('the calendar of a page', () => {
  it.each(['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka', 'America/New_York'])(
    'shows the right days in %s',
    async (timeZone) => {
      const { id, answer } = await calendarOf({ lastname: 'Орлова', name: 'Анна', surname: 'Петровна' })
      const event = (kind: string, summary: string, days: string[]) => ({
        uid: `memorial-${id}-${kind}@localhost`,
        summary: `${summary}: Орлова Анна Петровна`,
        url: `http://localhost:3000/memorials/${id}`,
        days,
      })

      expect(await readCalendar(answer.body, timeZone)).toEqual([
        event('birth', 'День рождения', ['1912-03-01', '1913-03-01', '1914-03-01']),
        event('death', 'День памяти', ['1993-02-08', '1994-02-08', '1995-02-08']),
        event('ninth-day', 'Девятый день', ['1993-02-16']),
        event('fortieth-day', 'Сороковой день', ['1993-03-19']),
      ])
    },
  )

  it('keeps a 29 February every year', async () => {
    const { answer } = await calendarOf({ birth_date: '1912-02-29' })
    const [birthday] = await readCalendar(answer.body, 'Europe/Moscow')

    expect(birthday?.days).toEqual(['1912-02-29', '1913-02-28', '1914-02-28'])
  })

  it('leaves out what is not known to the day', async () => {
    const { answer } = await calendarOf({ birth_precision: 'year', death_precision: 'month' })

    expect(await readCalendar(answer.body)).toEqual([])
  })

  it('has lines of at most 75 bytes, each ended by CRLF, and no letter cut apart', async () => {
    const lastname = 'Воскресенская-Преображенская'.repeat(3)
    const { answer } = await calendarOf({ lastname })
    const lines = answer.rawPayload.toString().split('\r\n')

    expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n\ufffd]/)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect((await readCalendar(answer.body))[0]?.summary).toContain(lastname)
  })

  it('says what it is, and what it is saved as', async () => {
    const { answer } = await calendarOf({ lastname: 'Орлова', name: 'Анна', surname: '' })

    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      'Памятные дни — Орлова Анна.ics',
    )
  })

  it('has the same events after a change', async () => {
    const { id, answer } = await calendarOf({})
    const token = owner
    const form = new FormData()
    form.set('death_date', '1994-02-08')
    await server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token, payload: form })
    const changed = (await server.api({ url: `/memorial/${id}/calendar.ics` })).body

    const uids = async (text: string) => (await readCalendar(text)).map(({ uid }) => uid)
    expect(await uids(changed)).toEqual(await uids(answer.body))
    expect(changed).not.toBe(answer.body)
  })
})

describe('the calendar of an account', () => {
  const addressFor = async (token: string) =>
    (await server.api({ url: '/users/me/calendar', token })).json<{ address: string }>().address
  const open = (address: string) => server.app.inject(new URL(address).pathname)
  const end = (token: string) => server.api({ method: 'DELETE', url: '/users/me/calendar', token })

  it('holds all pages that it owns or keeps, closed ones too, and nobody else’s', async () => {
    const { token, user } = await anOwner(server)
    await aStoredMemorial(server, token, { lastname: 'Открытая' })
    await aStoredMemorial(server, token, { lastname: 'Закрытая', public_status: 'false' })
    const other = (await anOwner(server)).token
    await aStoredMemorial(server, other, { lastname: 'Чужая' })
    const shared = await aStoredMemorial(server, other, { lastname: 'Общая', public_status: 'false' })
    await insertKeeper(server.db, shared.id, user.id)

    const { body, headers } = await open(await addressFor(token))

    const names = (await readCalendar(body)).map(({ summary }) => /: (\S+)/.exec(summary)?.[1])
    expect([...new Set(names)]).toEqual(['Открытая', 'Закрытая', 'Общая'])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('has one address until it is ended, and then another', async () => {
    const { token } = await anOwner(server)
    const [first, again] = await Promise.all([addressFor(token), addressFor(token)])
    expect(again).toBe(first)

    expect((await end(token)).statusCode).toBe(204)
    expect((await open(first)).statusCode).toBe(404)
    expect((await end(token)).statusCode).toBe(204)

    const second = await addressFor(token)
    expect(second).not.toBe(first)
    expect((await open(first)).statusCode).toBe(404)
    expect((await open(second)).statusCode).toBe(200)
  })

  it('cannot be opened by what the database holds', async () => {
    const { token } = await anOwner(server)
    const address = await addressFor(token)
    const { rows } = await sql<{ key: string }>`select key from calendars`.execute(server.db)
    const [, key = '', signature = ''] = /([\w-]+)\.([\w-]+)\.ics$/.exec(address) ?? []

    expect(rows.map((row) => row.key)).toContain(key)
    expect(JSON.stringify(rows)).not.toContain(signature)
    for (const guess of [
      `${key}.ics`,
      `${key}.${key}.ics`,
      `${key}.${(signature.startsWith('-') ? '_' : '-') + signature.slice(1)}.ics`,
      'x',
    ]) {
      expect((await server.app.inject(`/calendars/${guess}`)).statusCode).toBe(404)
    }
  })

  it('makes nothing for a HEAD', async () => {
    const { token } = await anOwner(server)
    expect((await server.api({ method: 'HEAD', url: '/users/me/calendar', token })).statusCode).toBe(405)
  })
})
