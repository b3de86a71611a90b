import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../folders'

const PRETTIER = path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs')

/** A page that holds parts between two comments, as it should be: each part replaced by its text. */
export function pageWithParts(file: string, parts: Record<string, string>): string {
  const input = Object.entries(parts).reduce(withPart, readFileSync(file, 'utf8'))
  const made = execFileSync(process.execPath, [PRETTIER, '--stdin-filepath', file], { input, encoding: 'utf8' })
  // As `npm run docs` asks.
  if (process.env.WRITE_DOCS) writeFileSync(file, made)
  return made
}

function withPart(page: string, [part, text]: [string, string]): string {
  const [begin, end] = [`<!-- ${part}: made by npm run docs -->`, `<!-- end of ${part} -->`]
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The page has no place for ${part}.`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}
