import { between, type Chance, type Choices, pick } from './chance'
import type { PortraitTraits } from './traits'

export interface Palette {
  /** The background, from the light behind the head to the corners. */
  glow: string
  backdrop: string
  dusk: string
  /** Shirts, collars and the mat around an oval. */
  linen: string
  linenShade: string
  linenDark: string
  skin: string
  skinShade: string
  hair: string
  hairLight: string
  hairDark: string
  fur: string
  furDark: string
  cloth: string
  clothLight: string
  clothDark: string
  /** Scarves, ties and ribbons. */
  accent: string
  accentLight: string
  accentDark: string
}

export function paletteOf({ tone, age, figure }: PortraitTraits, chance: Chance): Palette {
  const { hue, saturation, cloths, accents } = TONES[tone]
  const drift = between(chance('hue'), -7, 7)
  return {
    ...backgroundOf(hue + drift, saturation),
    ...skinOf(hue, chance),
    ...furOf(pick(chance('fur'), FURS)),
    ...hairOf(pick(chance('hair colour'), HAIR[age])),
    ...clothOf(
      pick(chance('cloth hue'), cloths) + drift,
      figure === 'woman' ? between(chance('cloth depth'), 30, 44) : between(chance('cloth depth'), 25, 34),
    ),
    ...accentOf(pick(chance('accent hue'), accents) + drift, between(chance('accent depth'), 44, 62)),
  }
}

function backgroundOf(hue: number, saturation: number) {
  return {
    glow: hex([hue, saturation, 85]),
    backdrop: hex([hue, saturation * 0.9, 74]),
    dusk: hex([hue, saturation * 0.8, 60]),
    linen: hex([38, 36, 94]),
    linenShade: hex([36, 18, 84]),
    linenDark: hex([32, 12, 66]),
  }
}

/** Skin leans a little towards the tone, as on a tinted photograph. */
function skinOf(hue: number, chance: Chance) {
  const lightness = between(chance('skin'), 75, 80)
  const lean = hue > 180 ? -3 : 2
  return { skin: hex([25 + lean, 38, lightness]), skinShade: hex([21 + lean, 30, lightness - 8]) }
}

function hairOf([hue, saturation, lightness]: Hsl) {
  return {
    hair: hex([hue, saturation, lightness]),
    hairLight: hex([hue, saturation, lightness + 7]),
    hairDark: hex([hue, saturation, lightness - 7]),
  }
}

function furOf([hue, saturation, lightness]: Hsl) {
  return { fur: hex([hue, saturation, lightness]), furDark: hex([hue, saturation, lightness - 8]) }
}

function clothOf(hue: number, lightness: number) {
  const saturation = mutedSaturation(hue, 17)
  return {
    cloth: hex([hue, saturation, lightness]),
    clothLight: hex([hue, saturation - 2, lightness + 7]),
    clothDark: hex([hue, saturation + 2, lightness - 7]),
  }
}

function accentOf(hue: number, lightness: number) {
  const saturation = mutedSaturation(hue, 25)
  return {
    accent: hex([hue, saturation, lightness]),
    accentLight: hex([hue, saturation, lightness + 14]),
    accentDark: hex([hue, saturation, lightness - 8]),
  }
}

/** Greens, blues and violets look louder than browns of the same saturation. */
function mutedSaturation(hue: number, saturation: number): number {
  return hue > 60 && hue < 350 ? saturation * 0.58 : saturation
}

function hex([hue, saturation, lightness]: Hsl): string {
  const light = lightness / 100
  const reach = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const position = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    const value = light - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

type Hsl = readonly [hue: number, saturation: number, lightness: number]

interface Tone {
  hue: number
  saturation: number
  /** Hues that sit well beside it. */
  cloths: Choices<number>
  accents: Choices<number>
}

const TONES: Record<PortraitTraits['tone'], Tone> = {
  sand: { hue: 38, saturation: 24, cloths: [28, 176, 210], accents: [14, 205, 40] },
  sage: { hue: 120, saturation: 9, cloths: [176, 150, 32], accents: [36, 12, 78] },
  slate: { hue: 206, saturation: 14, cloths: [212, 190, 20], accents: [24, 200, 350] },
  clay: { hue: 18, saturation: 24, cloths: [16, 180, 345], accents: [36, 12, 186] },
  plum: { hue: 325, saturation: 10, cloths: [320, 215, 270], accents: [340, 30, 250] },
  mist: { hue: 190, saturation: 7, cloths: [186, 215, 30], accents: [205, 24, 38] },
}

const HAIR: Record<PortraitTraits['age'], Choices<Hsl>> = {
  young: [
    [22, 26, 24],
    [26, 30, 33],
    [34, 30, 46],
    [20, 12, 19],
  ],
  middle: [
    [24, 16, 25],
    [22, 9, 33],
    [30, 16, 36],
  ],
  old: [
    [38, 8, 76],
    [210, 6, 70],
    [36, 10, 84],
  ],
}

const FURS: Choices<Hsl> = [
  [24, 14, 26],
  [28, 14, 38],
  [30, 8, 52],
]
