/** The minimum width and height in px of a touch target (WCAG 2.5.5). */
export const TARGET_SIZE = 44

/** Inside the border of a card of text, in steps of the theme's spacing. */
export const CARD_PADDING = { xs: 2.5, md: 3 } as const

/** The border of a field: a contrast of at least 3:1 to the field and to the page (WCAG 1.4.11). */
export const FIELD_BORDERS = { light: '#8b8579', dark: '#7f7d76' }

/** For an outlined button that is disabled by `aria-disabled` only, so that it can have the focus. */
export const ARIA_DISABLED_LOOK = {
  color: 'text.disabled',
  borderColor: 'divider',
  cursor: 'default',
  '&:hover': { borderColor: 'divider', backgroundColor: 'transparent' },
} as const

/** For text that only screen readers should read. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
} as const

/** For a button without a frame, or its wrapper: aligns its text with the lines above. Large letters have less room. */
export const WORDS_IN_LINE = {
  ml: -2.5,
  '@media (max-width: 599.95px)': { 'html[data-letters] &': { ml: 'max(-20px, -4vw)' } },
} as const

/**
 * The style of content below the fold on a phone: it is laid out and painted only when it comes near the viewport.
 * Until then its height is estimated, in px.
 */
export function belowTheFold(height: number) {
  return {
    '@media screen and (max-width: 599.95px)': {
      contentVisibility: 'auto',
      containIntrinsicBlockSize: `auto ${height}px`,
      // Space for the focus outline, which the containment would otherwise clip.
      overflowClipMargin: '8px',
    },
  } as const
}
