import { object, ref, string } from 'yup'
import { memorialListQuerySchema } from '@contract/memorial'
import { memoryListQuerySchema, pendingQuerySchema } from '@contract/memory'
import { validate } from '@server/lib/validate'
import { fieldwise } from '@server/lib/validate-fieldwise'

const LISTS = [
  ['memorials', memorialListQuerySchema],
  ['memories', memoryListQuerySchema],
  ['pending memories', pendingQuerySchema],
] as const
const QUERIES: Record<string, unknown>[] = [
  { memorial_id: '7' },
  { memorial_id: '7', offset: '12', limit: '24' },
  { memorial_id: '7', lastname: '  Ёлкин\t', name: 'е\u0308', sort_by: 'birth_date', sort_order: 'desc' },
  { memorial_id: '7', unknown: 'x', lastname: '', q: 'а'.repeat(100) },
  { memorial_id: '7', toString: 'x', ['__proto__']: 'x', constructor: 'x' },
]
const WRONG: Record<string, unknown>[] = [
  { memorial_id: 'x', limit: 'x' },
  { memorial_id: '7', limit: '1000' },
  { memorial_id: '7', limit: ['1', '2'], offset: ['1', '2'] },
  { memorial_id: '7', sort_order: 'sideways', offset: '-1' },
]

describe.each(LISTS)('the query of %s', (_what, schema) => {
  const check = fieldwise(schema)

  it('comes out as the schema makes it, when it is new and when it is known', () => {
    for (const query of [...QUERIES, ...QUERIES]) expect(check?.(query)).toEqual(validate(schema, query, 'query'))
  })

  it('is left to the schema when something is wrong, as often as it is sent', () => {
    for (const query of [...WRONG, ...WRONG]) {
      expect(() => validate(schema, query, 'query')).toThrow()
      expect(check?.(query)).toBeUndefined()
    }
  })
})

it('does not share what it gives out', () => {
  const check = fieldwise(memorialListQuerySchema)
  const first = check?.({})
  Object.assign(first ?? {}, { limit: 99 })
  expect(check?.({})).toMatchObject({ limit: 12 })
})

it('does not check fields one by one where one depends on another', () => {
  const dependent = object({ password: string(), repeated: string().oneOf([ref('password')]) })
  expect(fieldwise(dependent)).toBeUndefined()
  expect(fieldwise(memorialListQuerySchema.test('whole', () => true))).toBeUndefined()
})
