import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, within } from '@testing-library/react'
import { READING_LOOK_KEY } from '@client/app/AccessibilityPanel'
import { openAt } from '@support/render'

const SWITCH = { name: 'Версия для слабовидящих' }
const { dataset } = document.documentElement
const sheets = () => document.head.querySelectorAll('link[rel="stylesheet"]')
const shown = () => Object.fromEntries(Object.entries(dataset))

afterEach(() => {
  delete dataset.letters
  delete dataset.contrast
  document.documentElement.removeAttribute('style')
  for (const sheet of sheets()) sheet.remove()
})

async function openPanel() {
  const { user } = openAt('/no-such-page')
  await user.click(await screen.findByRole('button', SWITCH))
  return { user, panel: within(await screen.findByRole('region', SWITCH)) }
}

/** What the head of a page does before anything is shown. */
function runEarlyScript(): void {
  const html = readFileSync(path.resolve('src/client/index.html'), 'utf8')
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  // oxlint-disable-next-line typescript/no-implied-eval -- this runs the script of our own page, as a browser would.
  const run = new Function(script) as () => void
  run()
}

it('offers three sizes of letters and two contrasts beside the usual colours', async () => {
  const { panel } = await openPanel()
  const names = (group: string) =>
    within(panel.getByRole('radiogroup', { name: group }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent)

  expect(names('Буквы')).toEqual(['Обычные', 'Крупные', 'Самые крупные'])
  expect(names('Цвета')).toEqual(['Обычные', 'Чёрным по белому', 'Белым по чёрному'])
})

it('changes the page at once, and the next one before it is shown', async () => {
  const { user, panel } = await openPanel()
  await user.click(panel.getByRole('radio', { name: 'Самые крупные' }))
  await user.click(panel.getByRole('radio', { name: 'Белым по чёрному' }))
  expect(shown()).toEqual({ letters: 'largest', contrast: 'white-on-black' })

  delete dataset.letters
  delete dataset.contrast
  runEarlyScript()

  expect(shown()).toEqual({ letters: 'largest', contrast: 'white-on-black' })
})

it.each(['load', 'error'])('shows nothing in other colours before its style sheet has come: %s', (event) => {
  localStorage.setItem(READING_LOOK_KEY, '{"contrast":"white-on-black"}')
  runEarlyScript()

  expect(document.documentElement).not.toBeVisible()
  for (const sheet of sheets()) sheet.dispatchEvent(new Event(event))
  expect(document.documentElement).toBeVisible()
})

it('asks for no style sheet where nothing was chosen', () => {
  runEarlyScript()
  expect(sheets()).toHaveLength(0)
  expect(document.documentElement).toBeVisible()
})

it('goes back to the usual look and keeps nothing then', async () => {
  const { user, panel } = await openPanel()
  await user.click(panel.getByRole('radio', { name: 'Крупные' }))
  expect(localStorage.getItem(READING_LOOK_KEY)).toBe('{"letters":"large"}')

  await user.click(panel.getByRole('button', { name: 'Вернуть обычный вид' }))

  expect(shown()).toEqual({})
  expect(localStorage.getItem(READING_LOOK_KEY)).toBeNull()
})

it.each(['nonsense', 'null', '{"letters":'])('a page opens with %s in the storage', (stored) => {
  localStorage.setItem(READING_LOOK_KEY, stored)

  expect(runEarlyScript).not.toThrow()
  expect(shown()).toEqual({})
})

it('makes room for letters that the browser makes large by itself, also after others were chosen', async () => {
  document.documentElement.style.fontSize = '32px'
  runEarlyScript()
  expect(shown()).toEqual({ letters: 'of-browser' })
  expect(sheets()).toHaveLength(1)
  sheets()[0]?.dispatchEvent(new Event('load'))

  const { user, panel } = await openPanel()
  expect(panel.getByRole('radio', { name: 'Самые крупные' })).not.toBeChecked()
  await user.click(panel.getByRole('radio', { name: 'Крупные' }))
  expect(shown()).toEqual({ letters: 'large' })
  await user.click(panel.getByRole('button', { name: 'Вернуть обычный вид' }))

  expect(shown()).toEqual({ letters: 'of-browser' })
  expect(localStorage.getItem(READING_LOOK_KEY)).toBeNull()
})

it('takes the focus to the panel and gives it back', async () => {
  const { user } = await openPanel()
  expect(screen.getByRole('region', SWITCH)).toHaveFocus()
  expect(screen.getByRole('button', SWITCH)).toHaveAttribute('aria-expanded', 'true')

  await user.keyboard('{Escape}')

  expect(screen.queryByRole('region', SWITCH)).not.toBeInTheDocument()
  expect(screen.getByRole('button', SWITCH)).toHaveFocus()
})
