/** The number of the empty text in every dictionary. */
export const NONE = 0

/** Between the texts of a block. No key holds it. */
const BORDER = '\n'
/** Room of a block in characters. A new text is put into the last block alone. */
const BLOCK_MAX = 256 * 1024
/** Nobody's name has more words that are looked for one by one. */
const WORDS_MAX = 4

/** Texts as one, in which a part is found many times faster than in each by itself. */
interface Block {
  all: string
  /** The number of its first text. */
  first: number
  /** Where in `all` each text begins, and where the next one would. */
  starts: number[]
}

/** Texts that have as many letters as each other. */
interface SameLength {
  numbers: number[]
  /** Of each text as `letterBits`; 0 where it is several words. */
  bits: number[]
}

/** The distinct texts of a part of names or places, numbered in the order in which they came. */
export class Dictionary {
  readonly keys: string[] = ['']
  /** By length, all texts but the empty one. */
  readonly ofLength: SameLength[] = []
  /** How many words each text is, of which one by one no more than four are looked for. */
  readonly wordCounts: number[] = [0]
  /** The numbers of the texts that are several words. */
  readonly severalWords: number[] = []
  readonly #numbers = new Map<string, number>([['', NONE]])
  readonly #blocks: Block[] = []

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
    return number
  }

  /** The number of each text that has this one as a part. */
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

/** The letters of a word as bits: two words that differ in one letter differ in two bits at most. */
export function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

/** In the order of PostgreSQL's collation "C": Cyrillic letters are single units of UTF-16. */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
