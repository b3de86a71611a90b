import { styled } from '@mui/material/styles'
import { aspectRatioOf } from './Photo'
import { TARGET_SIZE } from './target-size'

/** The minimum height of a card on a phone, in px. */
const ROW_HEIGHT = 160

/**
 * The layout of a memorial card: on a phone a row with a narrow portrait, elsewhere a portrait with the text below. A
 * single class styles all its elements, since a list has many. Its children are the photo and a <div> of text.
 */
export const MemorialCardFrame = styled('article')(({ theme }) => {
  const { palette } = theme.vars ?? theme
  return {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'clamp(96px, 30vw, 120px) minmax(0, 1fr)',
    minHeight: ROW_HEIGHT,
    height: '100%',
    overflow: 'hidden',
    border: `1px solid ${palette.divider}`,
    borderRadius: 6,
    backgroundColor: palette.background.paper,
    '&:hover, &:focus-within': { borderColor: palette.secondary.main },
    '&& > [data-frame]': { aspectRatio: 'auto', height: '100%' },
    '& > div': { display: 'flex', flexDirection: 'column', gap: 4, padding: '12px 16px' },
    '& h2, & h3': { ...theme.typography.h4, margin: 0, hyphens: 'auto' },
    '& p': { ...theme.typography.body2, margin: 0, color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '& a': {
      ...theme.typography.button,
      marginTop: 'auto',
      color: palette.primary.main,
      textUnderlineOffset: '0.2em',
      textDecorationColor: palette.divider,
      // The link covers the whole card, so a finger can't miss it.
      '&::after': { content: '""', position: 'absolute', inset: 0 },
    },
    // Large letters need the full width.
    [theme.breakpoints.down('sm')]: {
      'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' },
      'html[data-letters] && > [data-frame]': { aspectRatio: aspectRatioOf('card'), height: 'auto' },
    },
    [theme.breakpoints.up('sm')]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      '&& > [data-frame]': { aspectRatio: aspectRatioOf('card'), height: 'auto' },
      '& > div': { padding: 20 },
      // Space above the button of the highest card.
      '& p:last-of-type': { marginBottom: 12 },
      '& a': {
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        minHeight: TARGET_SIZE,
        border: '1px solid currentcolor',
        borderColor: `color-mix(in srgb, ${palette.primary.main} 50%, transparent)`,
        borderRadius: 6,
        textDecoration: 'none',
      },
      '& a:hover': { backgroundColor: palette.action.hover },
    },
  }
})
