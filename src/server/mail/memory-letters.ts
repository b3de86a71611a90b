import type { KeeperRole } from '@contract/memorial-terms'
import type { Decision, Memory } from '@contract/memory'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { counted, MEMORIES } from '@contract/plurals'
import { layOut } from './layout'
import type { Letter } from './letter'
import type { LetterSite } from './letter-site'

/** The maximum number of pages that a letter about pending memories names. */
const PAGES_NAMED = 5
/** The maximum length of each quotation, in characters. */
const QUOTED_LENGTH = 600

type Words = Pick<Memory, 'description' | 'author'>
type AnsweredWords = Words & { reply: string | null }
type DecidedPage = PersonName & { id: number; role: KeeperRole | null }

/** The letters about memories. */
export function memoryLetters(site: LetterSite) {
  const { siteName, supportEmail, publicUrl } = site

  return {
    /** To the keepers of the pages; `words` are the first of `total`. */
    memoriesWait(words: (Words & PersonName & { photo_id: string | null })[], total: number): Letter {
      const pages = [...new Set(words.map(fullName))]
      return layOut(
        'Новые слова памяти ждут вашего решения',
        [
          'Здравствуйте.',
          `${whereWordsWait(pages)} Пока вы их не одобрите, никто их не увидит.`,
          ...words.map(({ description, author, photo_id: photo, ...person }) => {
            const from = pages.length > 1 ? `${author}, на странице «${fullName(person)}»` : author
            return { quotation: shortened(description), author: photo ? `${from} (приложена фотография)` : from }
          }),
          ...(total > words.length
            ? [{ toReached: `И ещё ${counted(total - words.length, MEMORIES)}: они ждут в личном кабинете.` }]
            : []),
          { label: 'Решить в личном кабинете', address: publicUrl + paths.profile },
          'Спешить не нужно: слова подождут. Как часто писать вам о новых словах, можно выбрать там же.',
        ],
        site,
        'waiting_words',
      )
    },

    /** To the author of a published memory to which a keeper replied. */
    memoryAnswered(memorial: PersonName & { id: number }, words: Words, reply: string): Letter {
      return layOut(
        'На ваши слова памяти ответили',
        [
          'Здравствуйте.',
          `Близкие ответили на ваши слова на странице «${fullName(memorial)}».`,
          { quotation: words.description, author: words.author },
          { toReached: 'Их ответ:' },
          { quotation: reply, author: 'Близкие' },
          { label: 'Открыть страницу', address: publicUrl + paths.memorial(memorial.id), showsReading: true },
        ],
        site,
        'own_words',
      )
    },

    /** To the author of a memory. `role` is that of the person who decided: null for a moderator of the site. */
    memoryDecided(memorial: DecidedPage, decision: Decision, words: AnsweredWords): Letter {
      return decision === 'approved' ? memoryApproved(memorial, words) : memoryRejected(memorial)
    },
  }

  function memoryApproved(
    memorial: PersonName & { id: number },
    { description, author, reply }: AnsweredWords,
  ): Letter {
    return layOut(
      'Ваши слова памяти опубликованы',
      [
        'Здравствуйте.',
        `Ваши слова на странице «${fullName(memorial)}» одобрены, теперь их видят все, кому открыта страница. Спасибо, что помните.`,
        { quotation: description, author },
        ...(reply
          ? [
              { toReached: 'Близкие ответили вам:', toStranger: 'Близкие ответили вам: их ответ виден на странице.' },
              { quotation: reply, author: 'Близкие' },
            ]
          : []),
        { label: 'Открыть страницу', address: publicUrl + paths.memorial(memorial.id), showsReading: true },
      ],
      site,
      'own_words',
    )
  }

  function memoryRejected(memorial: DecidedPage): Letter {
    const whoDecided = memorial.role ? 'Близкие решили' : `Модератор сайта «${siteName}» решил`
    return layOut(
      'О ваших словах памяти',
      [
        'Здравствуйте.',
        `Вы оставили слова памяти на странице «${fullName(memorial)}». ${whoDecided} пока не публиковать их.`,
        'Так бывает по разным причинам, и это не значит, что ваши слова не важны.',
        `Если хочется спросить или уточнить, напишите нам: ${supportEmail}.`,
      ],
      site,
      'own_words',
    )
  }
}

function whereWordsWait(memorialNames: string[]): string {
  const [first, ...others] = memorialNames.map((name) => `«${name}»`)
  if (others.length === 0) return `На странице ${first} оставили слова памяти.`
  const named = [first, ...others].slice(0, PAGES_NAMED)
  const more = others.length >= PAGES_NAMED ? ' и на других ваших страницах' : ''
  return `Слова памяти оставили на страницах ${named.join(', ')}${more}.`
}

function shortened(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH).trimEnd()}…`
}
