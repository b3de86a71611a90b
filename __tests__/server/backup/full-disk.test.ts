import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { createArchiveWriter } from '@server/backup/archive-writer'
import { describeOnSmallDisk, mountSmallDisk, type SmallDisk } from '@support/small-disk'

const FILE = Buffer.alloc(100_000, 'а')
const MORE_THAN_FITS = 100

describeOnSmallDisk(() => {
  let disk: SmallDisk
  beforeAll(() => {
    disk = mountSmallDisk(2)
  })
  afterAll(() => disk.remove())

  it('tells that an archive finds no room, and leaves nothing of it', async () => {
    const archive = await createArchiveWriter(path.join(disk.folder, 'whole.tar'))
    const add = async () => {
      for (let file = 0; file < MORE_THAN_FITS; file++) await archive.add(`files/${file}.jpg`, FILE)
    }

    await expect(add()).rejects.toThrow('ENOSPC')
    await archive.abandon()

    expect(await readdir(disk.folder)).toEqual([])
  })
})
