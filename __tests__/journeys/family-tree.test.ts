import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import type { Memorial } from '@contract/memorial'
import type { Relations } from '@contract/relations'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { copyEmptyDatabase } from '@support/data-dir'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const PEOPLE = 400
/** Each of them is known by the first name alone. */
const NAMELESS = [7, 50, 93, 136, 179, 222, 265, 308, 351]
const LETTERS = 'абвгдежзик'
const nameOf = (nth: number) => `Лист${String(nth).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')}`

/** Families of four: a father, a mother and two children. */
function tree(): Buffer {
  const people = Array.from({ length: PEOPLE }, (_, nth) => {
    const surname = NAMELESS.includes(nth) ? '' : ` /Ёлкин${nth % 2 === 0 ? '' : 'а'}/`
    return deadPerson(`P${nth}`, `${nameOf(nth)}${surname}`, '1 BIRT', `2 DATE ABT ${1800 + (nth % 100)}`).join('\r\n')
  })
  const families = Array.from({ length: PEOPLE / 4 }, (_, nth) => {
    const [father, mother, ...children] = [0, 1, 2, 3].map((member) => `@P${4 * nth + member}@`)
    const lines = [`0 @F${nth}@ FAM`, `1 HUSB ${father}`, `1 WIFE ${mother}`]
    return [...lines, ...children.map((child) => `1 CHIL ${child}`)].join('\r\n')
  })
  const living = Array.from({ length: 30 }, (_, nth) => `0 @L${nth}@ INDI\r\n1 NAME Живой /Ёлкин/`)
  const text = gedcomTree([...people, ...living, ...families], 'UNICODE').replace(/\r?\n/g, '\r\n')
  return Buffer.from(`\ufeff${text}`, 'utf16le')
}

let folder: string
let server: ServerProcess
let account: RemoteAccount
let browser: Browser
let page: Page
let complaints: Complaints

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-tree-'))
  const dataDir = path.join(folder, 'data')
  copyEmptyDatabase(dataDir)
  server = await startServerProcess({ DATA_DIR: dataDir, NEW_ACCOUNT_MEMORIALS: '1000' })
  account = await openAccount(server, dataDir, 'doch@example.org')
  await writeFile(path.join(folder, 'древо.ged'), tree())
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url, { viewport: PHONE }))
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, account.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('a tree of 400 in UTF-16, of whom nine have no surname', () => {
  it('is read whole, and tells who is left out', async () => {
    await page.goto('/my-memorials/import')
    await page.locator('#import-file').setInputFiles(path.join(folder, 'древо.ged'))
    await button('Проверить файл').click()
    await button(`Создать ${PEOPLE - 9} страницу, 9 человек пропустить`).waitFor()
    await page.getByText('30 человек из древа не возьмём').waitFor()
    expect(await page.getByRole('button', { name: /^Исправить: / }).count()).toBe(9)
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

  it('is corrected there and then', async () => {
    await button(`Исправить: ${nameOf(7)}`).click()
    await page.getByRole('textbox', { name: 'Фамилия', exact: true }).fill('Ёлкина')
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await button('Готово').click()
    await button('Проверить исправленное').click()
    await button(`Создать ${PEOPLE - 8} страницы, 8 человек пропустить`).click()
    await page.getByText(`Готово: ${PEOPLE - 8} страницы среди ваших мемориалов.`).waitFor()
  })

  it('becomes pages with the relations of those who remain', async () => {
    const all = (await (await account.fetch('/memorial/my_memorials')).json()) as { result: Memorial[] }
    expect(all.result).toHaveLength(PEOPLE - 8)
    const relationsOf = async (nth: number) => {
      const found = all.result.find(({ name }) => name === nameOf(nth))
      const answer = await account.fetch(`/memorial/${found?.id}/relations`)
      return ((await answer.json()) as Relations).result.map(({ kind, memorial }) => `${kind} ${memorial.name}`).sort()
    }
    // The sister of person 7, who was corrected, and the brother of person 51, whose sister has no surname.
    expect(await relationsOf(6)).toEqual([`parent ${nameOf(4)}`, `parent ${nameOf(5)}`, `sibling ${nameOf(7)}`].sort())
    expect(await relationsOf(51)).toEqual([`parent ${nameOf(48)}`, `parent ${nameOf(49)}`].sort())
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
