import type { RelationKind } from '@contract/relations'
import { familiesOf } from '@server/modules/exports/gedcom'

const [FATHER, MOTHER, SON, DAUGHTER, COUSIN] = [1, 2, 3, 4, 5]

const families = (...ties: [person: number, kind: RelationKind, other: number][]) =>
  familiesOf(ties.map(([person, kind, other]) => ({ person, kind, other })))

it('joins parents and their children in one family, from whichever side they were named', async () => {
  expect(
    await families(
      [SON, 'parent', FATHER],
      [MOTHER, 'child', SON],
      [FATHER, 'child', DAUGHTER],
      [DAUGHTER, 'parent', MOTHER],
      [MOTHER, 'spouse', FATHER],
      [SON, 'sibling', DAUGHTER],
    ),
  ).toEqual([{ parents: [FATHER, MOTHER], children: [SON, DAUGHTER] }])
})

it('has a couple without children, and a child with one parent', async () => {
  expect(await families([FATHER, 'spouse', MOTHER], [SON, 'parent', FATHER])).toEqual([
    { parents: [FATHER], children: [SON] },
    { parents: [FATHER, MOTHER], children: [] },
  ])
})

it('gives a child with more than two parents several families', async () => {
  expect(await families([SON, 'parent', FATHER], [SON, 'parent', MOTHER], [SON, 'parent', COUSIN])).toEqual([
    { parents: [FATHER, MOTHER], children: [SON] },
    { parents: [COUSIN], children: [SON] },
  ])
})

it('keeps siblings together whose parents nobody named', async () => {
  expect(await families([SON, 'sibling', DAUGHTER], [COUSIN, 'sibling', DAUGHTER])).toEqual([
    { parents: [], children: [SON, DAUGHTER, COUSIN] },
  ])
})

it('has none without ties', async () => {
  expect(await families()).toEqual([])
})
