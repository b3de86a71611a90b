import type { ErrorBody } from '@contract/errors'
import type { Memorial } from '@contract/memorial'
import { memorialForm } from '@support/memorial-form'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

/** Dates that are not known to the day, and maiden names. */

let server: TestApp
let owner: string

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())

const create = (fields: Record<string, string>) =>
  server.api({ method: 'POST', url: '/memorial/create', token: owner, payload: memorialForm(fields) })

const aLife = (fields: Record<string, string>) => aStoredMemorial(server, owner, fields)

/** As a form, or as JSON where null says something. */
function update(id: number, fields: Record<string, string | null>) {
  const payload = Object.values(fields).includes(null) ? fields : formOf(fields as Record<string, string>)
  return server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token: owner, payload })
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const fieldsAtFault = (body: ErrorBody) => (body.detail as { loc: string[] }[]).map(({ loc }) => loc.at(-1))

describe('creating', () => {
  it.each<[string, Record<string, string>, Partial<Memorial>]>([
    ['a day, as ever', {}, { birth_date: '1921-05-09', birth_precision: 'day' }],
    ['a month', { birth_precision: 'month' }, { birth_date: '1921-05-01', birth_precision: 'month' }],
    ['a year', { birth_precision: 'year' }, { birth_date: '1921-01-01', birth_precision: 'year' }],
    ['about a year', { death_precision: 'about' }, { death_date: '1999-01-01', death_precision: 'about' }],
    ['no birth', { birth_date: '', birth_precision: 'unknown' }, { birth_date: null, birth_precision: 'unknown' }],
    ['no death', { death_precision: 'unknown' }, { death_date: null, death_precision: 'unknown' }],
    [
      'a life within one year',
      { birth_precision: 'year', death_date: '1921-01-01', death_precision: 'year' },
      { birth_date: '1921-01-01', death_date: '1921-01-01' },
    ],
  ])('takes %s', async (_what, fields, stored) => {
    const response = await create(fields)
    expect(response.statusCode).toBe(201)
    const { id } = response.json<Memorial>()
    expect((await server.api({ url: `/memorial/${id}`, token: owner })).json()).toMatchObject(stored)
  })

  it.each<[string, Record<string, string>, string]>([
    ['no date that is said to be known', { birth_date: '', birth_precision: 'about' }, 'birth_date'],
    ['a precision that is none', { death_precision: 'exact' }, 'death_precision'],
    ['a death in a year before', { death_date: '1920-01-01', death_precision: 'year' }, 'death_date'],
    ['a birth to come, of an unknown death', { birth_date: '2999-01-01', death_precision: 'unknown' }, 'birth_date'],
    ['a maiden name in Latin', { maiden_name: 'Karimova' }, 'maiden_name'],
  ])('refuses %s', async (_what, fields, field) => {
    const response = await create(fields)
    expect(response.statusCode).toBe(422)
    expect(fieldsAtFault(response.json())).toEqual([field])
  })

  it('keeps the maiden name, clean', async () => {
    expect((await create({ maiden_name: ' каримова ' })).json()).toMatchObject({ maiden_name: 'Каримова' })
    expect((await create({ maiden_name: '' })).json()).toMatchObject({ maiden_name: null })
  })
})

describe('updating', () => {
  it('leaves what is not named', async () => {
    const memorial = await aLife({ birth_precision: 'about', death_precision: 'unknown', maiden_name: 'Каримова' })
    expect((await update(memorial.id, { name: 'Анна' })).json()).toEqual({ ...memorial, name: 'Анна' })
  })

  it.each<[string, Record<string, string | null>, Partial<Memorial>]>([
    ['the same date alone', { birth_date: '1921-01-01' }, { birth_date: '1921-01-01', birth_precision: 'about' }],
    ['a different date alone', { birth_date: '1921-01-02' }, { birth_date: '1921-01-02', birth_precision: 'day' }],
    ['the precision alone', { birth_precision: 'day' }, { birth_date: '1921-01-01', birth_precision: 'day' }],
    [
      'both',
      { birth_date: '1922-03-08', birth_precision: 'month' },
      { birth_date: '1922-03-01', birth_precision: 'month' },
    ],
    ['that nothing is known', { birth_precision: 'unknown' }, { birth_date: null, birth_precision: 'unknown' }],
    [
      'that nothing is known, in JSON',
      { birth_date: null, birth_precision: 'unknown' },
      { birth_date: null, birth_precision: 'unknown' },
    ],
  ])('takes %s', async (_what, change, stored) => {
    const { id } = await aLife({ birth_precision: 'about' })
    const response = await update(id, change)
    expect(response.json()).toMatchObject({ ...stored, death_date: '1999-11-30', death_precision: 'day' })
  })

  it('reads a date that was unknown as one that is known to the day', async () => {
    const { id } = await aLife({ birth_precision: 'unknown' })
    expect((await update(id, { birth_date: '1921-05-09' })).json()).toMatchObject({
      birth_date: '1921-05-09',
      birth_precision: 'day',
    })
  })

  it.each<[string, Record<string, string | null>, string]>([
    ['an empty date', { birth_date: '' }, 'birth_date'],
    ['no date, in JSON', { birth_date: null }, 'birth_date'],
    ['a death before the year of birth', { death_date: '1920-12-31' }, 'death_date'],
  ])('refuses %s', async (_what, change, field) => {
    const { id } = await aLife({ birth_precision: 'about' })
    const response = await update(id, change)
    expect(response.statusCode).toBe(422)
    expect(fieldsAtFault(response.json())).toContain(field)
  })

  it('cannot know an unknown date better without naming it', async () => {
    const { id } = await aLife({ birth_precision: 'unknown' })
    const response = await update(id, { birth_precision: 'year' })
    expect([response.statusCode, fieldsAtFault(response.json())]).toEqual([422, ['birth_date']])
  })

  it('changes the maiden name, by which the page is found then, and clears it', async () => {
    const { id } = await aLife({ maiden_name: 'Прежняя' })
    const found = async (lastname: string) =>
      (await server.api({ url: '/memorial/public_memorials', query: { lastname } })).json<{ total: number }>().total

    await update(id, { maiden_name: 'щёголева' })
    expect([await found('прежняя'), await found('щеголева')]).toEqual([0, 1])
    expect((await update(id, { maiden_name: '' })).json()).toMatchObject({ maiden_name: null })
    expect(await found('щеголева')).toBe(0)
  })
})
