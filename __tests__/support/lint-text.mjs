import { text } from 'node:stream/consumers'
import { ESLint } from 'eslint'

/**
 * Runs the rules of config/eslint on sources that might be in a file. A separate process, since jest cannot load ECMAScript
 * modules. Reads `[{ file, source }]`, writes for each `[{ ruleId, message }]`.
 */
const cases = JSON.parse(await text(process.stdin))
const eslint = new ESLint({ overrideConfigFile: 'config/eslint/eslint.config.mjs' })

const complaints = []
for (const { file, source } of cases) {
  const [result] = await eslint.lintText(source, { filePath: file })
  complaints.push(result.messages.map(({ ruleId, message }) => ({ ruleId, message })))
}

process.stdout.write(JSON.stringify(complaints))
