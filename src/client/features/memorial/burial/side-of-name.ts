import { PIN_HEIGHT, PIN_WIDTH } from './pin-size'

/** All in px. Leaflet's own stylesheet sets this margin between a name and its point; the letter width fits most letters. */
const LEAFLET_MARGIN = 6
const GAP = 2
const NAME_HEIGHT = 18
const LETTER_WIDTH = 8
/** Half the width of the pin at its widest. */
const PIN_HALF_WIDTH = PIN_WIDTH / 2 - 6

interface FromPin {
  x: number
  y: number
}

interface SideOfName {
  direction: 'left' | 'right'
  offset: [x: number, y: number]
}

/**
 * To the right of the city, unless the pin would cover the name: then next to the pin, on the side where the city lies.
 * `fromPin` leads from the tip of the pin to the city; the pin stands above its tip.
 */
export function sideOfName(name: string, fromPin: FromPin | undefined): SideOfName {
  if (!fromPin || !isBehindPin(name, fromPin)) return { direction: 'right', offset: [GAP, 0] }
  const aside = Math.max(GAP, PIN_HALF_WIDTH - Math.abs(fromPin.x) - LEAFLET_MARGIN + GAP)
  return fromPin.x < 0 ? { direction: 'left', offset: [-aside, 0] } : { direction: 'right', offset: [aside, 0] }
}

/** Whether a name to the right of its city would run below the pin. */
function isBehindPin(name: string, { x, y }: FromPin): boolean {
  const end = x + LEAFLET_MARGIN + name.length * LETTER_WIDTH
  return x < PIN_HALF_WIDTH && end > -PIN_HALF_WIDTH && y > -PIN_HEIGHT - NAME_HEIGHT / 2 && y < NAME_HEIGHT / 2
}
