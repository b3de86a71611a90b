import { DARK_PALETTE, LIGHT_PALETTE } from '@client/app/theme'
import { FIELD_BORDERS } from '@client/ui/styles'

/** WCAG 2.2, level AA, for text of ordinary size. */
const LEAST_CONTRAST = 4.5
/** For what is no text: a focus ring, the mark of the active item. */
const LEAST_CONTRAST_OF_SHAPES = 3

const ACCENTS = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const
const TEXTS = ['primary', 'secondary', 'disabled'] as const
const GROUNDS = ['default', 'paper'] as const

describe.each([
  ['light', LIGHT_PALETTE],
  ['dark', DARK_PALETTE],
] as const)('the %s palette', (scheme, palette) => {
  it.each(GROUNDS)('keeps every text readable on the %s ground', (ground) => {
    const background = palette.background[ground]
    for (const text of TEXTS) expect(contrast(palette.text[text], background)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    for (const accent of ACCENTS) {
      expect(contrast(palette[accent].main, background)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }
  })

  it.each(ACCENTS)('keeps the words on a %s button readable', (accent) => {
    const { main, contrastText } = palette[accent]
    expect(contrast(contrastText, main)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })

  it.each(GROUNDS)('keeps the border of a field visible on the %s ground', (ground) => {
    expect(contrast(FIELD_BORDERS[scheme], palette.background[ground])).toBeGreaterThanOrEqual(LEAST_CONTRAST_OF_SHAPES)
  })

  it('keeps the focus ring visible on both grounds', () => {
    for (const ground of GROUNDS) {
      expect(contrast(palette.secondary.main, palette.background[ground])).toBeGreaterThanOrEqual(
        LEAST_CONTRAST_OF_SHAPES,
      )
    }
  })
})

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(parseInt(hex.slice(start, start + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
