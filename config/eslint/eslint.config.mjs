import parser from '@typescript-eslint/parser'
import { layers } from './layers.mjs'
import { patterns } from './patterns.mjs'

/** Rules that Oxlint (.oxlintrc.json) lacks: which layer may import which, and regular expressions that take too long. */
export default [{ files: ['**/*.{ts,tsx}'], languageOptions: { parser } }, layers, patterns]
