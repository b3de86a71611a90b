import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

/** A page that holds parts between two comments, as it should be: each part replaced by its text. */
export async function pageWithParts(file: string, parts: Record<string, string>): Promise<string> {
  const page = Object.entries(parts).reduce(withPart, readFileSync(file, 'utf8'))
  const made = await format(page, { ...(await resolveConfig(file)), filepath: file })
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
