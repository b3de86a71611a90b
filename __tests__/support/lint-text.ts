import { execFileSync } from 'node:child_process'
import { ROOT } from '../../config/folders'

interface Complaint {
  ruleId: string
  message: string
}

/** What `npm run check:lint` would report for each source, if it were in that file. The real sources are checked there. */
export function lintText(cases: { file: string; source: string }[]): Complaint[][] {
  const answer = execFileSync(process.execPath, ['__tests__/support/lint-text.mjs'], {
    cwd: ROOT,
    input: JSON.stringify(cases),
  })
  return JSON.parse(answer.toString()) as Complaint[][]
}
