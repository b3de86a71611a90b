import { type Coordinates, pointAt } from './coordinates'

/**
 * Parses coordinates in common notations: decimal degrees with points or commas, degrees with minutes and seconds, with
 * the letters of N56.1 E40.4 or с. ш. and в. д. in any order. Without letters the latitude comes first. Undefined when
 * the text is none of these, or ambiguous.
 */
export function parseNotation(text: string): Coordinates | undefined {
  if (text.length > TEXT_MAX_LENGTH) return undefined
  const written = inPlainSigns(text)
  return bySigns(written) ?? byLetters(LETTERS_FIRST.exec(written)) ?? byLetters(LETTERS_LAST.exec(written))
}

const TEXT_MAX_LENGTH = 100

const NUMBER = String.raw`\d{1,3}(?:[.,]\d{1,15})?`
/** Degrees, minutes and seconds by their marks. */
const MARKED = `(-?)(${NUMBER}) ?°?(?:(?<=°) ?(${NUMBER}) ?'(?: ?(${NUMBER}) ?")?)?`
/** Next to a letter spaces are enough: N 55 45 20.9 */
const SPACED = `()(${NUMBER}) ?°?(?:(?<=[ °]) ?(${NUMBER}) ?'?(?:(?<=[ ']) ?(${NUMBER}) ?"?)?)?`
const WITH_SIGNS = new RegExp(`^${MARKED}( ?[,;] ?| )${MARKED}$`)
const LETTERS_FIRST = new RegExp(`^([NSEW]) ?${SPACED} ?[,;]? ?([NSEW]) ?${SPACED}$`)
const LETTERS_LAST = new RegExp(`^${SPACED} ?([NSEW]) ?[,;]? ?${SPACED} ?([NSEW])$`)

const IN_A_UNIT = 60

/** Normalises dashes, primes, spaces and letters that mean the same. */
function inPlainSigns(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[−–]/g, '-')
    .replace(/''|[″”“ʺ]/g, '"')
    .replace(/[′’‘ʹ´]/g, "'")
    .replace(/[º˚]/g, '°')
    .replace(/\s+/g, ' ')
    .replace(/([СЮ])\. ?Ш\.|([ВЗ])\. ?Д\.|([СЮ])Ш|([ВЗ])Д/g, '$1$2$3$4')
    .replace(/[СЮВЗ]/g, (letter) => RUSSIAN_LETTERS[letter] ?? letter)
}

const RUSSIAN_LETTERS: Record<string, string> = { С: 'N', Ю: 'S', В: 'E', З: 'W' }

function bySigns(text: string): Coordinates | undefined {
  const match = WITH_SIGNS.exec(text)
  if (!match) return undefined
  const [, ...parts] = match
  const [latitude, separator, longitude] = [parts.slice(0, 4), parts[4], parts.slice(5)]
  // '55,37,12' is ambiguous.
  const withComma = [latitude, longitude].filter((angle) =>
    angle.some((part: string | undefined) => part?.includes(',')),
  )
  if (separator === ',' && withComma.length === 1) return undefined
  return pointAt(degreesOf(latitude), degreesOf(longitude))
}

function byLetters(match: RegExpExecArray | null): Coordinates | undefined {
  if (!match) return undefined
  const [, ...parts] = match
  const angles = [parts.slice(0, 5), parts.slice(5)].map((angle) => {
    const letter = angle.find((part) => part && LETTER.test(part)) ?? ''
    const degrees = degreesOf(angle.filter((part) => part !== letter))
    return { letter, degrees: degrees !== undefined && 'SW'.includes(letter) ? -degrees : degrees }
  })
  const latitude = angles.find(({ letter }) => 'NS'.includes(letter))
  const longitude = angles.find(({ letter }) => 'EW'.includes(letter))
  return pointAt(latitude?.degrees, longitude?.degrees)
}

const LETTER = /^[NSEW]$/

/** Combines sign, degrees, minutes and seconds into one number. Only the last of them may have a fraction. */
function degreesOf([sign, ...texts]: (string | undefined)[]): number | undefined {
  const units = texts.filter((text) => text !== undefined)
  const numbers = units.map((text) => Number(text.replace(',', '.')))
  if (units.slice(0, -1).some((text) => /[.,]/.test(text))) return undefined
  if (numbers.slice(1).some((number) => number >= IN_A_UNIT)) return undefined
  const degrees = numbers.reduceRight((sum, number) => number + sum / IN_A_UNIT, 0)
  return sign ? -degrees : degrees
}
