import sharp from 'sharp'
import { blockForeignLoaders } from '../sharp-loaders'
import { encodePictureFile } from './encode-picture-file'
import { PICTURE_PROCESS_READY, type PictureAnswer, type PictureTask } from './picture-task'

/**
 * The entry of a picture process: all that decodes a stranger's picture happens here, with nothing in reach that is
 * worth stealing. It gets one task at a time.
 */

// What a terminal or a service manager sends to the whole group is for the server: it ends us when its work is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// Also when the server was killed.
process.on('disconnect', () => process.exit())

sharp.cache(false)
sharp.concurrency(1)
blockForeignLoaders()

process.on('message', (task: PictureTask) => {
  void answer(task).then((answered) => process.send?.(answered))
})
process.send?.(PICTURE_PROCESS_READY)

async function answer(task: PictureTask): Promise<PictureAnswer> {
  try {
    const outcome = await encodePictureFile(task)
    return { outcome, residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
