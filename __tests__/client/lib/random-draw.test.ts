import { drawDistinct, randomWindowStart } from '@client/api/memorial-api'

const ALMOST_ONE = 1 - Number.EPSILON

function inTurn(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0
}

describe('drawing by lot', () => {
  it('never draws a thing twice', () => {
    expect(drawDistinct(['а', 'б', 'в', 'г'], 3, () => 0)).toEqual(['а', 'б', 'в'])
    expect(drawDistinct(['а', 'б', 'в', 'г'], 3, () => ALMOST_ONE)).toEqual(['г', 'в', 'б'])
    expect(drawDistinct(['а', 'б', 'в', 'г'], 3, inTurn(0.5, 0, 0.5))).toEqual(['в', 'а', 'г'])
  })

  it('draws all when there are no more, and leaves what it draws from as it was', () => {
    const items = Object.freeze(['а', 'б'])
    expect(drawDistinct(items, 4, () => 0)).toEqual(['а', 'б'])
    expect(drawDistinct([], 4, () => 0)).toEqual([])
  })
})

describe('a window at a random place', () => {
  it.each([
    [250, 0, 0],
    [250, 0.5, 75],
    [250, ALMOST_ONE, 150],
    [101, ALMOST_ONE, 1],
    [100, ALMOST_ONE, 0],
    [7, ALMOST_ONE, 0],
  ])('of 100 in %i, by %d, begins at %i', (total, random, start) => {
    expect(randomWindowStart(total, 100, () => random)).toBe(start)
  })
})
