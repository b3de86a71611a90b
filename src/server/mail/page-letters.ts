import { acceptPath, type InvitationLink } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import type { Decision, Memory } from '@contract/memory'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { counted, MEMORIES } from '@contract/plurals'
import { ownProposalPath } from '@contract/proposals'
import { layOut, type Letter, type LetterSite } from './letter'

const STAY_AS_KEEPER = 'Вы остались её хранителем и можете дополнять её, как прежде.'

/** The letters about shared keeping of a page, and about its new owner. */
export function keeperLetters(site: LetterSite) {
  const { siteName, publicUrl } = site

  return {
    /**
     * The link is valid for 14 days. Says nothing about the sender except that the page is theirs: the address may be a
     * stranger's.
     */
    keeperInvited(memorial: PersonName, link: InvitationLink): Letter {
      return layOut(
        'Вас просят вместе хранить страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» просит вас хранить её вместе: дополнять рассказ и архив, отмечать место захоронения и решать о словах памяти.`,
          { label: 'Принять приглашение', url: publicUrl + acceptPath(link, 'keeper') },
          'Для этого понадобится учётная запись с этим адресом. Если её ещё нет, создайте её: приглашение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },

    /** To the person to whom the owner offers a page. The link is valid for 14 days. */
    pageOffered(memorial: PersonName, link: InvitationLink): Letter {
      return layOut(
        'Вам хотят передать страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» хочет передать её вам со всем, что на ней есть. Прежний владелец останется её хранителем: сможет дополнять её вместе с вами.`,
          { label: 'Принять страницу', url: publicUrl + acceptPath(link, 'owner') },
          'Для этого понадобятся учётная запись с этим адресом и свободное место для мемориала. Если учётной записи ещё нет, создайте её: предложение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },

    proposalsWait: (memorial: PersonName & { id: number }): Letter =>
      layOut(
        'Вам хотят помочь со страницей памяти',
        [
          'Здравствуйте.',
          `Читатели страницы «${fullName(memorial)}» на сайте «${siteName}» предложили, что на ней уточнить. Решаете вы и те, кто хранит страницу вместе с вами. Спешить не нужно: уточнения подождут, а о следующих мы напишем не чаще раза в час.`,
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
        'requests',
      ),

    /** With an answer of the keepers. `ownToken` reads the proposal and takes it back. */
    proposalDecided: (
      memorial: PersonName & { id: number },
      decision: string,
      { note, ownToken }: { note: string; ownToken: string | null | undefined },
    ): Letter =>
      layOut(
        decision === 'accepted' ? 'Ваше уточнение приняли' : 'Ответ на ваше уточнение',
        [
          'Здравствуйте.',
          decision === 'accepted'
            ? `Близкие приняли то, что вы предложили уточнить на странице «${fullName(memorial)}» на сайте «${siteName}». Спасибо вам.`
            : `Близкие прочли то, что вы предложили уточнить на странице «${fullName(memorial)}» на сайте «${siteName}», и решили пока оставить как есть.`,
          { quotation: note, author: 'Те, кто хранит страницу' },
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
          ...(ownToken
            ? [
                'Посмотреть своё уточнение или удалить его можно по этой ссылке:',
                { label: 'Моё уточнение', url: publicUrl + ownProposalPath(ownToken) },
              ]
            : []),
        ],
        site,
        'own_words',
      ),

    textReplaced: (memorial: PersonName & { id: number }): Letter =>
      layOut(
        'То, что вы написали, изменили вскоре после вас',
        [
          'Здравствуйте.',
          `На странице «${fullName(memorial)}» на сайте «${siteName}» вскоре после вас изменили то же, что и вы.`,
          'Ничего не потерялось: кто и что изменил, видно на самой странице, в разделе «История», когда её редактируют. Ваши слова там есть, и их можно вернуть.',
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
        'pages',
      ),

    /** To the person who invited. `email` is the address that they invited. */
    invitationAccepted(memorial: PersonName & { id: number }, role: KeeperRole, email: string): Letter {
      const page = `«${fullName(memorial)}»`
      return layOut(
        role === 'owner' ? 'Страница передана' : 'Ваше приглашение принято',
        [
          'Здравствуйте.',
          role === 'owner'
            ? {
                toReached: `Страница ${page} на сайте «${siteName}» теперь принадлежит ${email}. ${STAY_AS_KEEPER}`,
                toStranger: `Страница ${page} на сайте «${siteName}» теперь принадлежит тому, кому вы её передали. ${STAY_AS_KEEPER}`,
              }
            : {
                toReached: `${email} теперь хранит страницу ${page} на сайте «${siteName}» вместе с вами.`,
                toStranger: `Тот, кого вы пригласили, теперь хранит страницу ${page} на сайте «${siteName}» вместе с вами.`,
              },
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
        'pages',
      )
    },
  }
}

/** The maximum number of pages that a letter about pending memories names. */
const PAGES_NAMED = 5
/** The maximum length of each quotation, in characters. */
const QUOTED_LENGTH = 600

/** Who did not publish the words, and why. */
export const DECIDED_BY_FAMILY = [
  'Близкие решили пока не публиковать их.',
  'Так бывает по разным причинам, и это не значит, что ваши слова не важны.',
] as const
export const DECIDED_BY_MODERATOR = [
  'Модератор сервиса не опубликовал эти слова.',
  'Так бывает, когда в них есть реклама, чужой адрес или телефон либо то, что может кого-то обидеть. Это не значит, что ваши слова не важны.',
] as const

type Words = Pick<Memory, 'description' | 'author'>
type WaitingWords = Words & PersonName & { photo_id: string | null; voice_id: string | null; keepers_decide: boolean }
type RepliedMemory = Words & { reply: string | null }
export type DecidedPage = PersonName & { id: number; role: KeeperRole | null }

/** The letters about memories. */
export function memoryLetters(site: LetterSite) {
  const { supportEmail, publicUrl } = site

  return {
    /** To the keepers of the pages; `words` are the first of `total`. */
    memoriesWait(words: WaitingWords[], total: number): Letter {
      const pages = [...new Set(words.map(fullName))]
      return layOut(
        'Новые слова памяти ждут вашего решения',
        [
          'Здравствуйте.',
          `${pendingPlace(pages)} ${whoDecides(words)}`,
          ...words.map(({ description, author, photo_id: photo, voice_id: voice, ...person }) => {
            const from = pages.length > 1 ? `${author}, на странице «${fullName(person)}»` : author
            const files = [photo && 'приложена фотография', voice && description && 'приложена запись голоса']
            const added = files.filter(Boolean).join(', ')
            return { quotation: quoted(shortened(description)), author: added ? `${from} (${added})` : from }
          }),
          ...(total > words.length
            ? [{ toReached: `И ещё ${counted(total - words.length, MEMORIES)}: они ждут в личном кабинете.` }]
            : []),
          { label: 'Решить в личном кабинете', url: publicUrl + paths.pendingWords },
          'Спешить не нужно: слова подождут. Как часто писать вам о новых словах, можно выбрать там же.',
        ],
        site,
        'waiting_words',
      )
    },

    /** To the author of a published memory to which a keeper replied. */
    memoryReplied(memorial: PersonName & { id: number }, words: Words, reply: string): Letter {
      return layOut(
        'На ваши слова памяти ответили',
        [
          'Здравствуйте.',
          `Близкие ответили на ваши слова на странице «${fullName(memorial)}».`,
          { quotation: quoted(words.description), author: words.author },
          { toReached: 'Их ответ:' },
          { quotation: reply, author: 'Близкие' },
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id), showsReading: true },
        ],
        site,
        'own_words',
      )
    },

    /** To the author of a memory. `role` is that of the person who decided: null for a moderator of the site. */
    memoryDecided(memorial: DecidedPage, decision: Decision, words: RepliedMemory): Letter {
      return decision === 'approved' ? memoryApproved(memorial, words) : memoryRejected(memorial)
    },
  }

  function memoryApproved(
    memorial: PersonName & { id: number },
    { description, author, reply }: RepliedMemory,
  ): Letter {
    return layOut(
      'Ваши слова памяти опубликованы',
      [
        'Здравствуйте.',
        `Ваши слова на странице «${fullName(memorial)}» одобрены, теперь их видят все, кому открыта страница. Спасибо, что помните.`,
        { quotation: quoted(description), author },
        ...(reply
          ? [
              { toReached: 'Близкие ответили вам:', toStranger: 'Близкие ответили вам: их ответ виден на странице.' },
              { quotation: reply, author: 'Близкие' },
            ]
          : []),
        { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id), showsReading: true },
      ],
      site,
      'own_words',
    )
  }

  function memoryRejected(memorial: DecidedPage): Letter {
    const [outcome, reason] = memorial.role ? DECIDED_BY_FAMILY : DECIDED_BY_MODERATOR
    return layOut(
      'О ваших словах памяти',
      [
        'Здравствуйте.',
        `Вы оставили слова памяти на странице «${fullName(memorial)}». ${outcome}`,
        reason,
        `Если хочется спросить или уточнить, напишите нам: ${supportEmail}.`,
      ],
      site,
      'own_words',
    )
  }
}

/** Words may be nothing but a voice. */
function quoted(description: string): string {
  return description || 'Рассказ голосом'
}

function pendingPlace(memorialNames: string[]): string {
  const [only, other] = memorialNames
  return other === undefined
    ? `На странице «${only}» оставили слова памяти.`
    : listedPages('Слова памяти оставили', memorialNames)
}

/** What happened on a page or on several of them. */
export function listedPages(happened: string, memorialNames: string[]): string {
  const [first, ...others] = memorialNames.map((name) => `«${name}»`)
  if (others.length === 0) return `${happened} на странице ${first}.`
  const named = [first, ...others].slice(0, PAGES_NAMED)
  const more = others.length >= PAGES_NAMED ? ' и на других ваших страницах' : ''
  return `${happened} на страницах ${named.join(', ')}${more}.`
}

/** Until then no visitor sees the words. */
function whoDecides(words: Pick<WaitingWords, 'keepers_decide'>[]): string {
  if (words.every(({ keepers_decide }) => keepers_decide)) return 'Они появятся там, когда их одобрите вы.'
  return 'Они появятся там, когда их одобрите вы или модератор сервиса.'
}

export function shortened(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH).trimEnd()}…`
}
