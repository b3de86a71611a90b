import { burialInWords } from '@contract/burial'
import { PAGE_SIZE_MAX } from '@contract/limits'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { dayOfInstantInWords, lifeInWords } from '@contract/shown-days'
import { whenAndWho } from '@contract/when-and-who'
import type { ReadableWhole } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import type { BookMemory } from '../../media/books/book'
import type { BookContents, Books, MadeBook } from '../../media/books/books'
import { listItems } from '../archives/repository'
import { findBurial } from '../burial/repository'
import { countApprovedMemories, listApprovedMemories } from '../memories/repository'

/** The first photos of the archive. The book states how many more there are. */
const PHOTOS_MAX = 60
const TOO_MANY = 'Вы уже скачали много книг. Пожалуйста, попробуйте через несколько минут.'

/** `fileName` as in «Книга памяти — Берёзкина Мария.pdf». */
interface NamedBook extends MadeBook {
  fileName: string
}

export type BookService = ReturnType<typeof createBookService>

/** Generates «Книга памяти»: a page as a booklet. */
export function createBookService(parts: { db: Db; books: Books; limitAttempts: LimitAttempts; site: PublicSettings }) {
  const { db, books, limitAttempts, site } = parts
  const madeByNetwork = limitAttempts({ name: 'books', max: 10, seconds: 10 * 60, refusal: TOO_MANY })

  async function gather(memorial: ReadableWhole): Promise<BookContents> {
    const [items, burial, memoriesTotal] = await Promise.all([
      listItems(db, memorial.id, 'photo'),
      findBurial(db, memorial.id),
      countApprovedMemories(db, memorial.id),
    ])
    return {
      book: {
        title: titleOf(memorial),
        siteName: site.siteName,
        lastname: memorial.lastname.trim(),
        givenNames: [memorial.name, memorial.surname].filter(Boolean).join(' ').trim(),
        maidenName: memorial.maiden_name,
        life: lifeInWords(memorial),
        biography: memorial.biography ?? '',
        burial: burial && { address: burialInWords(burial).join('\n') || null, coordinates: burial.burial_coordinates },
        photosLeftOut: Math.max(0, items.length - PHOTOS_MAX),
        memoriesTotal,
        address: site.publicUrl + paths.memorial(memorial.id),
        isClosed: !memorial.public_status,
        madeOn: dayOfInstantInWords(new Date().toISOString()),
      },
      portraitId: memorial.photo_id,
      burialPhotoId: burial?.photo_id ?? null,
      photos: items.slice(0, PHOTOS_MAX).map((item) => ({
        id: item.media_id,
        description: item.description ?? '',
        whenAndWho: whenAndWho(item),
      })),
      words: memoriesForBook(db, memorial.id),
    }
  }

  return {
    /**
     * `address` is the client's IP address. `memorialNow` is called when the book leaves the queue, which may take a while: a
     * page closed or deleted by then is refused.
     */
    async make(address: string, memorialNow: () => Promise<ReadableWhole>): Promise<NamedBook> {
      const network = networkOf(address)
      return countResponses([[madeByNetwork, network]], async () => {
        let title = ''
        const made = await books.make(network, async () => {
          const memorial = await memorialNow()
          title = titleOf(memorial)
          return gather(memorial)
        })
        return { ...made, fileName: `${title}.pdf` }
      })
    },
  }
}

function titleOf(memorial: ReadableWhole): string {
  return `Книга памяти — ${fullName(memorial)}`
}

/** A book holds at most so many memories, the newest ones, and so many characters in total (about two hundred pages). */
const WORDS_MAX = 500
const LETTERS_MAX = 300_000

/** The approved memories of a page in its order, up to the limits, read a hundred at a time. */
async function* memoriesForBook(db: Db, memorialId: number): AsyncGenerator<BookMemory> {
  const read = new Set<number>()
  let letters = 0
  for (let offset = 0; read.size < WORDS_MAX; offset += PAGE_SIZE_MAX) {
    const page = await listApprovedMemories(db, memorialId, { offset, limit: PAGE_SIZE_MAX })
    for (const { id, description: written, voice_text, author, reply, created_at } of page) {
      const description = [written, voice_text].filter(Boolean).join('\n\n')
      // New memories shift the others to later pages. A voice without its text cannot be printed.
      if (read.has(id) || !description) continue
      letters += description.length + (reply?.length ?? 0)
      if (letters > LETTERS_MAX || read.size >= WORDS_MAX) return
      read.add(id)
      yield { description, author, reply, day: dayOfInstantInWords(created_at.toISOString()) }
    }
    if (page.length < PAGE_SIZE_MAX) return
  }
}
