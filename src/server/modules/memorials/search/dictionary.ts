/** The number of the empty text in every dictionary. */
export const NONE = 0

/** Further words of a text are not compared one by one. */
export const WORDS_MAX = 4

/** The separator between the texts of a block. No key contains it. */
const BORDER = '\n'
/** The size of a block in characters. A new text is appended to the last block only. */
const BLOCK_MAX = 256 * 1024

/** Texts joined into one string, in which a substring search is many times faster than in each text. */
interface Block {
  all: string
  /** The number of its first text. */
  first: number
  /** Where in `all` each text starts, and where the next one would. */
  starts: number[]
}

/** Texts of equal length. */
interface SameLength {
  numbers: number[]
  /** `letterBits` of each text; 0 for several words. */
  bits: number[]
}

/** Words of most addresses: whom a place is asked of, they do not narrow. */
const COMMON_WORDS = new Set(
  (
    'г гор город городе города с село селе села д дер деревня деревне деревни п пос поселок поселке пгт ст станица хутор ' +
    'обл область области край край края крае респ республика район районе района р н ул улица пер дом уч участок ряд место ' +
    'кладбище кладбища кладбищ кладбищу квартал сектор могила россия рф в во из под на при около близ у от со'
  ).split(' '),
)

export function isCommonInPlaces(word: string): boolean {
  return COMMON_WORDS.has(word)
}

/** Shorter words do not distinguish places. */
export const PLACE_WORD_MIN = 3
/** A beginning that more texts have narrows nothing, and visiting them takes long. */
const PLACES_MAX = 20_000

/** In which texts each word is, for places: of a million addresses most differ, but not their words. */
class WordIndex {
  readonly #words = new Dictionary()
  readonly #textsOf: number[][] = []

  add(number: number, text: string): void {
    for (const word of new Set(text.split(/[^\p{L}]+/u))) {
      if (word.length < PLACE_WORD_MIN || isCommonInPlaces(word)) continue
      ;(this.#textsOf[this.#words.numberOf(word)] ??= []).push(number)
    }
  }

  /** The numbers of texts that have a word with this beginning; some are there twice. None where there are too many. */
  textsWith(beginning: string): number[] {
    const found: number[] = []
    for (const word of this.#words.containing(beginning)) {
      if (!this.#words.keys[word]?.startsWith(beginning)) continue
      const texts = this.#textsOf[word] ?? []
      if (found.length + texts.length > PLACES_MAX) return []
      found.push(...texts)
    }
    return found
  }
}

/** The distinct texts of a name field or of places, numbered in order of arrival. */
export class Dictionary {
  /** Only of places. */
  readonly words: WordIndex | undefined
  readonly keys: string[] = ['']
  /** All texts except the empty one, by length. */
  readonly ofLength: SameLength[] = []
  /** The number of words in each text, at most four, as many as are matched one by one. */
  readonly wordCounts: number[] = [0]
  /** The numbers of the texts with several words. */
  readonly severalWords: number[] = []
  readonly #numbers = new Map<string, number>([['', NONE]])
  readonly #blocks: Block[] = []

  constructor({ hasWordIndex = false } = {}) {
    this.words = hasWordIndex ? new WordIndex() : undefined
  }

  numberOf(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.keys.push(key) - 1
    this.#numbers.set(key, number)
    const wordCount = key.includes(' ') ? key.split(' ').length : 1
    this.wordCounts.push(Math.min(wordCount, WORDS_MAX))
    const alike = (this.ofLength[key.length] ??= { numbers: [], bits: [] })
    alike.numbers.push(number)
    alike.bits.push(wordCount === 1 ? letterBits(key) : 0)
    if (wordCount > 1) this.severalWords.push(number)
    this.#write(number, key)
    this.words?.add(number, key)
    return number
  }

  /** The numbers of the texts that contain this one. */
  containing(part: string): number[] {
    const found: number[] = []
    for (const { all, first, starts } of this.#blocks) {
      let index = 0
      for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, starts[index + 1])) {
        while ((starts[index + 1] as number) <= at) index++
        found.push(first + index)
      }
    }
    return found
  }

  #write(number: number, key: string): void {
    let block = this.#blocks.at(-1)
    if (!block || block.all.length > BLOCK_MAX) {
      block = { all: BORDER, first: number, starts: [BORDER.length] }
      this.#blocks.push(block)
    }
    block.all += key + BORDER
    block.starts.push(block.all.length)
  }
}

/** The letters of a word as bits: two words that differ in one letter differ in at most two bits. */
export function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

/** In the order of PostgreSQL's collation "C": Cyrillic letters are single UTF-16 units. */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
