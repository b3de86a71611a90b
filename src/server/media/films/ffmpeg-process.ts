import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { residentBytesOf } from '../../lib/process-usage'
import type { Ffmpeg } from './find-ffmpeg'

/** Decoding and encoding a film of 4K should take about half of it; more is a film made to be dear. */
const MEMORY_MAX_BYTES = 1024 ** 3
const CHECK_INTERVAL_MS = 250
/** Processor time for each second of the limit: two threads decode, and two encode. The system itself ends what takes more. */
const THREADS_MAX = 4

/** Ffmpeg has ended without a result. */
export class FfmpegError extends Error {}

/**
 * Runs ffmpeg once, with the lowest priority, and without the server's environment. It is killed when it takes longer
 * than `maxMs` or too much memory, when `signal` aborts, and with this process. Its output is ignored: it is about
 * strangers' files. Rejects with FfmpegError unless it ends well.
 */
export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  args: string[],
  { folder, maxMs, signal }: { folder: string; maxMs: number; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted()
  const timeLimit = ['-timelimit', String(Math.ceil((maxMs / 1000) * THREADS_MAX))]
  const [program = ffmpeg.path, ...rest] = [...ffmpeg.launcher, ffmpeg.path, ...timeLimit, ...args]
  const child = spawn(program, rest, { cwd: folder, env: {}, stdio: 'ignore' })
  let reason: string | undefined
  const kill = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const stop = () => kill('was stopped')
  signal.addEventListener('abort', stop)
  const deadline = setTimeout(() => kill('took too long'), maxMs)
  const watch = setInterval(() => {
    if ((residentBytesOf(child.pid ?? 0) ?? 0) > MEMORY_MAX_BYTES) kill('took too much memory')
  }, CHECK_INTERVAL_MS)
  try {
    const failure = await new Promise<string | undefined>((resolve) => {
      child.once('error', () => resolve('could not be started'))
      child.once('exit', (code, by) => resolve(code === 0 ? undefined : `ended with ${by ?? code}`))
      yieldProcessorTo(child.pid)
    })
    if (reason ?? failure) throw new FfmpegError(`ffmpeg ${reason ?? failure}`)
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
  }
}

/** Visitors come first. */
function yieldProcessorTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}
