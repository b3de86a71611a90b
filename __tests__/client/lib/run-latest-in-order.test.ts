import { runLatestInOrder } from '@client/api/archive-change-api'

function aWork(name: string, begun: string[]) {
  let finish = () => {}
  const ended = new Promise<string>((resolve) => {
    finish = () => resolve(name)
  })
  const work = () => {
    begun.push(name)
    return ended
  }
  return { work, finish: () => finish() }
}

it('of works of one key one runs at a time, and of those that wait only the last', async () => {
  const begun: string[] = []
  const [first, second, third] = ['first', 'second', 'third'].map((name) => aWork(name, begun))
  const take = (one = first) =>
    runLatestInOrder('photo-7', () => one?.work() ?? Promise.reject(new Error('no such work')))
  const outcomes = [take()]
  await Promise.resolve()
  outcomes.push(take(second), take(third))
  third?.finish()
  await Promise.resolve()
  expect(begun).toEqual(['first'])

  first?.finish()

  expect(await Promise.all(outcomes)).toEqual([undefined, undefined, 'third'])
  expect(begun).toEqual(['first', 'third'])
})

it('works of other keys do not wait, and a work that failed holds up nothing', async () => {
  void runLatestInOrder('photo-6', () => new Promise(() => undefined))
  expect(await runLatestInOrder('photo-8', async () => Promise.resolve('done'))).toBe('done')

  await expect(runLatestInOrder('photo-9', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await runLatestInOrder('photo-9', async () => Promise.resolve('done'))).toBe('done')
})
