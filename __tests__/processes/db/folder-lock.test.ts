import type { ChildProcess } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { FolderInUseError, lockFolder } from '@server/db/embedded/folder-lock'
import { ask, compileEmbedded, killAtOnce, makeFolder, removeFolder, startChild } from '@support/embedded-child'

const ATTEMPTS_AT_ONCE = 4

/** Told a folder, it tries to lock it several times at once and says how often it got the lock. */
const TAKER = `
  const { FolderInUseError, lockFolder } = require('./folder-lock')
  process.on('message', async (folder) => {
    const attempts = await Promise.allSettled(Array.from({ length: ${ATTEMPTS_AT_ONCE} }, () => lockFolder(folder)))
    const strange = attempts.find(({ reason }) => reason && !(reason instanceof FolderInUseError))
    process.send(strange ? String(strange.reason) : attempts.filter(({ status }) => status === 'fulfilled').length)
  })
`

let modules: string
let folder: string
let children: ChildProcess[]

beforeAll(() => {
  modules = compileEmbedded()
})
afterAll(() => removeFolder(modules))

beforeEach(() => {
  folder = makeFolder()
  children = []
})
afterEach(async () => {
  await Promise.all(
    children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map(killAtOnce),
  )
  removeFolder(folder)
})

function startTaker(): ChildProcess {
  const child = startChild(modules, TAKER)
  children.push(child)
  return child
}

describe('the lock of a data folder', () => {
  it('is refused while another process holds it, and free as soon as that one is killed', async () => {
    const holder = startTaker()
    expect(await ask(holder, folder)).toBe(1)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)

    await killAtOnce(holder)

    const lock = await lockFolder(folder)
    lock.release()
  })

  it('is refused to another part of the process that holds it, until it is released', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use by another running process`)

    lock.release()

    const next = await lockFolder(folder)
    next.release()
  })

  it('goes to exactly one of those who race for what a killed process left', async () => {
    let [holder, loser] = [startTaker(), startTaker()]
    expect(await ask(holder, folder)).toBe(1)

    for (let round = 0; round < 20; round += 1) {
      await killAtOnce(holder)
      const newcomer = startTaker()
      const [ofLoser, ofNewcomer] = await Promise.all([ask(loser, folder), ask(newcomer, folder)])
      expect([ofLoser, ofNewcomer].sort()).toEqual([0, 1])
      ;[holder, loser] = ofLoser === 1 ? [loser, newcomer] : [newcomer, loser]
    }
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'путь'.repeat(20), 'д'.repeat(60))
    const lock = await lockFolder(deep)

    expect(statSync(deep).mode & 0o777).toBe(0o700)
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUseError)
    lock.release()
  })

  it('says what is wrong with a folder that cannot be made', async () => {
    writeFileSync(path.join(folder, 'file'), '')

    await expect(lockFolder(path.join(folder, 'file', 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})
