import { text } from 'node:stream/consumers'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { layers } from '../../config/eslint/layers.mjs'

/**
 * Says what the layer rule thinks of the sources, and of imports that might stand in them. A process of its own, since
 * jest cannot load ECMAScript modules. Reads `[{ file, imported }]`, writes `{ files, wrong, complaints }`: how many
 * files there are, what is wrong in them, and for each import the complaints about it.
 */
const imports = JSON.parse(await text(process.stdin))
const parser = { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } }
const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [parser, layers], allowInlineConfig: false })

const results = await eslint.lintFiles(['src/**/*.{ts,tsx}'])
const wrong = results.flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath}: ${message}`))

const complaints = []
for (const { file, imported } of imports) {
  const [result] = await eslint.lintText(`import * as it from '${imported}'\nexport const use = it\n`, {
    filePath: file,
  })
  complaints.push(result.messages.map(({ message }) => message))
}

process.stdout.write(JSON.stringify({ files: results.length, wrong, complaints }))
