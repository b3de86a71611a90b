import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { format, resolveConfig } from 'prettier'
import { ROOT } from '../folders'

export const AUDIT_FILE = path.join(ROOT, 'config/security/asvs.csv')
export const AUDIT_PAGE = path.join(ROOT, 'config/security/asvs.md')

export const VERDICTS = ['holds', 'does not apply', 'not met'] as const

/** A requirement of OWASP ASVS 5.0.0, and what is known about it here. */
export interface AuditRow {
  /** Its number, like 1.2.3. */
  requirement: string
  chapter: string
  about: string
  verdict: (typeof VERDICTS)[number]
  /** How it is known, or why not. Markdown. */
  reason: string
}

export function readAudit(): AuditRow[] {
  return parse(readFileSync(AUDIT_FILE), { columns: true })
}

const INTRODUCTION = `# Audit

OWASP ASVS 5.0.0, all requirements of levels 1 and 2. Each is named by a few words of our own; the text of the standard counts.

This page is made from [asvs.csv](asvs.csv) by \`npm run docs\`: change the rows there.

A row that **holds** names the test that shows it (below \`__tests__\`), the source where it can be read, or the part of the
[security model](model.md) that the requirement asks for (in “quotes”). **Does not apply** and **not met** say why. What is met in part
is not met. \`architecture/security-audit.test.ts\` checks that every requirement is here once and that everything named exists.

Two departures stay, because the specification asks for them: rules of composition for passwords (6.2.5), and the responses
\`USER_NOT_FOUND\` and \`REGISTER_USER_ALREADY_EXISTS\`, which tell whether an e-mail has an account. The requirement against that, 6.3.8, is
of level 3 and so has no row; the limits on both calls keep asking slow.
`

/** The audit as a page of Markdown: how many rows have which verdict, and a table for each chapter. */
export async function renderAudit(rows: AuditRow[]): Promise<string> {
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
  const counts = `${count('holds')} hold, ${count('does not apply')} do not apply, ${count('not met')} are not met.`
  const chapters = [...new Set(rows.map(({ chapter }) => chapter))]
  const tables = chapters.map((name) => tableOf(name, rows.filter(({ chapter }) => chapter === name))) // prettier-ignore
  const options = await resolveConfig(AUDIT_PAGE)
  return format([INTRODUCTION, counts, ...tables].join('\n\n'), { ...options, filepath: AUDIT_PAGE })
}

function tableOf(chapter: string, rows: AuditRow[]): string {
  const lines = rows.map((row) => `| ${row.requirement} | ${row.about} | ${row.verdict} | ${row.reason} |`)
  return `## ${chapter}\n\n| row | about | verdict | how it is known, or why not |\n| - | - | - | - |\n${lines.join('\n')}`
}

if (require.main === module) void renderAudit(readAudit()).then((page) => writeFileSync(AUDIT_PAGE, page))
