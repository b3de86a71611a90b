import * as regexp from 'eslint-plugin-regexp'

/** A pattern whose time grows faster than the text it reads lets one long text stop the server. */
const OPTIONS = { report: 'potential' }

export const patterns = {
  files: ['src/**/*.{ts,tsx}'],
  plugins: { regexp },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', OPTIONS],
    'regexp/no-super-linear-move': ['error', OPTIONS],
  },
}
