import { paths } from '@contract/paths'
import { PLATES_OF_FILE_MAX } from '@contract/plate'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { countAnswers, type LimitAttempts } from '../../lib/attempts'
import type { Books, MadeBook } from '../../media/books/books'
import type { PlateSheet } from '../../media/plates/plate-sheet'
import { plateWords } from './plates'
import { listPlatesOf } from './own-repository'

const LIMIT = {
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
  const madeByAccount = limitAttempts(LIMIT)

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
    /** By surname, closed pages included. Throws 404 when the account has no page in this file, 429 and 503 like a book. */
    make: (account: Account, choice: SheetChoice): Promise<MadeBook> =>
      countAnswers([[madeByAccount, String(account.id)]], () =>
        books.makeSheet(`account ${account.id}`, () => gather(account, choice)),
      ),
  }
}
