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
