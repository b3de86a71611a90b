const CYRILLIC = {
  windows: 'windows-1251',
  dos: 'ibm866',
} as const

/** A text in UTF-8, or else in Windows-1251. */
export function decodedText(bytes: Uint8Array): string {
  return asUtf8(bytes) ?? new TextDecoder(CYRILLIC.windows).decode(bytes)
}

/**
 * A GEDCOM file in UTF-8 with its mark. The package that reads such files takes every text of Windows and DOS for a Western
 * one, so Russian texts are decoded here; what is not Russian stays as it is.
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
/** What the head of a file says of its encoding. */
const DECLARED = /^1 CHAR(?:ACTER)? (.*)/i
const OF_DOS = /^(?:IBM ?PC|(?:MS-?)?DOS|(?:IBM|CP)-?866)/i
/** ANSEL has accents of its own, Macintosh other letters, UNICODE two bytes for each. */
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

/** Whether Cyrillic letters mostly stand beside others: in a Western text that was decoded wrongly each stands among Latin ones. */
function isRussian(text: string): boolean {
  const words = text.match(/[а-яё]+/gi) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const inWords = words.reduce((sum, word) => sum + (word.length > 1 ? word.length : 0), 0)
  return inWords > letters / 2
}
