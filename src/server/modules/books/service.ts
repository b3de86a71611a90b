import { burialInWords } from '@contract/burial'
import { MEMORIES_PAGE_SIZE, PAGE_SIZE_MAX } from '@contract/limits'
import { fullName } from '@contract/names'
import { MEMORY_PAGES_MAX, MEMORY_PAGES_PARAMETER, memoryAnchor, paths, storyAnchor } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { dayOfInstantInWords, lifeInWords } from '@contract/shown-days'
import { whenAndWho } from '@contract/when-and-who'
import type { ReadableWhole } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import type { BookMemory, BookStory } from '../../media/books/book'
import type { BookContents, Books, MadeBook } from '../../media/books/books'
import { listItems } from '../archives/repository'
import { findBurial, roadOf } from '../burial/repository'
import { countApprovedMemories, listApprovedMemories } from '../memories/repository'
import { withVoiceFacts } from '../memories/voices'
import { listApprovedStories, type StoryRow } from '../questions/story-repository'

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
    const [items, burial, memoriesTotal, approved] = await Promise.all([
      listItems(db, memorial.id, 'photo'),
      findBurial(db, memorial.id),
      countApprovedMemories(db, memorial.id),
      listApprovedStories(db, memorial.id),
    ])
    const address = site.publicUrl + paths.memorial(memorial.id)
    const stories = await storiesForBook(db, approved, address)
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
        storiesTotal: approved.length,
        address,
        isClosed: !memorial.public_status,
        madeOn: dayOfInstantInWords(new Date().toISOString()),
      },
      portraitId: memorial.photo_id,
      burialPhotoId: burial?.photo_id ?? null,
      road: burial ? roadOf(burial).map(({ id, line }) => ({ id, line })) : [],
      photos: items.slice(0, PHOTOS_MAX).map((item) => ({
        id: item.media_id,
        description: item.description ?? '',
        whenAndWho: whenAndWho(item),
      })),
      words: wordsForBook(stories, memoriesForBook(db, memorial.id, address)),
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

/** A book holds at most so many stories, the first ones, and as many characters of them as of memories. */
const STORIES_IN_BOOK = 200

/** The first of the approved stories, up to the limits. */
async function storiesForBook(db: Db, approved: StoryRow[], address: string): Promise<BookStory[]> {
  let letters = 0
  const rows = approved.slice(0, STORIES_IN_BOOK).filter(({ text, voice_text }) => {
    letters += text.length + (voice_text?.length ?? 0)
    return letters <= LETTERS_MAX
  })
  return (await withVoiceFacts(db, rows)).map((row) => ({
    question: row.question,
    text: [row.text, row.voice_text].filter(Boolean).join('\n\n'),
    author: [row.author, row.relation].filter(Boolean).join(', '),
    voice: row.voice_id === null ? null : voiceAt(`${address}#${storyAnchor(row.id)}`, row.voice_duration),
  }))
}

function voiceAt(address: string, duration: number | null): BookStory['voice'] {
  return { address, length: duration === null ? null : lengthInDigits(duration) }
}

/** Where words stand on the page. It shows them part by part: one more than today, since newer words come before them. */
function placeOfWords(address: string, id: number, index: number): string {
  const pages = Math.min(Math.floor(index / MEMORIES_PAGE_SIZE) + 2, MEMORY_PAGES_MAX)
  return `${address}?${MEMORY_PAGES_PARAMETER}=${pages}#${memoryAnchor(id)}`
}

function lengthInDigits(duration: number): string {
  const seconds = Math.floor(duration)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

async function* wordsForBook(
  stories: BookStory[],
  memories: AsyncIterable<BookMemory>,
): AsyncGenerator<BookStory | BookMemory> {
  yield* stories
  yield* memories
}

/** A book holds at most so many memories, the newest ones, and so many characters in total (about two hundred pages). */
const WORDS_MAX = 500
const LETTERS_MAX = 300_000

/** The approved memories of a page in its order, up to the limits, read a hundred at a time. */
async function* memoriesForBook(db: Db, memorialId: number, address: string): AsyncGenerator<BookMemory> {
  const read = new Set<number>()
  let letters = 0
  for (let offset = 0; read.size < WORDS_MAX; offset += PAGE_SIZE_MAX) {
    const page = await listApprovedMemories(db, memorialId, { offset, limit: PAGE_SIZE_MAX })
    for (const [nth, row] of page.entries()) {
      const { id, description: written, voice_id, voice_text, author, reply, created_at } = row
      const description = [written, voice_text].filter(Boolean).join('\n\n')
      // New memories shift the others to later pages.
      if (read.has(id)) continue
      letters += description.length + (reply?.length ?? 0)
      if (letters > LETTERS_MAX || read.size >= WORDS_MAX) return
      read.add(id)
      const voice = voice_id === null ? null : voiceAt(placeOfWords(address, id, offset + nth), row.voice_duration)
      yield { description, author, reply, day: dayOfInstantInWords(created_at.toISOString()), voice }
    }
    if (page.length < PAGE_SIZE_MAX) return
  }
}
