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
