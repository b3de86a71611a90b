import { renderToString } from 'react-dom/server'
import { useId } from 'react'
import { createPartsKeeper, type StyleOfElement } from '@client/app/kept-parts'
import { KeptPart, KeptPartsContext } from '@client/ui/kept-part'

const STYLES: StyleOfElement[] = [{ name: 'abc', css: '.css-abc{color:red}' }]

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
          <KeptPart name="name" shows={text}>
            <Name text={text} />
          </KeptPart>
        </li>
      ))}
    </ul>
  )
}

beforeEach(() => {
  renderings = 0
})

function renderingOf(begin: ReturnType<typeof createPartsKeeper>, names: string[]) {
  const parts = begin()
  const markup = renderToString(
    <KeptPartsContext value={parts}>
      <Screen names={names} />
    </KeptPartsContext>,
  )
  return parts.fillIn(markup, () => STYLES)
}

/** What a browser makes of the same screen, as the server would send it without keeping anything. */
const inFull = (names: string[]) => renderToString(<Screen names={names} />)

it('puts in the HTML of a part as it was rendered before, with its styles', () => {
  const begin = createPartsKeeper()
  const html = inFull(['Анна', 'Пётр'])
  expect(renderingOf(begin, ['Анна', 'Пётр'])).toEqual({ html, styles: [] })

  renderings = 0
  expect(renderingOf(begin, ['Анна', 'Пётр'])).toEqual({ html, styles: [...STYLES, ...STYLES] })
  expect(renderings).toBe(0)
})

it('renders anew what shows something else, or stands elsewhere', () => {
  const begin = createPartsKeeper()
  renderingOf(begin, ['Анна', 'Пётр'])

  expect(renderingOf(begin, ['Пётр', 'Анна']).html).toBe(inFull(['Пётр', 'Анна']))
  expect(renderingOf(begin, ['Анна', 'Фёдор']).html).toBe(inFull(['Анна', 'Фёдор']))
})

it('takes nothing that a visitor wrote for a part', () => {
  const begin = createPartsKeeper()
  const hostile = '<kept-part n="0">"</kept-part>'
  expect(renderingOf(begin, [hostile]).html).toBe(inFull([hostile]))
  expect(renderingOf(begin, [hostile]).html).toBe(inFull([hostile]))
})

it('refuses a part within a part', () => {
  const parts = createPartsKeeper()()
  const markup = renderToString(
    <KeptPartsContext value={parts}>
      <KeptPart name="outer">
        <p>
          <KeptPart name="inner">Анна</KeptPart>
        </p>
      </KeptPart>
    </KeptPartsContext>,
  )
  expect(() => parts.fillIn(markup, () => [])).toThrow('A kept part holds another one.')
})
