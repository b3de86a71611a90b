import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import type { PendingMemories } from '@contract/memory'
import { paths } from '@contract/paths'
import { axeFindings } from '@support/axe'
import { launchBrowser, launchWithMicrophone, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { aVoice, describeWithFfmpeg } from '@support/films'
import { decoded, playedFile, record, recordedSeconds, SILENCE } from '@support/recorder'
import { openAccount, REMOTE_PASSWORD, type RemoteAccount } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'

/** How long is recorded before the tab dies, and after. */
const BEFORE_SECONDS = repeats({ usually: 3, thoroughly: 60 })
const AFTER_SECONDS = repeats({ usually: 2, thoroughly: 30 })

describeWithFfmpeg(() => {
  let dataDir: string
  let server: ServerProcess
  let owner: RemoteAccount
  let memorialId: number
  let browser: Browser
  let others: Browser

  beforeAll(async () => {
    dataDir = await makeDataDir('voice')
    const speech = path.join(dataDir, 'speech.wav')
    await writeFile(speech, await aVoice('speech.wav', '-c:a pcm_s16le', 10))
    server = await startServerProcess({ DATA_DIR: dataDir })
    owner = await openAccount(server, dataDir, 'owner@example.org')
    memorialId = (await owner.createMemorial()).id
    browser = await launchWithMicrophone(speech)
    others = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await others.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('is told on a phone, survives the death of its tab, is approved and heard', async () => {
    const { page: first } = await openVisit(browser, server.url, { viewport: PHONE, permissions: ['microphone'] })
    const scripts: string[] = []
    first.on('request', (request) => scripts.push(request.url()))
    await first.goto(paths.memorial(memorialId))
    await first.getByRole('button', { name: 'Написать' }).click()
    await first.getByRole('button', { name: 'Рассказать голосом' }).waitFor()
    const before = scripts.filter((url) => url.endsWith('.js')).length
    await first.getByRole('button', { name: 'Рассказать голосом' }).click()
    await first.getByRole('button', { name: 'Начать запись' }).waitFor()
    // The code of the recorder comes at the press.
    expect(scripts.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(before)
    await record(first, 'Начать запись', BEFORE_SECONDS)
    await first.close()

    const page = await first.context().newPage()
    await page.goto(paths.memorial(memorialId))
    await page.getByText(/У вас осталась запись, \d+ секунд[аы]?\. Продолжить\?/).waitFor()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    const left = await recordedSeconds(page)
    expect(left).toBeGreaterThanOrEqual(BEFORE_SECONDS - 1)
    await record(page, 'Записать дальше', left + AFTER_SECONDS)
    await page.getByRole('button', { name: 'Закончить' }).click()
    const whole = await recordedSeconds(page)
    expect(whole).toBeGreaterThanOrEqual(left + AFTER_SECONDS - 1)
    expect(await axeFindings(page)).toEqual([])

    await page.getByLabel('Ваше имя').fill('Вера Орлова')
    await page.getByLabel('E-mail').fill('vera@example.org')
    await page.getByLabel(/согласие на обработку/).check()
    await page.getByRole('button', { name: 'Добавить воспоминание' }).click()
    await page.getByText('Чтобы сохранить запись голоса, нужно ваше согласие.').waitFor()
    await page.getByLabel(/согласие на запись голоса/).check()
    await page.getByRole('button', { name: 'Добавить воспоминание' }).click()
    await page.getByText('Спасибо. Ваши слова появятся на странице после проверки.').waitFor()
    await page.getByText(/Ждёт проверки вместе с записью голоса/).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Написать' }).waitFor()
    await page.context().close()

    const { page: keeper } = await openVisit(others, server.url)
    await keeper.goto(paths.login)
    await keeper.getByLabel('E-mail').fill(owner.email)
    await keeper.getByLabel('Пароль', { exact: true }).fill(REMOTE_PASSWORD)
    await keeper.keyboard.press('Enter')
    await keeper.waitForURL((url) => url.pathname !== paths.login)
    await keeper.goto(paths.pendingWords)
    await keeper.getByText('Рассказ голосом').first().waitFor()
    await keeper.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
    const waiting = (await (await owner.fetch('/memories/pending')).json()) as PendingMemories
    const body = JSON.stringify({ decision: 'approved' })
    const headers = { 'content-type': 'application/json' }
    await owner.fetch(`/memories/moderate/${waiting.result[0]?.id}`, { method: 'POST', body, headers })
    await keeper.context().close()

    const { page: visitor } = await openVisit(others, server.url, { viewport: PHONE })
    await visitor.goto(paths.memorial(memorialId))
    await visitor.getByRole('button', { name: /Послушать рассказ/ }).scrollIntoViewIfNeeded()
    await visitor.getByRole('button', { name: /Послушать рассказ/ }).click()
    await visitor.waitForFunction(() => (document.querySelector('figure audio') as HTMLAudioElement).currentTime > 0.5)
    const heard = await decoded(visitor, await playedFile(visitor))
    expect(heard.seconds).toBeGreaterThan(whole - 1)
    expect(heard.loudness).toBeGreaterThan(SILENCE)
    await visitor.context().close()
  })

  it('is recorded on a full device too, which says that the page must stay open', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE, permissions: ['microphone'] })
    await page.addInitScript(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto(paths.memorial(memorialId))
    await page.getByRole('button', { name: 'Написать' }).click()
    await page.getByRole('button', { name: 'Рассказать голосом' }).click()
    await record(page, 'Начать запись', 2)
    await page.getByText(/^На этом устройстве не хватает места\./).waitFor()
    await page.getByRole('button', { name: 'Закончить' }).click()
    expect(await recordedSeconds(page)).toBeGreaterThanOrEqual(1)
    await page.context().close()
  })

  it('is refused kindly without a microphone, with writing as the other way', async () => {
    const { page } = await openVisit(others, server.url, { viewport: PHONE })
    await page.goto(paths.memorial(memorialId))
    await page.getByRole('button', { name: 'Написать' }).click()
    await page.getByRole('button', { name: 'Рассказать голосом' }).click()
    await page.getByRole('button', { name: 'Начать запись' }).click()
    await page.getByText(/напишите словами/).waitFor()
    await page.getByRole('button', { name: 'Написать словами' }).click()
    await page.getByRole('button', { name: 'Рассказать голосом' }).waitFor()
    await page.context().close()
  })
})
