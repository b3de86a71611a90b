import { execFileSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(__dirname, '../..')
const MADE_BY_A_BUILD = /(?:^|\/)(?:dist|coverage|data|node_modules)\/|\.(?:tsbuildinfo|log|map)$/

it('keeps no file that a build makes', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  expect(files).toContain('package.json')
  expect(files.filter((file) => MADE_BY_A_BUILD.test(file))).toEqual([])
})
