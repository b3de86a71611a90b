import sharp from 'sharp'
import { stackInSources } from '../../lib/stack-in-sources'
import { blockForeignLoaders } from '../sharp-loaders'
import { type OutcomeOf, PICTURE_PROCESS_READY, type PictureReply, type PictureTask } from './picture-task'

/** Runs the tasks of one type of process. The server sends it no others. */
type Work = (task: never) => Promise<OutcomeOf<PictureTask>>

/** Turns this process into a worker: it runs one task at a time, until the server ends it or dies. */
export function runTasks(work: Work): void {
  // Ignore signals that a terminal sends to the whole process group: the server ends this process itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The channel closes also when the server is killed.
  process.on('disconnect', () => process.exit())

  sharp.cache(false)
  sharp.concurrency(1)
  blockForeignLoaders()

  process.on('message', (task) => {
    void runTask(work, task as never).then((outcome) => process.send?.(outcome))
  })
  process.send?.(PICTURE_PROCESS_READY)
}

async function runTask(work: Work, task: never): Promise<PictureReply> {
  try {
    return { outcome: await work(task), residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    return { failure: error instanceof Error ? stackInSources(error.stack ?? error.message) : String(error) }
  }
}
