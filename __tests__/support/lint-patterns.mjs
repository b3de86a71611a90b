import { text } from 'node:stream/consumers'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { patterns } from '../../config/eslint/patterns.mjs'

/**
 * Says what the rules for regular expressions think of the sources, and of lines that might stand in them. A process of
 * its own, since jest cannot load ECMAScript modules. Reads an array of lines, writes `{ files, wrong, complaints }`:
 * how many files there are, what is wrong in them, and for each line the complaints about it.
 */
const lines = JSON.parse(await text(process.stdin))
const parser = { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } }
const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [parser, patterns], allowInlineConfig: false })

const results = await eslint.lintFiles(['src/**/*.{ts,tsx}'])
const wrong = results.flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath}: ${message}`))

const complaints = []
for (const line of lines) {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: 'src/contract/fields.ts' })
  complaints.push(result.messages.map(({ ruleId }) => ruleId))
}

process.stdout.write(JSON.stringify({ files: results.length, wrong, complaints }))
