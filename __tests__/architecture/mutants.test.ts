import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { compileTypescript } from '../../config/compile-typescript.cjs'
import { ROOT } from '../../config/folders'
import { broken, compiles, draw, placesOf } from '../../config/scripts/mutants/draw'
import { graveAreas, summary } from '../../config/scripts/mutants/outcomes'
import { findPlaces } from '../../config/scripts/mutants/places'
import { type Mutant, withSwitches } from '../../config/scripts/mutants/switches'
import { testsOf } from '../../config/scripts/mutants/trial'

const brokenWays = (text: string, file = 'src/server/x.ts') =>
  findPlaces(file, text).map((place) => [place.kind, broken(text, place)])
const numbered = (file: string, text: string): Mutant[] =>
  findPlaces(file, text).map((place, index) => ({ ...place, number: index + 1 }))

describe('the places that are broken', () => {
  it.each([
    ['negated', 'if (x) stop()', 'if ((!(x))) stop()'],
    ['negated', 'const y = x ? 1 : 2', 'const y = (!(x)) ? 1 : 2'],
    ['connective', 'const y = a && b', 'const y = ((a) || (b))'],
    ['connective', 'const y = a || b', 'const y = ((a) && (b))'],
    ['equality', 'if (a === b) stop()', 'if (((a) !== (b))) stop()'],
    ['boundary', 'while (a < b) step()', 'while (((a) <= (b))) step()'],
    ['boundary', 'const y = a >= b', 'const y = ((a) > (b))'],
    ['limit', 'const ROWS_MAX = 20', 'const ROWS_MAX = (21)'],
    ['limit', 'const FILE_MAX_BYTES = 20 * 1024 * 1024', 'const FILE_MAX_BYTES = (21) * 1024 * 1024'],
    ['limit', 'const rule = string().max(1_000)', 'const rule = string().max((1001))'],
    ['limit', 'const y = text.slice(0, end)', 'const y = text.slice((1), end)'],
    ['call', 'stop(x)', ';'],
    ['call', 'if (x) await stop(x)\nelse y = 1', 'if (x) ;\nelse y = 1'],
    ['call', 'void stop(x)', ';'],
    ['await', 'const y = await find(x)', 'const y = (find(x))'],
    ['await', 'async function f() { try { return await g() } catch { return 1 } }', undefined],
  ])('are turned (%s): %s', (kind, text, becomes) => {
    const found = brokenWays(text).filter(([of]) => of === kind)

    expect(found).toHaveLength(1)
    if (becomes) expect(found[0]?.[1]).toBe(becomes)
  })

  it.each([
    ['a type', 'type Page = { size: 10 } extends Rows ? 1 : 2\ninterface Rows { max: 10 }\nconst y = x as 5'],
    ['an import', "import { a } from './a'\nexport { b } from './b'"],
    ['a line of the log', "request.log.warn({ rows: a && b }, 'slow')\nlog.info(await count())"],
    ['the looks', 'const y = <Box sx={{ mt: wide && max(4) }} className={a ? b : c} />'],
    ['a milliseconds’ worth', 'const PAUSE_MS = 300'],
    ['a unit', 'const y = bytes / 1024'],
    ['the end of a loop', 'for (let node = first; node !== last; node = node.next) continue'],
    ['a promise that is returned anyway', 'async () => await find(x)'],
  ])('are none in %s', (_what, text) => {
    expect(brokenWays(text, 'src/client/x.tsx')).toEqual([])
  })

  it('keep their ids when lines come before them', () => {
    const text = 'if (a === b) stop()'
    const ids = (source: string) => findPlaces('src/server/x.ts', source).map(({ id }) => id)

    expect(ids(`const y = c && d\n\n${text}`)).toEqual(expect.arrayContaining(ids(text)))
  })
})

describe('the draw', () => {
  const places = placesOf(ROOT, ['src/contract'])
  const drawn = (seed: string) => draw(places, { seed, count: 40, tree: ROOT }).map(({ id }) => id)

  it('is the same with the same seed, and another with another', () => {
    expect(drawn('one')).toHaveLength(40)
    expect(drawn('one')).toEqual(drawn('one'))
    expect(drawn('one')).not.toEqual(drawn('other'))
  })

  it('takes of each kind its share', () => {
    const share = (of: readonly string[]) => of.filter((id) => id.includes('#limit#')).length / of.length

    expect(share(drawn('one'))).toBeCloseTo(share(places.map(({ id }) => id)), 1)
  })

  it('has places whose sources compile, one broken or all built in', () => {
    for (const file of new Set(places.map((place) => place.file))) {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      const mutants = numbered(file, text)

      expect([file, compiles(file, withSwitches(text, mutants, '/state'))]).toEqual([file, true])
      expect(mutants.filter((mutant) => !compiles(file, broken(text, mutant)))).toEqual([])
    }
  })
})

describe('a copy with all mutants built in', () => {
  const TEXT = `
const said = []
const say = (word) => void said.push(word)
exports.run = (a, b) => {
  said.length = 0
  if (a && b) say('both')
  else if (a < 3) say('few')
  a === 1 || say('not one')
  return said.join(', ')
}`
  let folder: string
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'pomnim-switches-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  const runWith = (on: string, text = TEXT) => {
    const state = path.join(folder, 'state')
    writeFileSync(state, on)
    const { code } = compileTypescript(withSwitches(text, numbered('src/x.ts', text), state), 'x.ts')
    const exports = {} as { run: (a: number, b: boolean) => string }
    runInNewContext(code, { exports, process })
    return (a: number, b: boolean) => exports.run(a, b)
  }
  const numberOf = (kind: string, was: string) =>
    String(numbered('src/x.ts', TEXT).find((mutant) => mutant.kind === kind && mutant.was.startsWith(was))?.number)

  it('does as the sources do while none is on', () => {
    const run = runWith('0')

    expect([run(2, true), run(1, false), run(3, false)]).toEqual(['both, not one', 'few', 'not one'])
  })

  it('does otherwise with one on, and that one only', () => {
    expect(runWith(numberOf('connective', 'a && b'))(2, false)).toBe('both, not one')
    expect(runWith(numberOf('boundary', 'a < 3'))(3, false)).toBe('few, not one')
    expect(runWith(numberOf('equality', 'a === 1'))(1, false)).toBe('few, not one')
    expect(runWith(numberOf('call', "say('both')"))(2, true)).toBe('not one')
  })

  it('writes down by which it comes when it is asked to', () => {
    const run = runWith('record')

    expect(run(2, true)).toBe('both, not one')
    const hits = readFileSync(path.join(folder, 'state.hits'), 'utf8').split('\n')
    expect(hits).toContain(`${numberOf('call', "say('both')")} ${process.pid}`)
    expect(hits).not.toContain(`${numberOf('boundary', 'a < 3')} ${process.pid}`)
  })
})

describe('the trial of a mutant', () => {
  const [mutant] = numbered('src/server/modules/promo-codes/service.ts', 'if (code) refuse()') as [Mutant, Mutant]
  const mapped = (test: string, { fails = false, ms = 1, comes = true } = {}) => ({
    test,
    fails,
    ms,
    mutants: comes ? [mutant.id] : [],
    processes: [],
  })

  it('begins with the nearest tests, the quickest first, and leaves out what fails anyway', () => {
    const map = [
      mapped('__tests__/server/users/users.test.ts', { ms: 9 }),
      mapped('__tests__/server/auth/sign-in.test.ts'),
      mapped('__tests__/server/promo-codes/apply.test.ts', { ms: 50 }),
      mapped('__tests__/server/promo-codes/other.test.ts', { fails: true }),
      mapped('__tests__/server/promo-codes/none.test.ts', { comes: false }),
    ]

    expect(testsOf(map, mutant).map(({ test }) => path.basename(test))).toEqual([
      'apply.test.ts',
      'sign-in.test.ts',
      'users.test.ts',
    ])
  })

  it('takes one test of the server for what is done only before all tests', () => {
    const map = [mapped('setup'), mapped('__tests__/server/users/users.test.ts', { comes: false })]

    expect(testsOf(map, mutant)).toHaveLength(1)
  })

  it('counts, and names the survivors where they are grave', () => {
    const outcomes = new Map([[mutant.id, { id: mutant.id, found: false, tests: 3, seconds: 9 }]])

    const lines = summary([mutant], outcomes).join('\n')

    expect(graveAreas(mutant)).toEqual(['money'])
    expect(lines).toContain('1 drawn, 1 tried, 0 of 1 found, 1 survive')
    expect(lines).toContain('  money: 1\n    negated    src/server/modules/promo-codes/service.ts:1')
  })
})
