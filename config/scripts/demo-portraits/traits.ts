/** What a person looked like, as the demo content states it. A woman is never drawn with a beard. */
export interface PortraitTraits {
  figure: 'woman' | 'man'
  age: 'young' | 'middle' | 'old'
  headwear: 'none' | 'headscarf' | 'cap' | 'hat' | 'military-cap' | 'fur-hat'
  hair: 'short' | 'bun' | 'braid' | 'bald' | 'long' | 'curly'
  beard: 'none' | 'moustache' | 'full'
  glasses: boolean
  tone: 'sand' | 'sage' | 'slate' | 'clay' | 'plum' | 'mist'
}
