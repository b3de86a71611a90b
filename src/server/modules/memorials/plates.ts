import { create } from 'qrcode'
import sharp from 'sharp'
import { type Life, lifeInYears } from '@contract/life'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { type PlateChoice, PLATES_OF_FILE_MAX } from '@contract/plate'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { ReadableWhole } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound, unavailable } from '../../lib/api-error'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import { createSemaphore, createSenderSemaphores, refuseWhenFull } from '../../lib/semaphore'
import { networkOf } from '../../lib/visitor-network'
import type { Books, MadeBook } from '../../media/books/books'
import type { PlateSheet } from '../../media/books/book'
import type { MediaThreads } from '../../media/media-threads'
import type { PlateWords } from '../../media/plates/words'
import { listPlatesOf } from './list-repository'

const LIMIT = {
  name: 'plates',
  max: 120,
  seconds: 10 * 60,
  refusal: 'Вы уже скачали много табличек. Пожалуйста, попробуйте через несколько минут.',
}
/** Each takes some tens of milliseconds, and a picture some megabytes. */
const MAX_AT_ONCE = 1
const MAX_WAITING = 20
/** Of one sender, behind the one in the shared queue. */
const MAX_WAITING_OF_ONE = 10
const RETRY_AFTER_SECONDS = 5
const TOO_MANY = 'Сейчас готовится слишком много табличек. Пожалуйста, попробуйте немного позже.'

export type PlateService = ReturnType<typeof createPlateService>

/** Draws the QR code of a page for print and engraving, optionally with name and years beneath. */
export function createPlateService(parts: {
  limitAttempts: LimitAttempts
  site: PublicSettings
  threads: Pick<MediaThreads, 'drawPlate'>
}) {
  const { limitAttempts, site, threads } = parts
  const drawnByNetwork = limitAttempts(LIMIT)
  const runLimited = createSemaphore(MAX_AT_ONCE, MAX_WAITING)
  const runLimitedPerSender = createSenderSemaphores(1, MAX_WAITING_OF_ONE)

  async function draw(memorial: ReadableWhole, { format, size_mm, tone, plate }: PlateChoice): Promise<Buffer> {
    return threads.drawPlate({
      choice: { format, size_mm, tone },
      text: site.publicUrl + paths.memorial(memorial.id),
      words: plate ? plateWords(memorial) : undefined,
      title: `QR-код — ${fullName(memorial)}`,
      author: site.siteName,
    })
  }

  return {
    /** `address` is the client's IP address. Throws 429, or 503 when the queue is full. */
    draw: (memorial: ReadableWhole, choice: PlateChoice, address: string): Promise<Buffer> =>
      countResponses([[drawnByNetwork, networkOf(address)]], () =>
        runLimitedPerSender(networkOf(address), () => runLimited(() => draw(memorial, choice))).catch(
          refuseWhenFull(unavailable(TOO_MANY, RETRY_AFTER_SECONDS)),
        ),
      ),
  }
}

/** The text beneath the code of a page. */
function plateWords(memorial: Pick<ReadableWhole, 'lastname' | 'name' | 'surname'> & Life): PlateWords {
  return {
    lastname: memorial.lastname.trim(),
    givenNames: [memorial.name, memorial.surname].filter(Boolean).join(' ').trim(),
    years: lifeInYears(memorial),
  }
}

const SHEETS_LIMIT = {
  name: 'plate-sheets',
  max: 10,
  seconds: 10 * 60,
  refusal: 'Вы уже несколько раз скачали таблички. Пожалуйста, попробуйте через несколько минут.',
}

interface SheetChoice {
  sizeMm: number
  /** The number of the file, from 1: all plates may need several. */
  part: number
}

export type PlateSheetService = ReturnType<typeof createPlateSheetService>

/** The plates of all pages of an account as one PDF, for print. */
export function createPlateSheetService(parts: {
  db: Db
  books: Books
  limitAttempts: LimitAttempts
  site: PublicSettings
}) {
  const { db, books, limitAttempts, site } = parts
  const madeByAccount = limitAttempts(SHEETS_LIMIT)

  async function gather({ id }: Account, { sizeMm, part }: SheetChoice): Promise<PlateSheet> {
    const offset = (part - 1) * PLATES_OF_FILE_MAX
    const pages = await listPlatesOf(db, id, { offset, limit: PLATES_OF_FILE_MAX })
    if (pages.length === 0) throw notFound()
    return {
      title: 'Таблички с QR-кодами',
      siteName: site.siteName,
      sizeMm,
      plates: pages.map((page) => ({
        text: site.publicUrl + paths.memorial(page.id),
        words: plateWords(page),
      })),
    }
  }

  return {
    /** By last name, closed pages included. Throws 404 when the account has no page in this file, 429 and 503 like a book. */
    make: (account: Account, choice: SheetChoice): Promise<MadeBook> =>
      countResponses([[madeByAccount, String(account.id)]], () =>
        books.makeSheet(`account ${account.id}`, () => gather(account, choice)),
      ),
  }
}

/** The maximum width in pixels; each module of the code has a whole number of them. Enough to print it at 5 cm. */
const WIDTH_MAX = 1024
/** Codes on gravestones weather. This level still works when a quarter of the code is lost. */
const ERROR_CORRECTION = 'Q'
/** The empty border that scanners need, in modules. */
const MARGIN = 4
const [BLACK, WHITE] = [0, 255]

/** A QR code as PNG. Drawn by sharp in a worker thread: the package's own renderer blocks the event loop for 100 ms. */
export async function drawQrCode(text: string): Promise<Buffer> {
  const { modules } = create(text, { errorCorrectionLevel: ERROR_CORRECTION })
  const side = modules.size + 2 * MARGIN
  const pixels = Buffer.alloc(side * side, WHITE)
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) pixels[(row + MARGIN) * side + column + MARGIN] = BLACK
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize({ width: side * Math.floor(WIDTH_MAX / side), kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
