import { usedIn, withoutUnusedVariables } from '@server/pages/page'

const THEME =
  ':root{--mui-a:1px;--mui-b:calc(var(--mui-a) * 2);--mui-c:rgb(0 0 0 / 18%);color-scheme:light;}@media (prefers-color-scheme:dark){:root{--mui-c:#fff;--mui-d:#000}}'

it('leaves out of a sheet the variables that nothing uses', () => {
  expect(withoutUnusedVariables([THEME, 'p{margin:var(--mui-b)}'], [])[0]).toBe(
    ':root{--mui-a:1px;--mui-b:calc(var(--mui-a) * 2);color-scheme:light;}@media (prefers-color-scheme:dark){:root{}}',
  )
})

it('leaves out what only unused ones need', () => {
  expect(withoutUnusedVariables([THEME], [])).toEqual([
    ':root{color-scheme:light;}@media (prefers-color-scheme:dark){:root{}}',
  ])
})

it('finds uses in HTML, and with spaces and fallbacks', () => {
  const html = '<style>p{color:var(--mui-d,var(--mui-a))}</style><path fill="var( --mui-c, red)"/>'
  expect(withoutUnusedVariables([THEME], usedIn(html))).toEqual([THEME.replace('--mui-b:calc(var(--mui-a) * 2);', '')])
})

it('leaves alone what is no definition', () => {
  const css = '.css-1--mui:hover{color:red}a:hover{top:0}'
  expect(withoutUnusedVariables([css], [])).toEqual([css])
})
