import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ServerProcess } from './server-process'

/** A new folder with the data of a server that created its demo content and was stopped (config/jest/prepare-journeys.ts). */
export async function copyDemoData(): Promise<string> {
  const { DEMO_DATA_FOLDER: made } = process.env
  if (!made) throw new Error('Only journeys have demo data prepared')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-demo-'))
  // On a busy machine its server may have been killed: then its lock is still there, which is not a regular file.
  cpSync(made, dataDir, { recursive: true, filter: (source) => path.basename(source) !== 'lock' })
  return dataDir
}

/** What test files may know of the shared server. */
export type DemoServer = Pick<ServerProcess, 'url' | 'output'>

/** For the global setup: publishes the server that read-only test files share. */
export function shareDemoServer({ url, output }: DemoServer): void {
  process.env.DEMO_SERVER = JSON.stringify({ url, output: output() })
}

/**
 * A server with demo content that runs for all test files at once. A test that changes anything visible to others needs a
 * server of its own, with `copyDemoData`.
 */
export function sharedDemoServer(): DemoServer {
  const { DEMO_SERVER: shared } = process.env
  if (!shared) throw new Error('Only journeys have a demo server')
  const { url, output } = JSON.parse(shared) as { url: string; output: string }
  return { url, output: () => output }
}
