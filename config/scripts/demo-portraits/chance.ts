/** Gives a number from 0 up to 1 for each name: always the same one, whatever was asked before it. */
export type Chance = (name: string) => number

export function chanceFrom(seed: string): Chance {
  return (name) => hash(`${seed}/${name}`) / 2 ** 32
}

export type Choices<Choice> = readonly [Choice, ...Choice[]]

export function between(share: number, least: number, most: number): number {
  return round(least + (most - least) * share)
}

export function pick<Choice>(share: number, choices: Choices<Choice>): Choice {
  return choices[Math.floor(share * choices.length)] ?? choices[0]
}

/** FNV-1a with the finish of MurmurHash3, so that seeds which differ in one letter differ in every bit. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
