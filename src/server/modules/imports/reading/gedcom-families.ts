import type { SelectionFamilyRecord } from 'read-gedcom'
import type { RelationKind } from '@contract/relations'

/** States that the person in row `other` was a `kind` to the person in `row`. */
export interface RowTie {
  row: number
  other: number
  kind: RelationKind
}

const PARTNERS_MAX = 2
/** Siblings in larger families are not tied pairwise: their parents tie them. */
const CHILDREN_MAX = 20
/** Per file. Thousands of families have fewer. */
const TIES_MAX = 100_000

/**
 * The relations in a family tree, once per pair. Skips people without a row. Throws RangeError when there are too many ties for
 * one import.
 */
export function tiesOf(families: SelectionFamilyRecord, rowOf: ReadonlyMap<string, number>): RowTie[] {
  const ties = new Map<string, RowTie>()
  const add = (tie: RowTie) => {
    const between = [tie.row, tie.other].sort((one, other) => one - other).join()
    if (tie.row === tie.other || ties.has(between)) return
    if (ties.size === TIES_MAX) throw new RangeError()
    ties.set(between, tie)
  }
  for (const { partners, children } of families.arraySelect().map((family) => membersOf(family, rowOf))) {
    for (const row of children) for (const other of partners) add({ row, other, kind: 'parent' })
    const [one, another] = partners
    if (one !== undefined && another !== undefined) add({ row: one, other: another, kind: 'spouse' })
    if (children.length > CHILDREN_MAX) continue
    for (const [nth, row] of children.entries())
      for (const other of children.slice(nth + 1)) add({ row, other, kind: 'sibling' })
  }
  return [...ties.values()]
}

function membersOf(family: SelectionFamilyRecord, rowOf: ReadonlyMap<string, number>) {
  const rowsOf = (tags: string[], max = Infinity) =>
    family
      .get(tags)
      .valueNonNull()
      .slice(0, max)
      .flatMap((pointer) => rowOf.get(pointer) ?? [])
  return { partners: rowsOf(['HUSB', 'WIFE'], PARTNERS_MAX), children: rowsOf(['CHIL']) }
}
