/** A line of a GEDCOM file with those below it. */
export interface GedcomNode {
  tag: string
  /** With its continuation lines. */
  value: string
  children: GedcomNode[]
}

/** A record: its pointer (`@I1@`) may be empty. */
export interface GedcomRecord extends GedcomNode {
  pointer: string
}

/** The value of the first child with one of the tags, trimmed. */
export function valueOf(node: GedcomNode | undefined, ...tags: string[]): string {
  return childrenOf(node, ...tags)[0]?.value.trim() ?? ''
}

export function childrenOf(node: GedcomNode | undefined, ...tags: string[]): GedcomNode[] {
  return node?.children.filter(({ tag }) => tags.includes(tag)) ?? []
}

const GEDCOM_HEAD_BYTES = 5000
const CHAR = /^\s*1\s+CHAR(?:ACTER)?\s+(.*)/i

/** The text of a file in any encoding. */
export function gedcomText(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, GEDCOM_HEAD_BYTES))
  const declared = head.split(/[\r\n]/).flatMap((line) => CHAR.exec(line)?.[1]?.trim() ?? [])[0] ?? ''
  const western = /^ansel/i.test(declared)
    ? fromAnsel
    : decodedWith(/^mac/i.test(declared) ? 'macintosh' : 'windows-1252')
  return decodedText(bytes, { declared, western })
}

/** A level, a pointer, a tag and a value. One space separates a value; more of them belong to it. */
const LINE = /^\s*(\d{1,2})\s+(?:(@[^@\s]+@)\s+)?([A-Za-z_][A-Za-z0-9_]*)(?:[ \t](.*))?$/s
/** Of tags in lower case, and below a missing level, only these are lines: others are text that begins with a number. */
const KNOWN =
  /^(?:HEAD|TRLR|INDI|FAM|S?NOTE|OBJE|SOUR|NAME|GIVN|SURN|NICK|NSFX|NPFX|TYPE|SEX|BIRT|DEAT|BURI|CREM|DATE|PLAC|CONC|CONT|FILE|FORM|HUSB|WIFE|CHIL|FAMS|FAMC|OCCU|EDUC|RESI|MARR|CAUS|MAP|LATI|LONG|ADDR)$/i

/**
 * The records of a file. Forgives what programs and people do to files: spaces before levels, empty lines, line breaks inside a
 * value (such a line is joined to the last value), levels that jump, and no end.
 */
export function* gedcomRecords(text: string): Generator<GedcomRecord> {
  let record: GedcomRecord | undefined
  /** The last node of each level below the record. */
  let open: { level: number; node: GedcomNode }[] = []
  let blankLines = 0
  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      blankLines++
      continue
    }
    const [, levelText, pointer = '', tag = '', value = ''] = LINE.exec(line) ?? []
    const level = Number(levelText)
    const last = open.at(-1)
    const isExpected = tag === tag.toUpperCase() && level <= (last?.level ?? 0) + 1
    if (levelText === undefined || !(isExpected || KNOWN.test(tag))) {
      if (last) last.node.value += `${'\n'.repeat(blankLines + 1)}${line.trim()}`
    } else if (last && (tag === 'CONC' || tag === 'CONT')) {
      ownerOf(open, level).value += tag === 'CONC' ? value : `\n${value}`
    } else if (level === 0) {
      if (record) yield unescaped(record)
      record = { pointer, tag: tag.toUpperCase(), value, children: [] }
      open = [{ level, node: record }]
    } else if (record) {
      while ((open.at(-1)?.level ?? 0) >= level) open.pop()
      const node = { tag: tag.toUpperCase(), value, children: [] }
      open.at(-1)?.node.children.push(node)
      open.push({ level, node })
    }
    blankLines = 0
  }
  if (record) yield unescaped(record)
}

/** The node that a continuation line belongs to: the one above it, or the last one where levels are wrong. */
function ownerOf(open: { level: number; node: GedcomNode }[], level: number): GedcomNode {
  const above = open.findLast((each) => each.level < level)
  const last = open.at(-1) as { node: GedcomNode }
  return above && (above.level > 0 || open.length === 1) ? above.node : last.node
}

/** Lines end in CR LF, LF or CR. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n?|\n/g
  let from = 0
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index)
    from = ends.lastIndex
  }
  yield text.slice(from)
}

/** An @ of a text is written twice. A pointer has one at either end. */
function unescaped<T extends GedcomNode>(node: T): T {
  if (node.value.includes('@@')) node.value = node.value.replaceAll('@@', '@')
  for (const child of node.children) unescaped(child)
  return node
}

/** From 0xa1 on, and from 0xc0 on; a space where ANSEL has none. */
const ANSEL_LETTERS = 'ŁØĐÞÆŒʹ·♭®±ƠƯʼ ʻłøđþæœʺı£ð ơư'
const ANSEL_SIGNS = '°ℓ℗©♯¿¡ß€      ß'
/** Marks from 0xe0 on. They stand before their letter. */
const ANSEL_MARKS =
  '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030c\u030a\ufe20\ufe21\u0315\u030b\u0310' +
  '\u0327\u0328\u0323\u0324\u0325\u0333\u0332\u0326\u031c\u032e\ufe22\ufe23  \u0313'

function fromAnsel(bytes: Uint8Array): string {
  let text = ''
  let marks = ''
  for (const byte of bytes) {
    if (byte >= 0xe0 && marks.length < 10) {
      marks += ANSEL_MARKS[byte - 0xe0]?.trim() ?? ''
      continue
    }
    text +=
      byte < 0x80
        ? String.fromCharCode(byte)
        : ((byte < 0xc0 ? ANSEL_LETTERS[byte - 0xa1] : ANSEL_SIGNS[byte - 0xc0]) ?? '')
    text += marks
    marks = ''
  }
  return text.normalize('NFC')
}

const MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Decodes a text of any program: UTF-8, UTF-16 with and without a mark, the Russian encodings of Windows, DOS, Macintosh and
 * Unix, told by the letters that they yield; anything else as `western` decodes it. `declared` is what the file says of
 * itself, and decides only between encodings that fit about as well: many files say something else.
 */
export function decodedText(bytes: Uint8Array, { declared = '', western = decodedWith('windows-1252') } = {}): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  const wide = marked?.[0] ?? utf16Of(bytes)
  if (wide !== undefined && wide !== 'utf-8') return new TextDecoder(wide).decode(bytes)
  return asUtf8(bytes) ?? asCyrillic(bytes, declared) ?? western(bytes)
}

/** A decoder of one encoding. */
export function decodedWith(encoding: string): (bytes: Uint8Array) => string {
  return (bytes) => new TextDecoder(encoding).decode(bytes)
}

const HEAD_BYTES = 512
/** The high byte of Latin and of Russian letters in UTF-16. */
const HIGH_BYTES = [0x00, 0x04]

/** UTF-16 without a mark: every second byte is the same few. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES & ~1)
  if (head.length < 8) return undefined
  const isHigh = (parity: number) => {
    const own = head.filter((_byte, at) => at % 2 === parity)
    return own.filter((byte) => HIGH_BYTES.includes(byte)).length > 0.9 * own.length
  }
  if (isHigh(1) === isHigh(0)) return undefined
  return isHigh(1) ? 'utf-16le' : 'utf-16be'
}

/** Letters may be cut in two, by a CONC line of a family tree or by a program that counts bytes. */
const CONC_IN_LETTER = /(?<![\r\n])[\r\n]{1,2}[ \t]{0,20}\d{1,2}[ \t]{1,5}CONC (?=[\x80-\xbf])/g
/** Of the letters of two bytes, so many may be broken. */
const BROKEN_SHARE = 0.02

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const joined = Buffer.from(Buffer.from(bytes).toString('latin1').replace(CONC_IN_LETTER, ''), 'latin1')
    const text = new TextDecoder('utf-8').decode(joined)
    const broken = text.split('\ufffd').length - 1
    const whole = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
    return broken <= whole * BROKEN_SHARE ? text : undefined
  }
}

const CYRILLIC = ['windows-1251', 'koi8-u', 'x-mac-cyrillic', 'ibm866']
/** What files call them. */
const DECLARED: Record<string, RegExp> = {
  'koi8-u': /^koi-?8/i,
  'x-mac-cyrillic': /^mac|^x-mac/i,
  ibm866: /^(?:ibm ?pc|(?:ms-?)?dos|(?:ibm|cp)-?866)/i,
  'windows-1251': /^(?:ansi|win|cp-?1251|1251)/i,
}
const SAMPLE_BYTES = 1024 ** 2
/** A declared encoding that is so near to the best one is believed. */
const NEARLY = 0.9

function asCyrillic(bytes: Uint8Array, declared: string): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const scores = CYRILLIC.map((encoding) => ({ encoding, score: scoreOf(decodedWith(encoding)(sample)) }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  const said = scores.find(({ encoding }) => DECLARED[encoding]?.test(declared))
  const { encoding } = said && said.score >= NEARLY * best.score ? said : best
  return best.score > 0 && isRussian(decodedWith(encoding)(sample)) ? decodedWith(encoding)(bytes) : undefined
}

/** How often letters stand in Russian texts, in thousandths. The right encoding has the frequent ones. */
const FREQUENCIES = new Map(
  Object.entries({
    ...{
      о: 110,
      е: 85,
      а: 80,
      и: 73,
      н: 67,
      т: 63,
      с: 55,
      р: 47,
      в: 45,
      л: 44,
      к: 35,
      м: 32,
      д: 30,
      п: 28,
      у: 26,
      я: 20,
    },
    ...{ ы: 19, ь: 17, г: 17, з: 16, б: 16, ч: 14, й: 12, х: 10, ж: 9, ш: 7, ю: 6, ц: 5, щ: 4, э: 3, ф: 3, ё: 3, ъ: 1 },
    ...{ і: 5, ї: 3, є: 3, ґ: 1, ў: 2 },
  }),
)
const MISSHAPED = -50
const ODD_SIGN = -50
/** Signs beyond ASCII that Russian texts have. */
const USUAL_SIGNS = new Set('№«»—–“”„’‘…§°©®·\u00a0\u00ad')

/** Letters in the case of words count by their frequency; other words and signs count against the encoding. */
function scoreOf(text: string): number {
  let score = 0
  for (const [run] of text.matchAll(/[^\0-\x7f]+/g)) {
    for (const [word] of run.matchAll(/\p{Script=Cyrillic}+/gu)) {
      const lower = word.toLowerCase()
      const isShaped = word.slice(1) === lower.slice(1) || word === word.toUpperCase()
      for (const letter of lower) score += isShaped ? (FREQUENCIES.get(letter) ?? ODD_SIGN) : MISSHAPED
    }
    for (const sign of run) if (!USUAL_SIGNS.has(sign) && !/\p{Script=Cyrillic}/u.test(sign)) score += ODD_SIGN
  }
  return score
}

/** Whether Cyrillic letters are mostly adjacent: in a wrongly decoded Western text each stands alone among Latin ones. */
function isRussian(text: string): boolean {
  const words = text.match(/[а-яёіїєґў]+/gi) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const inWords = words.reduce((sum, word) => sum + (word.length > 1 ? word.length : 0), 0)
  return inWords > letters / 2
}
