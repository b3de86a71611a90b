import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folders next to this file: each has a package.json and a lock file of its own. */
export type Tool = 'client-generator' | 'font-subsetter' | 'html-checker' | 'lighthouse'

const INSTALL = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']

/**
 * A file of a package that only one command needs. It is installed on first use: `npm ci` in the root would take much
 * longer with all of them.
 */
export function fileOfTool(tool: Tool, file: string): string {
  const cwd = path.join(__dirname, tool)
  const installed = path.join(cwd, 'node_modules', file)
  if (!existsSync(installed)) execFileSync('npm', INSTALL, { cwd, stdio: 'inherit' })
  return installed
}
