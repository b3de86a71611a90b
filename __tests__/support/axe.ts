import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { paintAll } from './screenshots'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The violations that axe finds on the page, each with its elements. Everything on it is painted first. */
export async function axeFindings(page: Page): Promise<string[]> {
  await paintAll(page)
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        resultTypes: ['violations'],
      }),
    RULES,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
