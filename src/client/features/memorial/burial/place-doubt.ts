import type { Coordinates } from '@contract/coordinates'
import { countriesAt, type Country, loadCountries, RUSSIA } from './countries'

/** Why a marker may be misplaced. */
export interface PlaceDoubt {
  question: string
  /** The place with latitude and longitude swapped, if that would be in the right country. */
  swapped?: Coordinates
}

/** Undefined if the place is plausible: it is in the country that the address names, or in Russia. */
export async function doubtAbout(point: Coordinates, address: string): Promise<PlaceDoubt | undefined> {
  const countries = await loadCountries()
  const expected = countryNamedIn(address) ?? RUSSIA
  const here = countriesAt(point, countries, COARSE_KM)
  if (here.some(({ id }) => id === expected)) return undefined
  const turned = { latitude: point.longitude, longitude: point.latitude }
  const isTurnedRight =
    Math.abs(turned.latitude) <= 90 && countriesAt(turned, countries, COARSE_KM).some(({ id }) => id === expected)
  return { question: questionOf(here[0], expected), ...(isTurnedRight && { swapped: turned }) }
}

/** The possible error of the outlines. */
const COARSE_KM = 15

function questionOf(country: Country | undefined, expected: string): string {
  if (!country) return 'Метка стоит в море. Проверьте, пожалуйста: так и должно быть?'
  const name = russianNameOf(country)
  const shouldBe = expected === RUSSIA ? 'не в России' : `не там, где по адресу (${NAMES[expected] ?? ''})`
  return `Метка стоит ${shouldBe}${name ? `, а в другой стране: ${name}` : ''}. Проверьте, пожалуйста: так и должно быть?`
}

function russianNameOf({ id, properties }: Country): string {
  return NAMES[String(id)] ?? properties.name
}

/** By the numeric codes of ISO 3166-1: where families who read Russian most often bury. */
const NAMES: Record<string, string> = {
  '643': 'Россия',
  '112': 'Беларусь',
  '804': 'Украина',
  '398': 'Казахстан',
  '860': 'Узбекистан',
  '417': 'Киргизия',
  '762': 'Таджикистан',
  '795': 'Туркмения',
  '268': 'Грузия',
  '051': 'Армения',
  '031': 'Азербайджан',
  '498': 'Молдавия',
  '440': 'Литва',
  '428': 'Латвия',
  '233': 'Эстония',
  '376': 'Израиль',
  '276': 'Германия',
  '840': 'США',
  '246': 'Финляндия',
  '616': 'Польша',
  '156': 'Китай',
  '496': 'Монголия',
  '392': 'Япония',
  '408': 'Северная Корея',
  '792': 'Турция',
  '364': 'Иран',
  '004': 'Афганистан',
  '578': 'Норвегия',
  '752': 'Швеция',
  '642': 'Румыния',
  '348': 'Венгрия',
  '203': 'Чехия',
  '703': 'Словакия',
  '040': 'Австрия',
  '250': 'Франция',
  '826': 'Великобритания',
  '380': 'Италия',
  '724': 'Испания',
  '100': 'Болгария',
  '688': 'Сербия',
  '124': 'Канада',
  '760': 'Сирия',
}

/** Other names of the same countries, as in `NAMES`. */
const OTHER_NAMES: readonly (readonly [name: string, id: string])[] = [
  ['Белоруссия', '112'],
  ['Кыргызстан', '417'],
  ['Молдова', '498'],
  ['Туркменистан', '795'],
  ['Российская Федерация', RUSSIA],
  ['РФ', RUSSIA],
]

/** What may accompany the name of a country: «Республика Беларусь», «в Казахстане». */
const BESIDE = /^(?:(?:по|за)хоронена?\s+)?(?:(?:в|во|на|республика|республике|страна)\s+)?/

/**
 * The numeric code of the country that an address names. Only a segment between commas that consists of the name counts:
 * streets, towns and gardens have names like countries, «улица Чехова», «Китай-город».
 */
function countryNamedIn(address: string): string | undefined {
  const parts = address
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.trim().replace(BESIDE, ''))
  const known = [...OTHER_NAMES, ...Object.entries(NAMES).map(([id, name]) => [name, id] as const)]
  return known.find(([name]) => parts.some((part) => casesOf(name.toLowerCase()).includes(part)))?.[1]
}

/** A name and its other cases: Чехия, Чехии, Чехию, Чехией; Казахстан, Казахстана, Казахстане. */
function casesOf(name: string): string[] {
  if (name.endsWith('ия')) return ['ия', 'ии', 'ию', 'ией'].map((end) => name.slice(0, -2) + end)
  if (name.endsWith('а')) return ['а', 'ы', 'е', 'у', 'ой'].map((end) => name.slice(0, -1) + end)
  if (name.endsWith('ь')) return ['ь', 'я', 'и', 'е', 'ю', 'ём'].map((end) => name.slice(0, -1) + end)
  return ['', 'а', 'е', 'у', 'ом'].map((end) => name + end)
}
