import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Common passwords of Russian speakers that the list below lacks, in lower case. With one capital letter each of them would
 * satisfy the password rules of the contract.
 */
export const KNOWN_HERE = `
  password2024 password2025 p@ssword1 pa$$word1 qwe12345 aa12345678 summer2024 summer2025 winter2024 winter2025
  zenit1925
  пароль12 пароль123 пароль1234 пароль12345 йцукен12 йцукен123 йцукен1234 йцукен12345 йцукенг1 привет12 привет123
  любовь12 любовь123 москва12 москва123 россия12 россия123 наташа12 наташа123 солнышко1 спартак1 зенит1925
`
  .trim()
  .split(/\s+/)

/**
 * Words of this site, in lower case: people see them while they choose a password. The last line has Russian words typed
 * with the English keyboard layout.
 */
const WORDS_OF_THIS_SITE = new Set(
  `
  помним помню помнить память вечнаяпамять светлаяпамять мемориал воспоминание воспоминания
  pomnim pomnyu pomnit pamyat pamiat vechnayapamyat svetlayapamyat memorial memory memories remember
  gjvybv gfvznm vtvjhbfk
`
    .trim()
    .split(/\s+/)
    .map(lettersOf),
)

/** About fifty thousand common passwords. Half a megabyte, so they stay on the server. */
const WELL_KNOWN = new Set([...dictionary['passwords-common'], ...KNOWN_HERE].map((password) => password.toLowerCase()))

/** What people append when the rules ask for a digit: 1, 12, 123 and so on. */
const ADDED_FOR_THE_RULES = /1(?:2(?:3(?:4(?:5)?)?)?)?!?$/

/**
 * Whether a password is common, in any case of its letters, or consists of a word of this site with digits and
 * punctuation.
 */
export function isWellKnown(password: string): boolean {
  const spelled = password.toLowerCase()
  if (WORDS_OF_THIS_SITE.has(lettersOf(spelled))) return true
  return WELL_KNOWN.has(spelled) || WELL_KNOWN.has(spelled.replace(ADDED_FOR_THE_RULES, ''))
}

/** Whether a password is on the list of common ones, as it stands. */
export function isOnList(password: string): boolean {
  return WELL_KNOWN.has(password)
}

function lettersOf(text: string): string {
  return text.replace(/\P{L}/gu, '')
}
