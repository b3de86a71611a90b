/**
 * Styles of a part far below the first screen: a browser lays it out when a reader comes near, so that a weak phone shows the
 * first screen that much earlier. Until then it is as high as its `containIntrinsicBlockSize`, which goes beside these:
 * `auto 480px`. What stands out of the part by more than an outline is cut.
 */
export const LAID_OUT_WHEN_NEAR = {
  contentVisibility: 'auto',
  overflowClipMargin: '8px',
  '@media print': { contentVisibility: 'visible' },
} as const
