import type { RelationKind } from '@contract/relations'

/** States that `other` is a `kind` to `person`; both are ids of pages. */
export interface FamilyTie {
  person: number
  other: number
  kind: RelationKind
}

/** A family as in GEDCOM: up to two parents and their common children. */
export interface Family {
  parents: number[]
  children: number[]
}

const PARENTS_MAX = 2

/**
 * The families that these ties form, in order of appearance. A child whose parents are unknown shares a family without parents
 * with their siblings.
 */
export function familiesOf(ties: FamilyTie[]): Family[] {
  const families = new Map<string, Family>()
  const familyOf = (parents: number[]): Family => {
    const key = parents.join()
    const family = families.get(key) ?? { parents, children: [] }
    families.set(key, family)
    return family
  }

  for (const [child, parents] of parentsByChild(ties)) {
    const sorted = [...parents].sort((one, other) => one - other)
    for (let from = 0; from < sorted.length; from += PARENTS_MAX) {
      familyOf(sorted.slice(from, from + PARENTS_MAX)).children.push(child)
    }
  }
  for (const { person, other, kind } of ties) {
    if (kind === 'spouse') familyOf([person, other].sort((one, another) => one - another))
  }
  return [...families.values(), ...siblingsWithoutParents(ties, [...families.values()])]
}

/** The families of each child, by the child's id. */
function familiesByChild(families: Family[]): Map<number, Set<Family>> {
  const byChild = new Map<number, Set<Family>>()
  for (const family of families) {
    for (const child of family.children) byChild.set(child, (byChild.get(child) ?? new Set()).add(family))
  }
  return byChild
}

function siblingsWithoutParents(ties: FamilyTie[], families: Family[]): Family[] {
  const known = familiesByChild(families)
  const made = new Set<Family>()
  const madeFor = new Map<number, Set<Family>>()
  const add = (family: Family, child: number) => {
    family.children.push(child)
    madeFor.set(child, (madeFor.get(child) ?? new Set()).add(family))
  }

  for (const { person, other, kind } of ties) {
    if (kind !== 'sibling') continue
    if (haveCommon(known, person, other) || haveCommon(madeFor, person, other)) continue
    const [shared] = [...(madeFor.get(person) ?? []), ...(madeFor.get(other) ?? [])]
    if (shared) {
      add(shared, madeFor.get(person)?.has(shared) ? other : person)
      continue
    }
    const family: Family = { parents: [], children: [] }
    made.add(family)
    add(family, person)
    add(family, other)
  }
  return [...made]
}

function haveCommon(families: Map<number, Set<Family>>, one: number, other: number): boolean {
  const ofOther = families.get(other)
  return ofOther !== undefined && [...(families.get(one) ?? [])].some((family) => ofOther.has(family))
}

function parentsByChild(ties: FamilyTie[]): Map<number, Set<number>> {
  const parents = new Map<number, Set<number>>()
  for (const { person, other, kind } of ties) {
    if (kind !== 'parent' && kind !== 'child') continue
    const [child, parent] = kind === 'parent' ? [person, other] : [other, person]
    parents.set(child, (parents.get(child) ?? new Set()).add(parent))
  }
  return parents
}
