import fs from 'node:fs'
import { layerOf } from './draw'
import type { Mutant } from './switches'
import type { Outcome } from './trial'

/** Where a bug harms people most: by words of the file's path and of the broken code. */
const GRAVE: Record<string, { file: RegExp; code?: RegExp }> = {
  access: {
    file: /access|\bpin\b|pin-|keepers|permission|closing|blocked/i,
    code: /\b(isOwner|requireAccount|requireVerified|toEdit|toRead|toOwn)\b/,
  },
  sessions: { file: /session|sign-in|sign-out|auth\b|auth\/|token|password|registration/i },
  money: {
    file: /promo|tariff|catalogue|credit|storage-|quota/i,
    code: /storage_bytes|advanced_memorials|credit|used_bytes/i,
  },
  deletion: { file: /trash|delet|remov|leaving|eras|retention|destroy/i, code: /deleteFrom|destroy|erase|trash/i },
  media: { file: /\/media\/|archive|upload|picture|photo|film|voices|src\/server\/storage/i },
}

/** Outcomes are stored one per line, so that a run can be interrupted, and several processes can write. */
export function readOutcomes(file: string): Map<string, Outcome> {
  if (!fs.existsSync(file)) return new Map()
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line) as Outcome).map((outcome) => [outcome.id, outcome]))
}

export function keepOutcome(file: string, outcome: Outcome): void {
  fs.appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}

export function lineOf(mutant: Mutant, outcome?: Outcome): string {
  const { kind, file, line, was, becomes } = mutant
  const what = `${kind.padEnd(10)} ${file}:${line}  ${shortened(was)}  becomes  ${shortened(becomes) || 'nothing'}`
  if (!outcome) return what
  const how = outcome.found ? `found by ${outcome.by}` : `${outcome.tests} test files reach it`
  return `${outcome.found ? 'found   ' : 'SURVIVES'} ${what}  (${how}, ${outcome.seconds} s)`
}

/** The areas where this mutant would be grave. */
export function graveAreas({ file, was }: Mutant): string[] {
  return Object.entries(GRAVE)
    .filter(([, { file: files, code }]) => files.test(file) || code?.test(was))
    .map(([area]) => area)
}

/** The totals by folder and by kind, and the survivors; those in grave areas again. */
export function summary(mutants: readonly Mutant[], outcomes: ReadonlyMap<string, Outcome>): string[] {
  const tried = mutants.filter(({ id }) => outcomes.has(id))
  const survivors = tried.filter(({ id }) => !outcomes.get(id)?.found)
  const share = (of: readonly Mutant[]) => {
    const found = of.filter(({ id }) => outcomes.get(id)?.found).length
    return `${found} of ${of.length} found`
  }
  const by = (name: (mutant: Mutant) => string) =>
    [...new Set(tried.map(name))].sort().map((each) => `  ${each}: ${share(tried.filter((one) => name(one) === each))}`)

  return [
    `${mutants.length} drawn, ${tried.length} tried, ${share(tried)}, ${survivors.length} survive`,
    'By folder:',
    ...by(({ file }) => (file.split('/').length > 3 ? file.split('/').slice(0, 3).join('/') : layerOf(file))),
    'By kind:',
    ...by(({ kind }) => kind),
    'Survivors:',
    ...survivors.map((mutant) => `  ${lineOf(mutant)}  [${mutant.id}]`),
    'Of them where a mistake is grave:',
    ...Object.keys(GRAVE).flatMap((area) => {
      const here = survivors.filter((mutant) => graveAreas(mutant).includes(area))
      return [`  ${area}: ${here.length}`, ...here.map((mutant) => `    ${lineOf(mutant)}`)]
    }),
  ]
}

function shortened(code: string): string {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
