const CYRILLIC = {
  windows: 'windows-1251',
  dos: 'ibm866',
} as const

/** Decodes UTF-8, with Windows-1251 as the fallback. */
export function decodedText(bytes: Uint8Array): string {
  return asUtf8(bytes) ?? new TextDecoder(CYRILLIC.windows).decode(bytes)
}

/**
 * Converts a GEDCOM file to UTF-8 with a byte-order mark. The GEDCOM package decodes every Windows and DOS text as Western, so
 * Russian texts are decoded here; other texts stay as they are.
 */
export function gedcomInUtf8(bytes: Uint8Array): Uint8Array {
  const text = hasMark(bytes) ? undefined : (asUtf8(bytes) ?? asCyrillic(bytes))
  return text === undefined ? bytes : new TextEncoder().encode(`\ufeff${text}`)
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const HEAD_BYTES = 5000
/** The encoding that the header of a file declares. */
const DECLARED = /^1 CHAR(?:ACTER)? (.*)/i
const OF_DOS = /^(?:IBM ?PC|(?:MS-?)?DOS|(?:IBM|CP)-?866)/i
/** Neither DOS nor Windows: ANSEL has its own accents, Macintosh other letters, UNICODE two bytes per letter. */
const OF_NEITHER = /^(?:ANSEL|MACINTOSH|UNICODE|UTF-?16)/i

function hasMark(bytes: Uint8Array): boolean {
  return MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))
}

/** Undefined when the text is not Russian. */
function asCyrillic(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const lines = head.split(/[\r\n]/).map((line) => line.trim().replaceAll('\t', ' '))
  const declared = lines.flatMap((line) => DECLARED.exec(line)?.[1] ?? [])[0]?.trim() ?? ''
  if (OF_NEITHER.test(declared)) return undefined
  const text = new TextDecoder(OF_DOS.test(declared) ? CYRILLIC.dos : CYRILLIC.windows).decode(bytes)
  return isRussian(text) ? text : undefined
}

/** Whether Cyrillic letters are mostly adjacent: in a wrongly decoded Western text each stands alone among Latin ones. */
function isRussian(text: string): boolean {
  const words = text.match(/[а-яё]+/gi) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const inWords = words.reduce((sum, word) => sum + (word.length > 1 ? word.length : 0), 0)
  return inWords > letters / 2
}
