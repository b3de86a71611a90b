import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { archivePaths } from '@contract/archive'
import type { Burial, RoadStep } from '@contract/burial'
import { paths } from '@contract/paths'
import { archiveForm } from '@support/archives'
import { openArchive } from '@support/browser'
import { memorialForm } from '@support/memorial-form'
import { drawnPhotograph } from '@support/photographs'
import type { RemoteAccount } from '@support/remote-account'
import { type Found, press, type Scene, seenBy } from './scene'

/** An album with photographs of real shapes, as visitors and keepers see it. */
export function scenesOfAlbum({ albumId }: Found): Scene[] {
  const guest = seenBy('guest')
  const full = seenBy('full')
  const address = paths.memorial(albumId)
  const inAlbum = (act?: Scene['act']) => async (page: Page) => {
    await press('Редактировать')(page)
    await openArchive(page, 'Фотографии')
    await act?.(page)
    // What the bar of the edit mode lies over by chance has too small a rest for axe.
    await page.evaluate(() => scrollTo(0, 0))
  }

  return [
    guest('album', address),
    guest('album-panorama', address, { act: openPhoto('Весь цех на демонстрации') }),
    guest('album-scan', address, { act: openPhoto('Самый первый снимок') }),
    guest('album-sitting', address, {
      act: async (page) => {
        await press('Посидеть рядом')(page)
        await page.getByRole('dialog').waitFor()
      },
    }),
    full('album', address),
    full('album-editing', address, { act: inAlbum() }),
    full('album-choosing', address, {
      act: inAlbum(async (page) => {
        await press('Выбрать несколько')(page)
        await page.getByRole('checkbox', { name: 'На паспорт' }).check()
      }),
    }),
    full('album-tools', address, { act: inAlbum(press('Действия: На паспорт')) }),
  ]
}

const openPhoto = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Pixels, when it was taken, and what stands below it. */
type Shape = [width: number, height: number, date: string, caption?: string]

const LONG_CAPTION =
  'Трое: Вера, Надя и Люба. Снимал сосед, у которого одного на всю улицу был фотоаппарат, и он потом ещё целый месяц разносил карточки по дворам, а мы ждали и спорили, кто моргнул.'

/** As families have them: small scans, sheets of paper, panoramas, phones held upright. In the order of time after the first. */
const ALBUM: Shape[] = [
  [1800, 1200, 'лето 1974', 'С дедом Колей у дома'],
  [200, 150, '1936', 'Самый первый снимок'],
  [150, 200, '1939'],
  [900, 1300, '1948', 'На паспорт'],
  [320, 220, '1949'],
  [1500, 1000, '1951', 'Смена на фабрике. Анна во втором ряду, четвёртая слева'],
  [3600, 640, '1953', 'Весь цех на демонстрации'],
  [640, 430, '1955'],
  [420, 1700, '1958', 'Похвальный лист'],
  [1000, 1000, '1964'],
  [96, 72, '1965', 'Из пропуска'],
  [1280, 960, '1968', LONG_CAPTION],
  [2400, 800, '1972', 'Выпуск училища'],
  [900, 1200, '1975'],
  [1600, 800, '1984'],
  [1600, 900, '2005'],
  [1250, 1000, '2006', 'С правнучкой'],
  [1080, 1920, '2009', 'Последнее лето'],
  [500, 1500, '2010'],
]
const ROAD = ['От главных ворот прямо', 'У колодца налево', 'Мимо голубой ограды, до старой берёзы', 'Здесь']

/** A page of the account with photographs of real shapes: a landscape as its portrait, an album, a road. Its id. */
export async function makeAlbum(account: RemoteAccount): Promise<number> {
  const portrait = { bytes: await drawnPhotograph(1600, 1000, 0.3) }
  const fields = { lastname: 'Орехова', name: 'Анна', surname: 'Сергеевна', rate_check: 'true' }
  const { id } = (await send(account, '/memorial/create', memorialForm(fields, portrait))) as { id: number }
  for (const [index, [width, height, date_text, description = '']] of ALBUM.entries()) {
    const drawn = await drawnPhotograph(width, height, index / ALBUM.length)
    const bytes = index % 2 ? await sharp(drawn).grayscale().tint('#b08a5a').toBuffer() : drawn
    await send(account, archivePaths('photo').create, archiveForm(id, bytes, { date_text, description }))
  }
  await addRoad(account, id)
  return id
}

async function addRoad(account: RemoteAccount, memorialId: number): Promise<void> {
  const grave = new FormData()
  grave.append('memorial_id', String(memorialId))
  grave.append('cemetery', 'Хованское кладбище')
  let { id, road = [] } = (await send(account, '/burial/create', grave)) as Burial
  for (const [index, line] of ROAD.entries()) {
    const step = new FormData()
    const before = road.map((known) => known.id)
    step.append('road', JSON.stringify({ before, steps: [...road.map(idAndLine), { id: null, line }] }))
    const [width, height] = index === 1 ? [900, 1200] : [1200, 900]
    const bytes = await drawnPhotograph(width, height, index / ROAD.length)
    step.append('road_photo_file', new Blob([new Uint8Array(bytes)]), 'road.jpg')
    ;({ id, road = [] } = (await send(account, `/burial/update/${id}`, step, 'PATCH')) as Burial)
  }
}

const idAndLine = ({ id, line }: RoadStep) => ({ id, line })

async function send(account: RemoteAccount, path: string, body: FormData, method = 'POST'): Promise<unknown> {
  const response = await account.fetch(path, { method, body })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
