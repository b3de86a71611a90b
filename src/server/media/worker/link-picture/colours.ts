/** The light palette of the pages. */
export const COLOURS = {
  ground: '#faf7f2',
  paper: '#fffdf9',
  green: '#23403f',
  clay: '#8a5a3c',
  grey: '#5a605e',
  line: '#e3dacb',
} as const
