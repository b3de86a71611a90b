import { text } from 'node:stream/consumers'
import { ESLint } from 'eslint'

/**
 * Says what the rules of config/eslint think of sources that might stand in a file. A process of its own, since jest cannot load
 * ECMAScript modules. Reads `[{ file, source }]`, writes for each `[{ ruleId, message }]`.
 */
const cases = JSON.parse(await text(process.stdin))
const eslint = new ESLint({ overrideConfigFile: 'config/eslint/eslint.config.mjs' })

const complaints = []
for (const { file, source } of cases) {
  const [result] = await eslint.lintText(source, { filePath: file })
  complaints.push(result.messages.map(({ ruleId, message }) => ({ ruleId, message })))
}

process.stdout.write(JSON.stringify(complaints))
