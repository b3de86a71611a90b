import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * A file of a package that one bench only needs. Its folder beside the benches has a package.json and a lock of its own, and is
 * installed when the bench first asks: `npm ci` in the root would take a third longer with it.
 */
export function fileOfTool(folder: string, file: string): string {
  const cwd = path.join(__dirname, folder)
  const installed = path.join(cwd, 'node_modules', file)
  if (!existsSync(installed)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd, stdio: 'inherit' })
  }
  return installed
}
