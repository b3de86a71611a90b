import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './server-process'
import { until } from './until'

/** A server as the README starts it: `npm start`, and everything that this starts. */
export interface Installation {
  url: string
  /** npm's. */
  pid: number
  stop(): Promise<void>
}

/** Rejects when it ends before it is ready. */
export async function startInstallation(env: Record<string, string>): Promise<Installation> {
  const port = String(await freePort())
  // In its own process group, so that npm and its children end together.
  const npm = spawn('npm', ['start'], { env: { ...process.env, ...env, PORT: port }, detached: true })
  let output = ''
  const streams = [npm.stdout, npm.stderr]
  const keep = (chunk: Buffer) => (output += chunk.toString())
  for (const stream of streams) stream.on('data', keep)
  await until(() => output.includes(' is ready at ') || npm.exitCode !== null)
  if (npm.exitCode !== null) throw new Error(output)
  // A busy server writes megabytes, which no one reads.
  for (const stream of streams) stream.off('data', keep).resume()
  return { url: `http://localhost:${port}`, pid: npm.pid ?? 0, stop: () => stop(npm) }
}

async function stop(npm: ChildProcess): Promise<void> {
  const closed = once(npm, 'close')
  if (npm.pid) process.kill(-npm.pid, 'SIGTERM')
  await closed
}
