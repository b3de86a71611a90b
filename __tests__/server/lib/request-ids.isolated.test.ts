import type * as RequestIds from '@server/lib/request-origin'

function ofAnotherProcess(): string[] {
  let ids: string[] = []
  jest.isolateModules(() => {
    const { nextRequestId } = jest.requireActual<typeof RequestIds>('@server/lib/request-origin')
    ids = Array.from({ length: 100 }, nextRequestId)
  })
  return ids
}

it('no two requests have the same id, of two processes either', () => {
  const ids = [...ofAnotherProcess(), ...ofAnotherProcess()]
  expect(new Set(ids).size).toBe(200)
})
