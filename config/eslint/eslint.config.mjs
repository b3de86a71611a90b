import parser from '@typescript-eslint/parser'
import { layers } from './layers.mjs'
import { patterns } from './patterns.mjs'

/** What Oxlint (.oxlintrc.json) has no rules for: which room may import which, and regular expressions that take too long. */
export default [{ files: ['**/*.{ts,tsx}'], languageOptions: { parser } }, layers, patterns]
