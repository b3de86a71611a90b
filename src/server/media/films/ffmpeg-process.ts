import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { residentBytesOf } from '../../lib/process-usage'
import type { Ffmpeg } from './find-ffmpeg'

/** Decoding and encoding a 4K film should take about half; more means a film crafted to be expensive. */
const MEMORY_MAX_BYTES = 1024 ** 3
const CHECK_INTERVAL_MS = 250
/**
 * Processor time for each second of the limit: two threads decode and two encode. The operating system ends what takes
 * more.
 */
const THREADS_MAX = 4

/** ffmpeg ended without a result. */
export class FfmpegError extends Error {}

/**
 * Runs ffmpeg once, at the lowest priority and without the server's environment. It is killed when it exceeds `maxMs`
 * or the memory limit, when `signal` aborts, and when this process ends. Its output is ignored, because it describes
 * visitors' files. Rejects with FfmpegError unless it succeeds.
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

/** Requests take precedence. */
function yieldProcessorTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
}
