import type { RelationKind } from '@contract/relations'

/** That `other` is a `kind` to `person`; both are ids of pages. */
export interface FamilyTie {
  person: number
  other: number
  kind: RelationKind
}

/** A family as GEDCOM has it: up to two parents, and the children that they have in common. */
export interface Family {
  parents: number[]
  children: number[]
}

const PARENTS_MAX = 2

/**
 * The families that these ties make, in the order in which they are met. A child whose parents are not known stands beside
 * their siblings in a family without parents.
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
  const withoutParents: Family[] = []
  for (const { person, other, kind } of ties) {
    if (kind !== 'sibling') continue
    const isKnown = [...families.values(), ...withoutParents].some(
      ({ children }) => children.includes(person) && children.includes(other),
    )
    if (isKnown) continue
    const theirs = withoutParents.find(({ children }) => children.includes(person) || children.includes(other))
    if (theirs) theirs.children.push(theirs.children.includes(person) ? other : person)
    else withoutParents.push({ parents: [], children: [person, other] })
  }
  return [...families.values(), ...withoutParents]
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
