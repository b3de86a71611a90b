import type { PortraitTraits } from './traits'
import { clipped } from './svg'

/** A hat hides what would stand above its rim; a woman's side cap sits higher than the rest. */
export function underHat({ headwear, figure }: PortraitTraits, id: string, hair: string): string {
  if (headwear === 'none') return hair
  const rim = headwear === 'military-cap' && figure === 'woman' ? SIDE_CAP_LINE : HAT_LINE
  return clipped(id, `M-600 ${rim}H600V900H-600z`, hair)
}

const HAT_LINE = -105
const SIDE_CAP_LINE = -160
