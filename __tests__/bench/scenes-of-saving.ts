import type { Page } from 'playwright-core'
import { type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import { API_BASE_PATH, paths } from '@contract/paths'
import { openArchive } from '@support/browser'
import { drawnPhotograph, smallPicture } from '@support/photographs'
import { type Found, press, type Scene, seenBy, type State, write } from './scene'

const SPACIOUS = { name: 'Лето в деревне у бабушки Ани, 1961, все вместе на крыльце.jpg', mimeType: 'image/jpeg' }

/** What those who keep a page see in its edit mode and around it. */
export function scenesOfKeeping({ ownId, portraitlessId, inexactId, closedId, pinlessId }: Found): Scene[] {
  const owner = seenBy('owner')
  const full = seenBy('full')
  const edit = (name: string, act?: Scene['act'], { id = ownId, ...state }: State & { id?: number } = {}) =>
    owner(`edit-${name}`, paths.memorial(id), {
      ...state,
      async act(page) {
        await press('Редактировать')(page)
        await act?.(page)
      },
    })

  return [
    edit('photo-chosen', async (page) => {
      await press('Изменить фото')(page)
      await choose(page, 'main', [{ ...SPACIOUS, buffer: await drawnPhotograph(1200, 800, 0.3) }])
      await page.getByLabel('Крупнее').waitFor()
    }),
    edit('photo-first', press('Добавить фото'), { id: portraitlessId }),
    edit('name-long', press('Изменить имя'), { id: portraitlessId }),
    edit('dates-calendar', async (page) => {
      await press('Изменить даты')(page)
      await press('Выбрать дату в календаре')(page)
      await page.getByRole('dialog').waitFor()
    }),
    edit('dates-calendar-days', async (page) => {
      await press('Изменить даты')(page)
      await press('Выбрать дату в календаре')(page)
      await page.getByRole('radio', { name: '1896' }).click()
      await page.getByRole('radio', { name: /^сентябрь|^сен/ }).click()
      await page.getByRole('gridcell', { name: '20' }).waitFor()
    }),
    edit('dates-inexact', press('Изменить даты'), { id: inexactId }),
    edit('dates-wrong', async (page) => {
      await press('Изменить даты')(page)
      await page.getByLabel('Год', { exact: true }).first().fill('2001')
      await press('Сохранить')(page)
      await page.locator('[aria-invalid="true"]').first().waitFor()
    }),
    edit('draft', async (page) => {
      await press(/^(Написать|Изменить) биографию$/)(page)
      await page.getByRole('textbox', { name: 'Биография' }).fill('Родилась в Заонежье и прожила там всю жизнь.')
      await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('biography-draft')))
      await page.reload()
      await press('Редактировать')(page)
      await press(/^(Написать|Изменить) биографию$/)(page)
      await page.getByText('Мы вернули то, что вы написали раньше').waitFor()
    }),
    edit('discard', async (page) => {
      await press('Изменить имя')(page)
      await write(page, 'Отчество', 'Другое')
      await press('Готово')(page)
      await page.getByRole('alertdialog').waitFor()
    }),
    edit('chosen-files', async (page) => {
      await choose(page, 'Фотографии', await threePictures())
      await region(page, 'Фотографии').locator('form').first().getByLabel('Описание').nth(2).waitFor()
    }),
    edit('uploads', async (page) => {
      await routeUploads(page)
      await send(page, 'Фотографии', [...(await threePictures()), ...(await threePictures())])
      await region(page, 'Фотографии').getByText('Ждёт своей очереди').first().waitFor()
      await region(page, 'Фотографии').getByRole('button', { name: 'Повторить' }).first().waitFor()
    }),
    edit('upload-repeated', async (page) => {
      const buffer = await smallPicture()
      for (const name of ['река.jpg', SPACIOUS.name]) {
        await send(page, 'Фотографии', [{ name, mimeType: 'image/jpeg', buffer }])
        // The next one is a repeat only once this one is stored, which no text of the screen tells.
        await page.waitForTimeout(2000)
      }
      await page.getByText('Такой файл уже был в архиве').first().waitFor()
    }),
    edit('upload-too-large', async (page) => {
      await choose(page, 'Аудио', [{ name: 'письмо.txt', mimeType: 'text/plain', buffer: Buffer.from('нет') }])
    }),
    edit('caption', async (page) => {
      await openArchive(page, 'Фотографии')
      await press(/^Действия/)(page)
      await press(/^(Изменить|Добавить) подпись/)(page)
      await page.getByLabel('Когда', { exact: true }).waitFor()
    }),
    edit('films', (page) => region(page, 'Видео').getByText('Готовим видео').waitFor(), {
      before: (page) => changeList(page, 'video', likeFilms),
    }),
    edit('words', async (page) => {
      await press(/слова памяти$/)(page)
      await press(/^Изменить воспоминание/)(page)
      await press(/^(Ответить|Изменить ответ)/)(page)
      await page.locator('textarea').first().waitFor()
    }),
    edit('words-deleting', async (page) => {
      await press(/слова памяти$/)(page)
      await press(/^Удалить воспоминание/)(page)
      await page.getByRole('alertdialog').waitFor()
    }),
    edit('relative', async (page) => {
      await press(/родственника|Добавить родн|родного/i)(page)
      await page.getByRole('combobox').first().waitFor()
    }),
    edit('hand-over', async (page) => {
      await page.getByText('Кто хранит страницу').click()
      await press(/Передать страницу/)(page)
    }),
    edit('leaving-again', async (page) => {
      await press('Удалить мемориал')(page)
      await page.getByRole('alertdialog').waitFor()
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await page.getByText('Удалить страницу для всех?').waitFor()
    }),
    edit('burial-wrong', async (page) => {
      await press(/место захоронения/)(page)
      await write(page, 'Координаты', 'где-то в лесу')
      await press('Сохранить')(page)
      await page.locator('[aria-invalid="true"]').first().waitFor()
    }),
    edit('closed', undefined, { id: closedId }),
    edit('toasts', async (page) => {
      await stopLongTimers(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await press('Поделиться')(page)
      await page.route(`**${API_BASE_PATH}/memorial/update/**`, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('heading', { name: 'Кто видит страницу' }).click()
      await page.getByRole('switch', { name: 'Публичная страница' }).click()
      await page.getByText('Ошибка при смене статуса.').waitFor()
      // What a notice lies over by chance has too small a rest for axe.
      await page.evaluate(() => scrollTo(0, 0))
    }),

    full('memorial', paths.memorial(pinlessId)),
    full('memorial-promo-code', paths.memorial(pinlessId), { act: press('У меня есть промокод') }),
    full('memorial-promo-code-wrong', paths.memorial(pinlessId), {
      act: async (page) => {
        await press('У меня есть промокод')(page)
        await write(page, 'Промокод', 'НЕТ-ТАКОГО')
        await press('Применить')(page)
        await page.getByRole('alert').first().waitFor()
      },
    }),
    full('my-memorials', paths.myMemorials),
    full('create', paths.createMemorial),
    full('profile', paths.profile),
  ]
}

const region = (page: Page, title: string) =>
  title === 'main' ? page.getByRole('main') : page.getByRole('region', { name: title })

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

async function choose(page: Page, title: string, files: ChosenFile[]): Promise<void> {
  if (title !== 'main') await openArchive(page, title)
  await region(page, title).locator('input[type=file]').first().setInputFiles(files)
}

async function send(page: Page, title: string, files: ChosenFile[]): Promise<void> {
  await choose(page, title, files)
  const form = region(page, title).locator('form').first()
  await form
    .getByLabel('Описание')
    .nth(files.length - 1)
    .waitFor()
  await form.getByRole('button', { name: 'Добавить на страницу' }).click()
}

async function threePictures(): Promise<ChosenFile[]> {
  const buffer = await drawnPhotograph(1200, 800, 0.6)
  return [SPACIOUS.name, 'IMG_20260509_101112.jpg', 'дом.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
}

/** The first file is refused, and the others are on their way for ever. */
async function routeUploads(page: Page): Promise<void> {
  let isFirst = true
  await page.route(`**${API_BASE_PATH}${archivePaths('photo').create}`, (route) => {
    if (!isFirst) return undefined
    isFirst = false
    return route.fulfill({ status: 500, json: { detail: 'Ошибка сервера' } })
  })
}

/** Shows another list of an archive than the server has. */
async function changeList(
  page: Page,
  kind: ArchiveKind,
  change: (items: ArchiveItem[]) => Partial<ArchiveItem>[],
): Promise<void> {
  const { list } = archivePaths(kind)
  // What a service worker asks for passes by the route.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.route(`**${API_BASE_PATH}${list}/**`, async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: ArchiveItem[] }
    await route.fulfill({ json: { result: change(result) } })
  })
}

/** One that is being prepared, and one that few browsers show. */
function likeFilms([film]: ArchiveItem[]): Partial<ArchiveItem>[] {
  return [
    {
      ...film,
      id: 900_001,
      is_being_prepared: true,
      description: 'Свадьба Веры и Константина',
      date_text: 'август 1988',
    },
    { ...film, id: 900_002, is_playable: false, description: 'На даче' },
  ]
}

/** A notice goes by itself, and would be gone before its pictures are taken. */
function stopLongTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const LONG_MS = 4000
    const start = window.setTimeout.bind(window)
    const startShort = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= LONG_MS ? 0 : start(handler, ms, ...rest)
    window.setTimeout = startShort as typeof window.setTimeout
  })
}
