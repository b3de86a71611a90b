import { type Burial, burialInWords } from '@contract/burial'
import { readCoordinates } from '@contract/coordinates'
import { KNOWN_PARTS, partsOfDay } from '@contract/days'
import { lifeInYears } from '@contract/life'
import type { Memorial } from '@contract/memorial'
import type { Precision } from '@contract/memorial-terms'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'

/** The metadata of a page for search engines and messengers. */
export interface Preview {
  /** The bold title in messengers; the page title is in <title>. */
  title: string
  description: string
  /** The canonical path of the page. */
  path: string
  /** The path of a picture of 1200×630 pixels. */
  image: string
  type: 'website' | 'profile'
  /** Search engines may index it. */
  isIndexable: boolean
  /** Structured data for search engines, by schema.org. */
  facts?: object
}

/** The machine-readable metadata in the head. Only the server renders it, and it is removed when the visitor navigates. */
export function ServerHead({ preview, settings }: { preview: Preview; settings: PublicSettings }) {
  const { title, description, path, image, type, isIndexable, facts } = preview
  const { publicUrl, siteName } = settings
  const properties = {
    'og:type': type,
    'og:site_name': siteName,
    'og:locale': 'ru_RU',
    'og:title': title,
    'og:description': description,
    'og:url': publicUrl + path,
    'og:image': publicUrl + image,
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  return (
    <>
      {!isIndexable && <meta data-server="" name="robots" content="noindex" />}
      <meta data-server="" name="description" content={description} />
      <link data-server="" rel="canonical" href={publicUrl + path} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} data-server="" property={property} content={content} />
      ))}
      <meta data-server="" name="twitter:card" content="summary_large_image" />
      {facts && (
        <script data-server="" type="application/ld+json">
          {JSON.stringify(facts).replace(/</g, '\\u003c')}
        </script>
      )}
    </>
  )
}

/** The picture of pages without one of their own. */
const SITE_IMAGE = '/preview.jpg'
const DESCRIPTION_MAX_LENGTH = 200

const TEXTS: Record<string, Pick<Preview, 'title' | 'description'>> = {
  [paths.landing]: {
    title: 'Страницы памяти о близких',
    description:
      'Имя и даты, история жизни, место захоронения и слова тех, кто помнит. Страницу находят по имени или открывают по QR-коду на памятнике.',
  },
  [paths.memorials]: {
    title: 'Мемориалы',
    description: 'Страницы памяти, открытые для всех: поиск по фамилии, имени и отчеству.',
  },
  [paths.heroes]: {
    title: 'Герои СВО',
    description: 'Страницы памяти погибших в специальной военной операции: имена, даты, история жизни, слова близких.',
  },
  [paths.tariffs]: {
    title: 'Тарифы и цены',
    description: 'Сколько стоит страница памяти и что в неё входит.',
  },
  [paths.cooperation]: { title: 'Сотрудничество', description: 'Организации, с которыми мы сотрудничаем.' },
  [paths.howItWorks]: {
    title: 'Как это работает',
    description: 'Как создать страницу памяти, что на ней рассказать и как поместить QR-код на памятник.',
  },
  [paths.privacyPolicy]: {
    title: 'Политика обработки персональных данных',
    description: 'Какие персональные данные обрабатывает сервис, зачем и как долго.',
  },
  [paths.confidentialityPolicy]: {
    title: 'Политика конфиденциальности',
    description: 'Как сервис бережёт сведения, которые ему доверили.',
  },
  [paths.userAgreement]: {
    title: 'Пользовательское соглашение',
    description: 'Условия, на которых сервис помогает создавать страницы памяти.',
  },
  [paths.consent]: {
    title: 'Согласие на обработку персональных данных',
    description: 'Текст согласия на обработку персональных данных.',
  },
  [paths.voiceConsent]: {
    title: 'Согласие на запись голоса',
    description: 'Как хранится рассказ, записанный голосом, и как его убрать.',
  },
}

/** The preview of a public page other than a memorial; undefined when there is none. `page`: of a list, from 1. */
export function previewOfPage(path: string, page = 1): Preview | undefined {
  const texts = TEXTS[path]
  return (
    texts && {
      ...texts,
      path: page > 1 ? `${path}?page=${page}` : path,
      image: SITE_IMAGE,
      type: 'website',
      isIndexable: true,
    }
  )
}

/** The preview of a memorial. `image` is the path of its link preview picture. */
export function previewOfMemorial(
  memorial: Memorial,
  burial: Burial | null,
  image: string,
  { publicUrl }: PublicSettings,
): Preview {
  const path = paths.memorial(memorial.id)
  const years = lifeInYears(memorial)
  return {
    title: [fullName(memorial), years].filter(Boolean).join(', '),
    description: describe(memorial, years),
    path,
    image,
    type: 'profile',
    isIndexable: memorial.indexable,
    facts: factsOf(memorial, burial, publicUrl + path, publicUrl + image),
  }
}

function describe({ biography }: Memorial, years: string): string {
  const text = biography?.replace(/\s+/g, ' ').trim()
  if (!text)
    return [years, 'Страница памяти: даты жизни, место захоронения, слова тех, кто помнит.'].filter(Boolean).join('. ')
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text
  const beginning = text.slice(0, DESCRIPTION_MAX_LENGTH)
  return `${beginning.slice(0, beginning.lastIndexOf(' '))}…`
}

/** See https://schema.org/Person. */
function factsOf(memorial: Memorial, burial: Burial | null, url: string, image: string): object {
  const { lastname, name, surname, maiden_name } = memorial
  const birthDate = factOf(memorial.birth_date, memorial.birth_precision)
  const deathDate = factOf(memorial.death_date, memorial.death_precision)
  const point = burial?.burial_coordinates ? readCoordinates(burial.burial_coordinates) : undefined
  const address = burial ? burialInWords(burial).join(', ') : ''
  return {
    // schema.org has no property for a burial place.
    '@context': ['https://schema.org', { burialPlace: 'http://www.wikidata.org/prop/direct/P119' }],
    '@type': 'Person',
    name: fullName(memorial),
    familyName: lastname,
    givenName: name,
    ...(surname && { additionalName: surname }),
    ...(maiden_name && { alternateName: fullName({ lastname: maiden_name, name, surname }) }),
    ...(birthDate && { birthDate }),
    ...(deathDate && { deathDate }),
    url,
    ...(memorial.photo_path && { image }),
    ...((address || point) && {
      burialPlace: {
        '@type': 'Cemetery',
        name: 'Место захоронения',
        ...(address && { address }),
        ...(point && { geo: { '@type': 'GeoCoordinates', ...point } }),
      },
    }),
  }
}

/** The known components of a date in ISO 8601: 1912-05-09, 1912-05, 1912; undefined for none. */
function factOf(date: string | null, precision: Precision): string | undefined {
  if (!date || precision === 'unknown') return undefined
  const { year, month, day } = partsOfDay(date)
  const known = KNOWN_PARTS[precision]
  return [year, known.includes('month') && month, known.includes('day') && day].filter(Boolean).join('-')
}
