import { serializeStyles as byEmotion } from '@emotion/serialize'
import { createElement } from 'react'
import { serializeStyles } from '@client/ssr/style-memo'

interface Props {
  theme: { components: object; accent: string }
  ownerState?: { size?: string; startIcon?: unknown; href?: string }
  sx?: unknown
  [name: string]: unknown
}

const theme = { components: {}, accent: 'red' }

/** Styles that depend on props in the ways of Material UI, and how often they were worked out. */
function someStyles() {
  const work = jest.fn(({ theme: { accent }, ownerState, sx, href }: Props) => ({
    color: accent,
    fontSize: ownerState?.size,
    marginLeft: ownerState?.startIcon ? -4 : 0,
    cursor: href ? 'pointer' : 'default',
    ...(typeof sx === 'function' ? (sx as () => object)() : (sx as object)),
  }))
  const styles = [work, 'display:block;']
  return { work, ask: (props: Props) => serializeStyles(styles, {}, props).name, styles }
}

it('works out the same styles once', () => {
  const { work, ask, styles } = someStyles()
  const props = () => ({ theme, ownerState: { size: '2rem' }, sx: { pt: { xs: 1 } }, onClick: () => undefined })

  const name = ask(props())

  expect(ask(props())).toBe(name)
  expect(work).toHaveBeenCalledTimes(1)
  expect(name).toBe(byEmotion(styles, {}, props()).name)
})

it.each<[string, Partial<Props>]>([
  ['another theme', { theme: { components: {}, accent: 'blue' } }],
  ['another state of the owner', { ownerState: { size: '3rem' } }],
  ['an icon', { ownerState: { size: '2rem', startIcon: createElement('i') } }],
  ['other styles of its own', { sx: { color: 'green' } }],
  ['an address where there was none', { href: '/memorials' }],
])('tells apart: %s', (_what, change) => {
  const { ask, styles } = someStyles()
  const props: Props = { theme, ownerState: { size: '2rem' } }

  expect(ask({ ...props, ...change })).toBe(byEmotion(styles, {}, { ...props, ...change }).name)
  expect(ask(props)).toBe(byEmotion(styles, {}, props).name)
  expect(ask({ ...props, ...change })).not.toBe(ask(props))
})

it('works out anew what a function among the styles of an element may tell', () => {
  const { ask } = someStyles()
  const named = (color: string) => ask({ theme, sx: () => ({ color }) })

  expect(named('red')).not.toBe(named('blue'))
})

it('works out a constant object once, whatever the props', () => {
  const color = jest.fn(() => 'red')
  const constant = Object.defineProperty({}, 'color', { enumerable: true, get: color }) as { color: string }
  const name = serializeStyles([constant], {}, { theme }).name

  color.mockClear()
  expect(serializeStyles([constant], {}, { theme: { components: {} } }).name).toBe(name)
  expect(color).not.toHaveBeenCalled()
  expect(name).toBe(byEmotion([{ color: 'red' }]).name)
  expect(serializeStyles([{ color: 'blue' }], {}, { theme }).name).not.toBe(name)
})

it('tells a text from other props that it looks like', () => {
  const { ask } = someStyles()
  const pretended = ask({ theme, lang: 'ru,href:some' })

  expect(ask({ theme, lang: 'ru', href: '/memorials' })).not.toBe(pretended)
})

it('remembers nothing for texts without end', () => {
  const { work, ask } = someStyles()
  for (let time = 0; time < 2; time++) ask({ theme, text: 'а'.repeat(10_000) })

  expect(work).toHaveBeenCalledTimes(2)
})

it('takes no room for each address and each text', () => {
  const { work, ask } = someStyles()
  for (let id = 1; id <= 10; id++)
    ask({ theme, href: `/memorials/${id}`, ownerState: { href: `/${id}` }, children: `№ ${id}` })

  expect(work).toHaveBeenCalledTimes(1)
})
