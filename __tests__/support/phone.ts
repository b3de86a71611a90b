import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Complaints, openVisit, PHONE } from './browser'
import type { ServerProcess } from './server-process'

/** What a page says that is shown without network. */
export const KEPT_NOTE = /Страница сохранена на этом устройстве .+ и показана такой, какой была тогда\./

export interface Phone {
  context: BrowserContext
  page: Page
  complaints: Complaints
}

/** A phone on which the site opens without network: its service worker is at work. */
export async function aPhone(browser: Browser, { url }: ServerProcess, address: string): Promise<Phone> {
  const { page, complaints } = await openVisit(browser, url, { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(address)
  await page.mouse.wheel(0, 200)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50))
  })
  return { context: page.context(), page, complaints }
}

/** As when the seconds are over for which a browser may keep public answers (src/contract/README.md). */
export async function forgetAnswers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

export async function save({ page }: Phone): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить на телефоне' }).tap()
  await page.getByRole('button', { name: 'Сохранено на телефоне' }).waitFor()
}

/** As a guest, by a finger. */
export async function writeByTouch(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Написать' }).tap()
  for (const [label, text] of [
    ['Воспоминание', words],
    ['Ваше имя', 'Ольга'],
    ['E-mail', 'olga@example.org'],
  ] as const) {
    await page.getByLabel(label).tap()
    await page.getByLabel(label).fill(text)
  }
  await page.getByRole('checkbox').tap()
  await page.getByRole('button', { name: 'Добавить воспоминание' }).tap()
}
