/** A card of an item that is pending. */
export const CARD = {
  p: { xs: 2, sm: 3 },
  scrollMarginTop: 16,
  // Scrolls the focused card above the strip of decisions.
  scrollMarginBottom: 200,
  '&:focus-within': { borderColor: 'secondary.main' },
} as const

/** The link to the page that a card is about: tall enough for a finger. */
export const PAGE_LINK = { display: 'inline-block', py: 1.25, my: -1.25 } as const
