/** A change to a copy of the sources. */
export interface Edit {
  /** Below src/server. */
  file: string
  /** Text that stands once in the file; the change is near behind it. Absent: `find` stands once in the file. */
  after?: string
  find: string
  put: string
}

/** One rule of access, and how to break it in a copy. */
export interface BrokenRule {
  /** The call that it is about: 'DELETE /burial/delete/{id}'. */
  call: string
  /** What is wrong then, in words. */
  broken: string
  /** A rule that is checked twice is broken in both places. */
  edits: Edit[]
  /** Which tests see it, unless those are the call's own of the table. */
  seenBy?: SeenBy
}

export interface SeenBy {
  /** Below __tests__/server, without the ending. */
  file: string
  /** A regular expression for the names of its tests. */
  tests: string
}

/** Of a change from the text that it is to be behind. */
const NEAR = 1500

/** The source with all changes of `file` made. Throws where the text to change is not there exactly once. */
export function withEdits(source: string, file: string, edits: readonly Edit[]): string {
  return edits.filter((edit) => edit.file === file).reduce((text, edit) => withEdit(text, edit), source)
}

/** The files that are changed, each once. */
export function filesOf({ edits }: Pick<BrokenRule, 'edits'>): string[] {
  return [...new Set(edits.map(({ file }) => file))]
}

/** The tests that have to fail: the one of the table that tells whom the call refuses, or which the rule names. */
export function testsOf({ call, seenBy }: Pick<BrokenRule, 'call' | 'seenBy'>): SeenBy {
  return seenBy ?? { file: 'permissions/matrix.test', tests: `^${escaped(call)}(?:, \\w+ page,)? refuses` }
}

function withEdit(text: string, { file, after, find, put }: Edit): string {
  if (after === undefined) {
    onlyPlace(text, find, file)
    return text.replace(find, () => put)
  }
  const from = onlyPlace(text, after, file) + after.length
  const place = text.indexOf(find, from)
  if (place < 0 || place - from > NEAR) throw new Error(`${file}: behind «${after}» there is no «${find}»`)
  return text.slice(0, place) + put + text.slice(place + find.length)
}

function onlyPlace(text: string, part: string, file: string): number {
  const place = text.indexOf(part)
  if (place < 0) throw new Error(`${file}: there is no «${part}»`)
  if (text.includes(part, place + 1)) throw new Error(`${file}: there is more than one «${part}»`)
  return place
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
