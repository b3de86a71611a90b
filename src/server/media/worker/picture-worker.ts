import sharp from 'sharp'
import { blockForeignLoaders } from '../sharp-loaders'
import { encodePictureFile } from './encode-picture-file'
import { drawLinkPicture } from './link-picture/draw-link-picture'
import { PICTURE_PROCESS_READY, type PictureAnswer, type PictureTask } from './picture-task'

/**
 * The entry of a picture process. Visitors' pictures are decoded only here, where no secrets are in reach, and the pictures
 * of links are drawn here. It gets one task at a time.
 */

// Ignores signals that a terminal sends to the whole process group: the server ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// The channel closes also when the server is killed.
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
    const outcome = await ('drawing' in task ? drawLinkPicture(task) : encodePictureFile(task))
    return { outcome, residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
