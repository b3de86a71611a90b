import { type ChildProcess, fork } from 'node:child_process'
import { processorMsOf, residentBytesOf } from '../lib/process-usage'
import { type OutcomeOf, PICTURE_PROCESS_READY, type PictureReply, type PictureTask } from './worker/picture-task'

/** The limits for one picture, book or plate. Without /proc only `maxMs` is enforced. */
export interface ProcessLimits {
  /** From the start of the task. */
  maxMs: number
  /** Processor time: unlike `maxMs` it does not grow on a busy machine. */
  maxProcessorMs: number
  maxBytes: number
}

/**
 * Why a process did not respond. `crashed`: by itself, because of what it was given. `killed`: from outside, and not by this
 * code.
 */
export type ProcessLoss = 'took too long' | 'took too much memory' | 'crashed' | 'killed'

/** A process that decodes pictures, or sets books and plates: one at a time. */
interface WorkerProcess {
  /** A process that exceeds the limits is killed. After a loss it cannot be reused. */
  run(task: PictureTask, limits: ProcessLimits): Promise<PictureReply | { loss: ProcessLoss }>
  /** False when the process has ended for any reason. */
  isAlive(): boolean
  end(): Promise<void>
}

const CHECK_INTERVAL_MS = 20
/** A small JavaScript heap: picture data lives outside the heap. */
const NODE_OPTIONS = ['--max-old-space-size=96']
/**
 * Makes glibc return memory to the system. Without it a process held 270 MB after three photographs, with it 100 MB.
 */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) }

/**
 * Starts a process that has none of the server's secrets: no environment, no flags, and only the paths of its own task.
 * Its output is ignored, because it describes visitors' files.
 */
function startWorkerProcess(workerFile: string, startMs: number): WorkerProcess {
  const child = fork(workerFile, [], {
    env: ENVIRONMENT,
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<'crashed' | 'killed'>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'killed' : 'crashed'))
    // It could not be started, or a message was sent to it after its end.
    child.on('error', () => resolve('crashed'))
  })
  const started = firstMessage(child, gone, startMs)

  return {
    async run(task, limits) {
      if ((await started) !== PICTURE_PROCESS_READY) throw new Error(`${workerFile} does not start`)
      const response = nextMessage(child)
      child.send(task)
      const guard = watchLimits(child, limits)
      try {
        const outcome = (await Promise.race([response, gone])) as PictureReply | 'crashed' | 'killed'
        return typeof outcome === 'string' ? { loss: guard.broken() ?? outcome } : outcome
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

/** The first message; undefined on timeout. */
async function firstMessage(child: ChildProcess, gone: Promise<unknown>, withinMs: number): Promise<unknown> {
  let timeout: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => resolve(undefined), withinMs)
  })
  return Promise.race([nextMessage(child), gone, tooLate]).finally(() => clearTimeout(timeout))
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve))
}

/** Kills a process that exceeds its limits. */
function watchLimits(child: ChildProcess, { maxMs, maxProcessorMs, maxBytes }: ProcessLimits) {
  const { pid = 0 } = child
  const before = processorMsOf(pid) ?? 0
  let broken: ProcessLoss | undefined
  const kill = (loss: ProcessLoss) => {
    broken ??= loss
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(() => kill('took too long'), maxMs)
  const timer = setInterval(() => {
    if ((residentBytesOf(pid) ?? 0) > maxBytes) kill('took too much memory')
    if ((processorMsOf(pid) ?? 0) - before > maxProcessorMs) kill('took too long')
  }, CHECK_INTERVAL_MS)
  return {
    /** The limit that the process was killed for, if any. */
    broken: () => broken,
    stop() {
      clearTimeout(deadline)
      clearInterval(timer)
    },
  }
}

/** A process that still holds more memory after its task is ended: the next task would have too little. */
const REUSE_MAX_BYTES = 128 * 1024 ** 2

/** A pool of such processes: started on demand, reused, and ended when idle. */
export interface ProcessPool {
  run<Task extends PictureTask>(task: Task, limits: ProcessLimits): Promise<OutcomeOf<Task> | { loss: ProcessLoss }>
  /** Ends idle processes. A used process holds 40 MB more than a new one, and a large picture needs that memory. */
  makeRoom(): Promise<void>
  stop(): Promise<void>
}

export function createProcessPool(options: { workerFile: string; idleMs: number; startMs: number }): ProcessPool {
  const { workerFile, idleMs, startMs } = options
  const all = new Set<WorkerProcess>()
  let idle: WorkerProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined
  let isStopped = false

  function start(): WorkerProcess {
    if (isStopped) throw new Error('The pool has stopped')
    const started = startWorkerProcess(workerFile, startMs)
    all.add(started)
    return started
  }

  async function end(ending: WorkerProcess): Promise<void> {
    all.delete(ending)
    await ending.end()
  }

  function take(): WorkerProcess {
    const dead = idle.filter((resting) => !resting.isAlive())
    for (const one of dead) all.delete(one)
    idle = idle.filter((resting) => !dead.includes(resting))
    return idle.pop() ?? start()
  }

  function rest(resting: WorkerProcess): void {
    idle.push(resting)
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void endIdle(), idleMs)
    idleTimer.unref()
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map(end))
  }

  return {
    async run<Task extends PictureTask>(task: Task, limits: ProcessLimits) {
      const process = take()
      let isFit = false
      try {
        const response = await process.run(task, limits)
        if ('loss' in response) return { loss: response.loss }
        if ('failure' in response) throw new Error(`A picture process failed: ${response.failure}`)
        isFit = response.residentBytes <= REUSE_MAX_BYTES
        return response.outcome as OutcomeOf<Task>
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
