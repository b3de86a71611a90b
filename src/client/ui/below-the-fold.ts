/**
 * The style of a part that stands below the first screen of a phone: there it is laid out and painted only when it comes
 * near. Until then it is as high as is told, in px.
 */
export function belowTheFold(height: number) {
  return {
    '@media screen and (max-width: 599.95px)': {
      contentVisibility: 'auto',
      containIntrinsicBlockSize: `auto ${height}px`,
      // Room for the frame around what has the focus: such a part cuts off what reaches out of it.
      overflowClipMargin: '8px',
    },
  } as const
}
