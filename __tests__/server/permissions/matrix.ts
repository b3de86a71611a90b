import { ACTORS, type Actor } from './actors'
import { TABLE } from './table'

/** Is answered as any other account. Each call that refuses is asked by them too. */
const BARE_MODERATOR = 'moderatorWithoutFactor'
const OF_TABLE = ACTORS.filter((actor) => actor !== BARE_MODERATOR)

export interface Permissions {
  /** 'DELETE /burial/delete/{id}' */
  call: string
  isPublic: boolean
  /** The call and, where it matters, the page that it is about. */
  title: string
  refused: Answers
  allowed: Answers
}

export type Answers = Partial<Record<Actor, number>>

const FIRST_REFUSAL = 400

export const MATRIX: Permissions[] = readTable(TABLE)

function readTable(table: string): Permissions[] {
  const [header = '', ...lines] = table.split('\n').filter(Boolean)
  if (header.trim().split(/\s+/).join() !== OF_TABLE.join()) throw new Error('The columns are not the actors')
  return lines.map((line) => readLine(line))
}

function readLine(line: string): Permissions {
  const [method, path, page, ...statuses] = line.split(/\s+/)
  if (statuses.length !== OF_TABLE.length) throw new Error(`Not an answer for each: ${line}`)
  const answers = (isMeant: (status: number) => boolean): Answers =>
    Object.fromEntries(
      OF_TABLE.map((actor, index) => [actor, Number(statuses[index])] as const).filter(([, status]) => isMeant(status)),
    )
  const call = `${method} ${path}`
  return {
    call,
    isPublic: page === 'public',
    title: page === '-' ? call : `${call}, ${page} page,`,
    refused: withBareModerator(answers((status) => status >= FIRST_REFUSAL)),
    allowed: answers((status) => status < FIRST_REFUSAL),
  }
}

function withBareModerator(refused: Answers): Answers {
  const status = refused.formerKeeper
  return status === undefined ? refused : { ...refused, [BARE_MODERATOR]: status }
}
