import { type PictureCost, type PictureLoss, type PictureProcess, startPictureProcess } from './picture-process'
import type { OutcomeOf, PictureTask } from './worker/picture-task'

/** A process that still holds more memory after its task is ended: the next picture would have too little. */
const REUSE_MAX_BYTES = 128 * 1024 ** 2

/** A pool of picture processes: started on demand, reused, and ended when idle. */
export interface PicturePool {
  run<Task extends PictureTask>(task: Task, cost: PictureCost): Promise<OutcomeOf<Task> | { loss: PictureLoss }>
  /** Ends idle processes. A used process holds 40 MB more than a new one, and a large picture needs that memory. */
  makeRoom(): Promise<void>
  stop(): Promise<void>
}

export function createPicturePool(options: { workerFile: string; idleMs: number; startMs: number }): PicturePool {
  const { workerFile, idleMs, startMs } = options
  const all = new Set<PictureProcess>()
  let idle: PictureProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined
  let isStopped = false

  function start(): PictureProcess {
    if (isStopped) throw new Error('No more pictures are taken')
    const started = startPictureProcess(workerFile, startMs)
    all.add(started)
    return started
  }

  async function end(ending: PictureProcess): Promise<void> {
    all.delete(ending)
    await ending.end()
  }

  function take(): PictureProcess {
    const dead = idle.filter((resting) => !resting.isAlive())
    for (const one of dead) all.delete(one)
    idle = idle.filter((resting) => !dead.includes(resting))
    return idle.pop() ?? start()
  }

  function rest(resting: PictureProcess): void {
    idle.push(resting)
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void endIdle(), idleMs)
    idleTimer.unref()
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map(end))
  }

  return {
    async run<Task extends PictureTask>(task: Task, cost: PictureCost) {
      const process = take()
      let isFit = false
      try {
        const answer = await process.run(task, cost)
        if ('loss' in answer) return { loss: answer.loss }
        if ('failure' in answer) throw new Error(`A picture process failed: ${answer.failure}`)
        isFit = answer.residentBytes <= REUSE_MAX_BYTES
        return answer.outcome as OutcomeOf<Task>
      } finally {
        if (isFit) rest(process)
        else await end(process)
      }
    },

    async makeRoom() {
      await endIdle()
    },

    async stop() {
      isStopped = true
      clearTimeout(idleTimer)
      await Promise.all([...all].map(end))
    },
  }
}
