/** For a button without a frame, or its wrapper: aligns its text with the lines above. Large letters have less room. */
export const WORDS_IN_LINE = {
  ml: -2.5,
  '@media (max-width: 599.95px)': { 'html[data-letters] &': { ml: 'max(-20px, -4vw)' } },
} as const
