import { saysNoRoom } from '@server/lib/system-errors'
import { createTemporaryRoom } from '@server/media/temporary-room'

const MB = 1024 ** 2
const GB = 1024 ** 3

const roomWith = (free: number, total = 100 * GB) => createTemporaryRoom('/data', async () => ({ free, total }))

it.each([
  [2 * GB, 100 * GB, true],
  [1023 * MB, 100 * GB, false],
  [60 * MB, 1000 * MB, true],
  [40 * MB, 1000 * MB, false],
])('with %i of %i bytes free an upload begins: %s', async (free, total, begins) => {
  const refusal: unknown = await roomWith(free, total)
    .check()
    .catch((error: unknown) => error)
  expect(saysNoRoom(refusal)).toBe(!begins)
})

it('refuses a sender who holds as much as they may, until a file of theirs is gone', () => {
  const room = roomWith(80 * GB)
  const [first, second] = [room.hold('account 1'), room.hold('account 1')]
  first.add(150 * MB, 200 * MB)
  expect(() => second.add(51 * MB, 200 * MB)).toThrow(/предыдущие файлы/)
  second.add(50 * MB, 200 * MB)
  room.hold('account 2').add(200 * MB, 200 * MB)

  first.release()
  first.release()
  second.add(150 * MB, 200 * MB)
  expect(() => second.add(1, 200 * MB)).toThrow(/предыдущие файлы/)
})

it.each([
  ['ten gigabytes', 80 * GB, 10 * GB],
  ['half of the free disk', 8 * GB, 4 * GB],
])('all senders hold no more than %s', async (_what, free, most) => {
  const room = roomWith(free)
  await room.check()
  room.hold('account 1').add(most)
  expect(() => room.hold('account 2').add(1)).toThrow(/слишком много файлов/)
})

it('counts what is held already as free: it leaves', async () => {
  let free = 8 * GB
  const room = createTemporaryRoom('/data', async () => ({ free, total: 100 * GB }))
  await room.check()
  room.hold('account 1').add(3 * GB)
  free -= 3 * GB
  await room.check()
  room.hold('account 2').add(GB)
  expect(() => room.hold('account 2').add(1)).toThrow(/слишком много файлов/)
})
