import { dayInWords } from '@contract/shown-days'

/** Browsers by a token of their `User-Agent`. The order matters: most of them also name Chrome and Safari for compatibility. */
const BROWSERS = [
  [/YaBrowser|YaApp|YaSearchBrowser/, 'Яндекс Браузер'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOP[RTX]\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/Vivaldi\//, 'Vivaldi'],
  [/\bAtom\//, 'Atom'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** The device of a browser, as its owner calls it. Androids name Linux too, and iPhones the Mac. */
const DEVICES = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

/** «Chrome на Windows», from a `User-Agent`; undefined if neither browser nor device is known. */
export function deviceName(userAgent: string | null): string | undefined {
  const browser = nameIn(BROWSERS, userAgent)
  const device = nameIn(DEVICES, userAgent)
  if (device) return `${browser ?? 'Браузер'} на ${device}`
  return browser
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string | null): string | undefined {
  return names.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
}

/** The server stores the last use only at intervals, so the latest minutes can't be told apart. */
const JUST_NOW_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

/**
 * How long ago something was: «только что», «сегодня», «вчера», «3 мая 2026». In the reader's time zone, unlike other dates
 * of this site.
 */
export function whenUsed(instant: string, now = new Date()): string {
  const moment = new Date(instant)
  if (now.getTime() - moment.getTime() < JUST_NOW_MS) return 'только что'
  const day = localDay(moment)
  if (day === localDay(now)) return 'сегодня'
  if (day === localDay(new Date(now.getTime() - DAY_MS))) return 'вчера'
  return dayInWords(day)
}

/** The day of an instant (`YYYY-MM-DD`) where the reader is. */
function localDay(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
