import { between, type Chance } from './chance'
import type { PortraitTraits } from './traits'

export interface Palette {
  /** The calm ground around the oval, from its light to its corners. */
  ground: string
  groundDark: string
  paper: string
  paperShade: string
  /** The one tone of the silhouette. */
  ink: string
}

export function paletteOf({ tone }: PortraitTraits, chance: Chance): Palette {
  const { hue, saturation } = TONES[tone]
  const own = hue + between(chance('hue'), -6, 6)
  return {
    ground: hsl(own, saturation, 74),
    groundDark: hsl(own, saturation, 67),
    paper: hsl(40, 44, 95),
    paperShade: hsl(38, 32, 90),
    ink: hsl(own, saturation + 5, 20),
  }
}

const TONES: Record<PortraitTraits['tone'], { hue: number; saturation: number }> = {
  sand: { hue: 36, saturation: 22 },
  sage: { hue: 110, saturation: 10 },
  slate: { hue: 208, saturation: 14 },
  clay: { hue: 18, saturation: 22 },
  plum: { hue: 325, saturation: 11 },
  mist: { hue: 188, saturation: 11 },
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${((hue + 360) % 360).toFixed(0)},${saturation}%,${lightness}%)`
}
