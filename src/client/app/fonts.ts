import golosCyrillic from './fonts/golos-text-cyrillic.woff2'
import golosCyrillicExt from './fonts/golos-text-cyrillic-ext.woff2'
import golosDigits from './fonts/golos-text-digits.woff2'
import golosLatin from './fonts/golos-text-latin.woff2'
import golosRouble from './fonts/golos-text-rouble.woff2'
import serif400Cyrillic from './fonts/pt-serif-400-cyrillic.woff2'
import serif400CyrillicExt from './fonts/pt-serif-400-cyrillic-ext.woff2'
import serif400Digits from './fonts/pt-serif-400-digits.woff2'
import serif400Latin from './fonts/pt-serif-400-latin.woff2'
import serif400Rouble from './fonts/pt-serif-400-rouble.woff2'
import italicCyrillic from './fonts/pt-serif-400-italic-cyrillic.woff2'
import italicCyrillicExt from './fonts/pt-serif-400-italic-cyrillic-ext.woff2'
import italicDigits from './fonts/pt-serif-400-italic-digits.woff2'
import italicLatin from './fonts/pt-serif-400-italic-latin.woff2'
import italicRouble from './fonts/pt-serif-400-italic-rouble.woff2'
import serif700Cyrillic from './fonts/pt-serif-700-cyrillic.woff2'
import serif700CyrillicExt from './fonts/pt-serif-700-cyrillic-ext.woff2'
import serif700Digits from './fonts/pt-serif-700-digits.woff2'
import serif700Latin from './fonts/pt-serif-700-latin.woff2'
import serif700Rouble from './fonts/pt-serif-700-rouble.woff2'

/**
 * Our own copies: no visitor's browser asks a third party for a font. Russian letters, digits with punctuation, and Latin
 * letters, in files of their own; in others, for the pages that need them, the letters of the other languages of Russia and
 * the rouble sign: `npm run fonts` makes them.
 */
const FACES = [
  {
    family: 'Golos Text Variable',
    weight: '400 900',
    files: [golosCyrillic, golosDigits, golosLatin],
    rare: golosCyrillicExt,
    rouble: golosRouble,
  },
  {
    family: 'PT Serif',
    weight: '400',
    files: [serif400Cyrillic, serif400Digits, serif400Latin],
    rare: serif400CyrillicExt,
    rouble: serif400Rouble,
  },
  {
    family: 'PT Serif',
    weight: '700',
    files: [serif700Cyrillic, serif700Digits, serif700Latin],
    rare: serif700CyrillicExt,
    rouble: serif700Rouble,
  },
]

/** Few pages have italics, so this comes only where a text is set in it. */
const ITALIC = {
  family: 'PT Serif',
  weight: '400',
  files: [italicCyrillic, italicDigits, italicLatin],
  rare: italicCyrillicExt,
  rouble: italicRouble,
}
const ITALIC_STYLE: FontFaceDescriptors = { style: 'italic', display: 'swap' }

const UNICODE_RANGES = [
  'U+0301, U+0401, U+0404, U+0406-0407, U+040E, U+0410-044F, U+0451, U+0454, U+0456-0457, U+045E, U+0490-0491, U+2116',
  'U+0020-0040, U+005B, U+005D, U+005F, U+007B, U+007D, U+00A0, U+00A9, U+00AB, U+00B0, U+00B7, U+00BB, U+00D7, U+2011, U+2013-2014, U+2018-2019, U+201C-201E, U+2026, U+2212',
  'U+0041-005A, U+0061-007A',
]

/** Ә, Ө, Ү, Җ, Ң, Һ, Ҷ and their like. */
const RARE_UNICODE_RANGE = 'U+0460-048F, U+0492-052F'
const ROUBLE_UNICODE_RANGE = 'U+20BD'

/**
 * Loads the fonts and shows all of them at once: each change of fonts has the page laid out anew. Until then, and when one
 * of them does not come, fonts of the system stand there at a size at which nothing moves (see start.css). The browser loads
 * the rare ones where a page has some.
 */
export async function showFonts(): Promise<void> {
  const loaded = await Promise.allSettled(FACES.flatMap((face) => partsOf(face)).map((part) => part.load()))
  for (const part of loaded) if (part.status === 'fulfilled') document.fonts.add(part.value)
  for (const part of FACES.flatMap((face) => rarePartsOf(face))) document.fonts.add(part)
  for (const part of [...partsOf(ITALIC, ITALIC_STYLE), ...rarePartsOf(ITALIC, ITALIC_STYLE)]) document.fonts.add(part)
  document.documentElement.dataset.fonts = ''
}

function rarePartsOf({ family, weight, rare, rouble }: typeof ITALIC, descriptors?: FontFaceDescriptors): FontFace[] {
  return [
    new FontFace(family, `url(${rare})`, { ...descriptors, weight, unicodeRange: RARE_UNICODE_RANGE }),
    new FontFace(family, `url(${rouble})`, { ...descriptors, weight, unicodeRange: ROUBLE_UNICODE_RANGE }),
  ]
}

function partsOf({ family, weight, files }: typeof ITALIC, descriptors?: FontFaceDescriptors): FontFace[] {
  return files.map(
    (file, part) =>
      new FontFace(family, `url(${file})`, { ...descriptors, weight, unicodeRange: UNICODE_RANGES[part] ?? '' }),
  )
}
