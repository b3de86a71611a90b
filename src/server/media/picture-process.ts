import { type ChildProcess, fork } from 'node:child_process'
import { processorMsOf, residentBytesOf } from '../lib/process-usage'
import { PICTURE_PROCESS_READY, type PictureAnswer, type PictureTask } from './worker/picture-task'

/** What one picture may cost. Where the system does not tell what processes use, the first alone is watched. */
export interface PictureCost {
  /** Counted from when the work begins. */
  mostMs: number
  /** The same as the processors count it: a busy machine does not make an honest picture dearer. */
  mostProcessorMs: number
  mostBytes: number
}

/** Why a process gave no answer. `crashed`: over the picture, by itself. `killed`: by somebody else, and not by us. */
export type PictureLoss = 'took too long' | 'took too much memory' | 'crashed' | 'killed'

/** A process that decodes pictures, one at a time. */
export interface PictureProcess {
  /** A process that does not keep within the cost is killed; after a loss it is of no more use. */
  run(task: PictureTask, cost: PictureCost): Promise<PictureAnswer | { loss: PictureLoss }>
  /** False once it has ended, whoever ended it. */
  isAlive(): boolean
  end(): Promise<void>
}

const LOOK_EVERY_MS = 20
/** What it holds in JavaScript alone is little. */
const NODE_OPTIONS = ['--max-old-space-size=96']
/** glibc is to give back what a picture took: without it a process held 270 MB after three photographs, with it 100. */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) }

/**
 * Starts a process that knows nothing of ours: neither the environment with its keys nor the flags, and of our files
 * no more than the paths it is told. What it prints is about strangers' files, and of no use to anybody.
 */
export function startPictureProcess(workerFile: string, startMs: number): PictureProcess {
  const child = fork(workerFile, [], {
    env: ENVIRONMENT,
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<'crashed' | 'killed'>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'killed' : 'crashed'))
    // It could not even be started, or a word to it came too late.
    child.on('error', () => resolve('crashed'))
  })
  const started = firstWord(child, gone, startMs)

  return {
    async run(task, cost) {
      if ((await started) !== PICTURE_PROCESS_READY) throw new Error(`${workerFile} does not start`)
      const answer = nextWord(child)
      child.send(task)
      const guard = watchCost(child, cost)
      try {
        const answered = (await Promise.race([answer, gone])) as PictureAnswer | 'crashed' | 'killed'
        return typeof answered === 'string' ? { loss: guard.broken() ?? answered } : answered
      } finally {
        guard.stop()
      }
    },

    isAlive: () => child.connected && !child.killed,

    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Undefined when there is none within this time. */
async function firstWord(child: ChildProcess, gone: Promise<unknown>, withinMs: number): Promise<unknown> {
  let timeout: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => resolve(undefined), withinMs)
  })
  return Promise.race([nextWord(child), gone, tooLate]).finally(() => clearTimeout(timeout))
}

function nextWord(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve))
}

/** Kills a process that costs more than it may. */
function watchCost(child: ChildProcess, { mostMs, mostProcessorMs, mostBytes }: PictureCost) {
  const { pid = 0 } = child
  const before = processorMsOf(pid) ?? 0
  let broken: PictureLoss | undefined
  const kill = (loss: PictureLoss) => {
    broken ??= loss
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(() => kill('took too long'), mostMs)
  const look = setInterval(() => {
    if ((residentBytesOf(pid) ?? 0) > mostBytes) kill('took too much memory')
    if ((processorMsOf(pid) ?? 0) - before > mostProcessorMs) kill('took too long')
  }, LOOK_EVERY_MS)
  return {
    /** What it was killed for, if it was. */
    broken: () => broken,
    stop() {
      clearTimeout(deadline)
      clearInterval(look)
    },
  }
}
