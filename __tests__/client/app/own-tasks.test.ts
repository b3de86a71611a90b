import { evaluatedApart } from '@client/own-tasks'

it('between parts of the program that come together a press is answered', async () => {
  const load = evaluatedApart(async (chunkId) => chunkId)
  const happened: unknown[] = []
  const evaluate = (chunk: unknown) => {
    happened.push(chunk)
    setTimeout(() => happened.push('press'))
  }
  await Promise.all(['react', 'theme', 'store'].map((chunkId) => load(chunkId).then(evaluate)))

  expect(happened.filter((what) => what !== 'press')).toEqual(['react', 'theme', 'store'])
  expect(happened.indexOf('press')).toBeLessThan(happened.indexOf('store'))
  expect(happened).toContain('press')
})

it('a part that does not come keeps no other one waiting', async () => {
  const lost = new Error('lost')
  const load = evaluatedApart((chunkId) => (chunkId === 'lost' ? Promise.reject(lost) : Promise.resolve()))

  await expect(Promise.allSettled([load('lost'), load('found')])).resolves.toEqual([
    { status: 'rejected', reason: lost },
    { status: 'fulfilled', value: undefined },
  ])
})
