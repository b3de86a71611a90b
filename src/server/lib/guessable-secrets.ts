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
function isOnList(password: string): boolean {
  return WELL_KNOWN.has(password)
}

function lettersOf(text: string): string {
  return text.replace(/\P{L}/gu, '')
}

/** The 500 most common four-digit PINs, by the frequency list of leaked passwords in SecLists, without years and days. */
const COMMONEST = new Set(
  `
  0000 0001 0007 0009 0011 0012 0013 0024 0069 0070 0077 0083 0099 0114 0116 0119 0120 0121 0122 0123 0124 0125 0127
  0128 0129 0130 0147 0213 0214 0217 0218 0219 0220 0221 0224 0225 0228 0258 0313 0314 0315 0316 0317 0318 0319 0321
  0322 0323 0325 0326 0327 0328 0330 0331 0413 0414 0415 0416 0417 0419 0420 0423 0425 0426 0428 0486 0513 0515 0517
  0521 0523 0524 0525 0526 0613 0616 0622 0624 0625 0666 0714 0721 0722 0813 0815 0818 0820 0822 0825 0829 0913 0914
  0915 0916 0917 0918 0919 0921 0922 0923 0924 0925 0926 0927 0928 0929 0987 1000 1013 1014 1015 1016 1017 1018 1019
  1020 1021 1022 1023 1024 1025 1026 1027 1028 1029 1030 1031 1052 1066 1080 1092 1100 1113 1114 1115 1116 1117 1118
  1119 1120 1121 1122 1123 1124 1125 1126 1127 1128 1129 1130 1133 1134 1144 1188 1199 1200 1213 1214 1215 1216 1217
  1218 1219 1220 1221 1222 1223 1224 1225 1226 1227 1228 1229 1230 1231 1232 1233 1234 1235 1236 1243 1245 1248 1254
  1256 1290 1313 1314 1318 1321 1323 1324 1331 1345 1346 1357 1369 1379 1414 1415 1423 1432 1437 1452 1453 1472 1478
  1492 1515 1590 1616 1717 1776 1800 1818 2121 2123 2222 2233 2244 2323 2332 2345 2356 2424 2468 2469 2486 2525 2580
  2626 2727 2828 2848 2929 3000 3030 3117 3131 3210 3211 3214 3232 3333 3434 3456 3535 3579 3636 3690 3737 3838 3939
  4000 4001 4040 4141 4200 4242 4321 4444 4455 4545 4567 4646 4711 4747 4848 4860 4862 5000 5050 5150 5151 5252 5425
  5454 5555 5656 5678 5683 5757 5858 5888 6464 6666 6669 6789 6969 6996 7070 7272 7410 7474 7575 7777 7788 7878 7890
  7894 7913 7942 7979 8080 8282 8520 8888 8989 9090 9111 9876 9898 9981 9988 9999
`
    .trim()
    .split(/\s+/),
)
const FIRST_YEAR = 1900
const LAST_YEAR = 2030
/** The 29th of February of any year. */
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Whether a PIN is easily guessed by someone who knows the family or tries common ones: the most common, years from 1900 to
 * 2030, days of those years as ДДММ, ДДММГГ and ДДММГГГГ, and longer ones that are on the list of passwords.
 */
export function isGuessable(pin: string): boolean {
  return COMMONEST.has(pin) || isYear(pin) || isDay(pin) || (pin.length > 4 && isOnList(pin))
}

function isYear(text: string): boolean {
  return text.length === 4 && Number(text) >= FIRST_YEAR && Number(text) <= LAST_YEAR
}

function isDay(pin: string): boolean {
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d\d|\d{4})?$/.exec(pin) ?? []
  if (Number(day) < 1 || !(Number(day) <= (DAYS_OF_MONTHS[Number(month) - 1] ?? 0))) return false
  return year.length < 4 || isYear(year)
}
