import * as regexp from 'eslint-plugin-regexp'

/** A pattern with super-linear time lets one long text block the server. */
const OPTIONS = { report: 'potential' }

export const patterns = {
  files: ['src/**/*.{ts,tsx}'],
  plugins: { regexp },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', OPTIONS],
    'regexp/no-super-linear-move': ['error', OPTIONS],
  },
}
