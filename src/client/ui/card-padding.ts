/** Inside the border of a card of text, in steps of the theme's spacing. */
export const CARD_PADDING = { xs: 2.5, md: 3 } as const
