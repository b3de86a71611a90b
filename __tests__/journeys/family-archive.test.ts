import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import type { ArchiveItem } from '@contract/archive'
import { sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openArchive, openVisit, PHONE, sidewaysScroll, swipe } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { aFilm, describeWithFfmpeg, theFfmpeg } from '@support/films'
import { linkOfLastLetter } from '@support/outbox'
import { colourAt, drawnPhotograph, phonePhotograph } from '@support/photographs'
import { type RemoteAccount, signIn } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const EMAIL = 'doch@example.org'
const PASSWORD = 'Berezka-1945'
const NAME = 'Хәйруллина Әминә Гали кызы'
/** Pasted from a letter: a paragraph, what she could do, and her own words. */
const BIOGRAPHY = [
  'Родилась в деревне у самой Камы, пятой из восьми детей.',
  'Умела всё:\n- ткать половики\n- печь пироги\n- ходить за лошадьми',
  '> Беда не ходит одна, а радость приводи сама.',
].join('\n\n')
const PHOTOS = 20
const TWO_MINUTES_MS = 120_000
/** Width and height of the photos in turn: lying, upright, square, very wide. */
const SHAPES = [
  [400, 300],
  [300, 450],
  [320, 320],
  [640, 200],
] as const

/** What a daughter with a phone has, and the page that she makes of it; then somebody who comes to read it. */
describeWithFfmpeg(() => {
  let dataDir: string
  let server: ServerProcess
  let browser: Browser
  let daughter: RemoteAccount
  let page: Page
  let complaints: Complaints
  let visitor: Awaited<ReturnType<typeof openVisit>>
  let id: number

  beforeAll(async () => {
    dataDir = await makeDataDir('archive')
    server = await startServerProcess({
      DATA_DIR: dataDir,
      CATALOGUE_DIR: path.resolve('config/demo/catalogue'),
      FFMPEG_PATH: (await theFfmpeg()).path,
    })
    browser = await launchBrowser()
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
    ;({ page, complaints } = await openVisit(browser, server.url, phone))
    visitor = await openVisit(browser, server.url, phone)
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap()
  const write = (label: string, text: string) => page.getByRole('textbox', { name: label, exact: true }).fill(text)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const itemsOf = async (kind: string): Promise<ArchiveItem[]> => {
    const answer = await daughter.fetch(`/${kind}_archive/get_memorial_${kind}s/${id}`)
    return ((await answer.json()) as { result: ArchiveItem[] }).result
  }

  it('begins with an account, by the link of a letter', async () => {
    await page.goto('/register')
    await write('E-mail', EMAIL)
    for (const label of ['Пароль', 'Подтверждение пароля']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await press('Зарегистрироваться')
    await page.waitForURL('**/verify-email')
    await page.goto(await linkOfLastLetter(dataDir, EMAIL))
    await page.waitForURL('**/verify-email?verified=success')

    await page.goto('/login')
    await write('E-mail', EMAIL)
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).tap()
    await page.waitForURL((url) => url.pathname !== '/login')
    // What the tests ask the server for themselves.
    daughter = await signIn(server, EMAIL, PASSWORD)
  })

  it('goes on with a name in her own letters, and with days that nobody knows to the day', async () => {
    await page.goto('/memorials/create')
    await write('Фамилия', 'хәйруллина')
    await write('Имя', 'әминә')
    await write('Отчество', 'гали кызы')
    const birth = page.getByRole('group', { name: 'Дата рождения' })
    await birth.getByLabel('Точная дата неизвестна').check()
    await birth.getByLabel('Около').check()
    await birth.getByLabel('Год', { exact: true }).fill('1912')
    const death = page.getByRole('group', { name: 'Дата смерти' })
    await death.getByLabel('Точная дата неизвестна').check()
    await death.getByLabel('Год', { exact: true }).fill('1993')
    await write('Биография', BIOGRAPHY)
    await page.getByRole('checkbox', { name: 'Публичная страница' }).check()
    await press('Создать мемориал')
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: /Посетить страницу/ }).tap()
    await page.waitForURL(/memorials\/\d+$/)
    id = Number(new URL(page.url()).pathname.split('/').at(-1))

    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    await page.getByText(/^около\s1912\s—\s1993$/).waitFor()
  })

  it('opens the archive with a promo code, in the place where it is closed', async () => {
    await press('Редактировать')
    await press('У меня есть промокод')
    await write('Промокод', 'pomnim-advanced')
    await press('Применить')
    await press('Открыть альбом, голос и видео')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Открыть альбом, голос и видео' }).tap()
    await section('Фотографии').waitFor()
  })

  it('turns an old scan that lies upside down', async () => {
    await press('Добавить фото')
    await page
      .getByRole('article')
      .getByLabel('Фото', { exact: true })
      .and(page.locator('input'))
      .first()
      .setInputFiles({ name: 'скан.jpg', mimeType: 'image/jpeg', buffer: await upsideDown() })
    await press('Повернуть')
    await press('Повернуть')
    await press('Сохранить')
    await page.getByRole('img', { name: `Фото: ${NAME}` }).waitFor()

    const { photo_path } = (await (await daughter.fetch(`/memorial/${id}`)).json()) as { photo_path: string }
    const shown = Buffer.from(await (await fetch(server.url + photo_path)).arrayBuffer())
    expect([await colourAt(shown, 0.5, 0.1), await colourAt(shown, 0.5, 0.9)]).toEqual(['red', 'blue'])
  })

  it(
    'adds twenty photos of all shapes at once, one of them an iPhone’s, each with what is to be said of it',
    async () => {
      const photos = section('Фотографии')
      await openArchive(page, 'Фотографии')
      await photos.getByLabel('Выбрать фотографии').setInputFiles(await twentyPhotos())
      const descriptions = photos.getByLabel('Описание')
      await until(async () => (await descriptions.count()) === PHOTOS)
      // No caption is made of a file's name.
      expect(await descriptions.first().inputValue()).toBe('')
      await descriptions.first().fill('Свадьба 1934')
      await descriptions.nth(1).fill('У колодца')
      await photos.getByRole('button', { name: 'Добавить на страницу' }).tap()

      await page.getByRole('button', { name: `Загружено: ${PHOTOS} файлов` }).waitFor({ timeout: TWO_MINUTES_MS })
      const shapes = Array.from({ length: PHOTOS - 1 }, (_, index) => shapeAt(index + 1).toFixed(1))
      const chosen = ['Свадьба 1934', 'У колодца', ...shapes].join()
      // What arrived in another order is put in the chosen one after the notice; shapes are known once a photo is prepared.
      await until(async () => {
        const items = await itemsOf('photo')
        const titles = items.slice(0, 2).map(({ description }) => description)
        const shown = items.slice(1).map(({ width, height }) => (Number(width) / Number(height)).toFixed(1))
        return [...titles, ...shown].join() === chosen
      })
    },
    TWO_MINUTES_MS * 2,
  )

  it('says when a photo was taken and who is on it, and puts it first', async () => {
    const photos = section('Фотографии')
    await photos.getByRole('button', { name: 'Действия: У колодца' }).tap()
    await photos.getByRole('button', { name: 'Изменить подпись: У колодца' }).tap()
    await photos.getByLabel('Когда').fill('лето 1938')
    await photos.getByLabel('Кто на снимке').fill('Әминә и Галия')
    await photos.getByRole('button', { name: 'Сохранить' }).tap()
    await photos.getByText('лето 1938 · Әминә и Галия').waitFor()
    await photos.getByRole('button', { name: 'Действия: У колодца' }).tap()
    await photos.getByRole('button', { name: 'Сделать первой: У колодца' }).tap()

    await until(async () => (await itemsOf('photo'))[0]?.description === 'У колодца')
  })

  it('drags a photo to another place', async () => {
    const [first, second, third] = (await itemsOf('photo')).map(({ id: itemId }) => itemId)
    const places = section('Фотографии').locator('li[draggable="true"]')
    // The page shows the order of before until it has rendered this one.
    await places.first().getByText('У колодца').waitFor()
    // Both places on the screen at once: a scroll between press and move would drag what comes under the pointer then.
    await page.setViewportSize({ ...PHONE, height: PHONE.height * 4 })
    const within = { x: 20, y: 20 }
    await places.nth(2).dragTo(places.nth(1), { sourcePosition: within, targetPosition: within })
    await page.setViewportSize(PHONE)

    await until(async () => {
      const ids = (await itemsOf('photo')).map(({ id: itemId }) => itemId)
      return ids.slice(0, 3).join() === [first, third, second].join()
    })
  })

  it('adds a voice and a film as an iPhone makes it, which is made ready for every browser', async () => {
    const voice = { name: 'колыбельная.mp3', mimeType: 'audio/mpeg', buffer: await sampleFile('sound.mp3') }
    await openArchive(page, 'Аудио')
    await section('Аудио').getByLabel('Выбрать аудиозаписи').setInputFiles(voice)
    await section('Аудио').getByRole('button', { name: 'Добавить на страницу' }).tap()
    await section('Аудио')
      .getByRole('button', { name: /^Слушать/ })
      .waitFor()

    const film = await aFilm({ codec: 'libx265', size: '320x240', seconds: 3, options: ['-tag:v', 'hvc1'] })
    await openArchive(page, 'Видео')
    await section('Видео').getByLabel('Выбрать видео').setInputFiles({
      name: 'IMG_0412.MOV',
      mimeType: 'video/quicktime',
      buffer: film,
    })
    await section('Видео').getByRole('button', { name: 'Добавить на страницу' }).tap()
    await section('Видео')
      .getByText(/^Готовим видео/)
      .waitFor()
    await until(async () => (await itemsOf('video'))[0]?.is_playable === true)
    expect((await itemsOf('video'))[0]?.poster_path).not.toBeNull()
  })

  it('finds nothing that a screen reader could not tell, and no sideways scroll', async () => {
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect((await page.locator('[data-editing]').boundingBox())?.height).toBeLessThanOrEqual(56)
    await press('Готово')
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })

  describe('a visitor', () => {
    it('reads of her, in paragraphs, a list and a quotation', async () => {
      await visitor.page.goto(`/memorials/${id}`)
      const biography = visitor.page.getByRole('region', { name: 'Биография' })
      await biography.getByText('Родилась в деревне у самой Камы, пятой из восьми детей.').waitFor()
      const skills = (await biography.getByRole('listitem').allInnerTexts()).map(withPlainSpaces)
      expect(skills).toEqual(['ткать половики', 'печь пироги', 'ходить за лошадьми'])
      expect((await biography.locator('blockquote').allInnerTexts()).map(withPlainSpaces)).toEqual([
        'Беда не ходит одна, а радость приводи сама.',
      ])
    })

    it('hears the voice while reading on', async () => {
      await visitor.page.getByRole('button', { name: /^Услышать голос/ }).tap()
      const player = visitor.page.locator('article header audio')
      await until(async () => (await player.evaluate(playedSeconds)) > 0.2)
    })

    it('sees the film: frames are really drawn', async () => {
      const film = visitor.page.getByRole('region', { name: 'Видео' })
      await film.scrollIntoViewIfNeeded()
      const video = film.locator('video')
      await video.waitFor()
      await video.evaluate(async (element: HTMLVideoElement) => {
        element.muted = true
        await element.play()
      })
      await until(async () => (await video.evaluate(playedSeconds)) > 0.2)
      // The test picture of ffmpeg has many colours; where nothing is drawn there is one.
      expect(await video.evaluate(coloursDrawn)).toBeGreaterThan(5)
    })

    it('looks at the photos, the first one named by its caption, and goes on by swiping', async () => {
      const photos = visitor.page.getByRole('region', { name: 'Фотографии' })
      await photos.scrollIntoViewIfNeeded()
      await photos.getByText('У колодца').waitFor()
      await photos.getByRole('button', { name: 'У колодца' }).tap()
      const counter = visitor.page.locator('.yarl__counter')
      const untilIs = (place: number) => until(async () => (await counter.innerText()) === `${place} из ${PHOTOS}`)

      await untilIs(1)
      await swipe(visitor.page, { from: 340, to: 50 })
      await untilIs(2)
      await swipe(visitor.page, { from: 50, to: 340 })
      await untilIs(1)
      await visitor.page.keyboard.press('Escape')
    })

    it('writes words, and sees them waiting in their place', async () => {
      const { page: theirs } = visitor
      await theirs.getByRole('button', { name: 'Написать' }).tap()
      await theirs.getByRole('textbox', { name: 'Воспоминание' }).fill('Пела так, что затихал весь двор.')
      await theirs.getByRole('textbox', { name: 'Ваше имя' }).fill('Сосед Рашид')
      await theirs.getByRole('textbox', { name: 'E-mail' }).fill('rashid@example.org')
      await theirs.getByRole('checkbox').check()
      await theirs.getByRole('button', { name: 'Добавить воспоминание' }).tap()

      await theirs.getByText('Ждёт проверки. На странице эти слова пока видите только вы.').waitFor()
      expect(await axeFindings(theirs)).toEqual([])
      expect(visitor.complaints).toEqual({ scripts: [], foreign: [] })
    })
  })
})

/** No-break spaces and hyphens are for the eye. */
function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('\u2011', '-')
}

function playedSeconds(element: Element): number {
  return (element as HTMLMediaElement).currentTime
}

/** How many colours the frame has that a film shows now. */
function coloursDrawn(element: Element): number {
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 24
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.drawImage(element as HTMLVideoElement, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join())
  return colours.size
}

/** Upright its upper half would be red, its lower blue: it lies the other way round. */
async function upsideDown(): Promise<Buffer> {
  return sharp(await phonePhotograph({ width: 800, height: 600 }))
    .autoOrient()
    .rotate(180)
    .jpeg()
    .toBuffer()
}

function shapeAt(index: number): number {
  const [width, height] = SHAPES[index % SHAPES.length] ?? SHAPES[0]
  return width / height
}

/** The first is an iPhone's HEIC; a name that says something, then names of a camera. */
async function twentyPhotos() {
  const heic = { name: 'свадьба_1934.heic', mimeType: 'image/heic', buffer: await sampleFile('photograph.heic') }
  const others = Array.from({ length: PHOTOS - 1 }, async (_, index) => {
    const [width, height] = SHAPES[(index + 1) % SHAPES.length] ?? SHAPES[0]
    const buffer = await drawnPhotograph(width, height, (index + 1) / PHOTOS)
    return { name: `IMG_${String(index).padStart(4, '0')}.jpg`, mimeType: 'image/jpeg', buffer }
  })
  return [heic, ...(await Promise.all(others))]
}
