import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { useId } from 'react'
import { createFragmentCache, type StyleOfElement } from '@client/ssr/render'
import { CachedFragment, FragmentCacheContext } from '@client/ui/cached-fragment'

const STYLES: StyleOfElement[] = [{ name: 'abc', css: '.css-abc{color:red}' }]

const SCREENS = 100
const SCREEN_BYTES = 500_000

/** How often a part was really rendered. */
let renderings = 0

function Name({ text }: { text: string }) {
  renderings++
  const id = useId()
  return <b id={id}>{text}</b>
}

function Screen({ names }: { names: string[] }) {
  return (
    <ul>
      {names.map((text) => (
        <li key={text}>
          <CachedFragment name="name" deps={text}>
            <Name text={text} />
          </CachedFragment>
        </li>
      ))}
    </ul>
  )
}

beforeEach(() => {
  renderings = 0
})

function renderingOf(begin: ReturnType<typeof createFragmentCache>, names: string[]) {
  const parts = begin()
  const markup = renderToString(
    <FragmentCacheContext value={parts}>
      <Screen names={names} />
    </FragmentCacheContext>,
  )
  return parts.render(markup, () => STYLES)
}

/** What a browser makes of the same screen, as the server would send it without keeping anything. */
const inFull = (names: string[]) => renderToString(<Screen names={names} />)

it('puts in the HTML of a part as it was rendered before, with its styles', () => {
  const begin = createFragmentCache()
  const html = inFull(['Анна', 'Пётр'])
  // Of what is around the parts, and of each part.
  const styles = [...STYLES, ...STYLES, ...STYLES]
  expect(renderingOf(begin, ['Анна', 'Пётр'])).toEqual({ html, styles })

  renderings = 0
  expect(renderingOf(begin, ['Анна', 'Пётр'])).toEqual({ html, styles })
  expect(renderings).toBe(0)
})

it('renders anew what shows something else, or stands elsewhere', () => {
  const begin = createFragmentCache()
  renderingOf(begin, ['Анна', 'Пётр'])

  expect(renderingOf(begin, ['Пётр', 'Анна']).html).toBe(inFull(['Пётр', 'Анна']))
  expect(renderingOf(begin, ['Анна', 'Фёдор']).html).toBe(inFull(['Анна', 'Фёдор']))
})

it('takes nothing that a visitor wrote for a part', () => {
  const begin = createFragmentCache()
  const hostile = '<cached-fragment n="0">"</cached-fragment>'
  expect(renderingOf(begin, [hostile]).html).toBe(inFull([hostile]))
  expect(renderingOf(begin, [hostile]).html).toBe(inFull([hostile]))
})

it('refuses a part within a part', () => {
  const parts = createFragmentCache()()
  const markup = renderToString(
    <FragmentCacheContext value={parts}>
      <CachedFragment name="outer">
        <p>
          <CachedFragment name="inner">Анна</CachedFragment>
        </p>
      </CachedFragment>
    </FragmentCacheContext>,
  )
  expect(() => parts.render(markup, () => [])).toThrow('A cached fragment holds another one.')
})

it('remembers a part without the screen that it was rendered in', () => {
  const begin = createFragmentCache()
  const collectGarbage = garbageCollector()
  collectGarbage()
  const before = process.memoryUsage().heapUsed

  for (let nth = 0; nth < SCREENS; nth++) {
    const parts = begin()
    void parts.place(`part ${nth}`, null)
    parts.render(
      `<cached-fragment n="0">${'слово '.repeat(10)}</cached-fragment>${' '.repeat(SCREEN_BYTES)}`,
      () => STYLES,
    )
  }
  collectGarbage()

  expect(process.memoryUsage().heapUsed - before).toBeLessThan((SCREENS * SCREEN_BYTES) / 4)
})

/** V8's own, which it gives to contexts that are made while this flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}
