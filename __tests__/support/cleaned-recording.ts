import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanRecording } from '@server/media/worker/clean-recording'
import type { ProblemOfRecording } from '@server/media/worker/containers/container-file'
import type { Recording } from '@server/media/worker/inspect-recording'

/** Cleans these bytes like an upload. */
export async function cleaned(
  bytes: Uint8Array,
): Promise<{ recording: Recording | undefined; problem: ProblemOfRecording | undefined; bytes: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-recording-'))
  try {
    const file = path.join(folder, 'file')
    await writeFile(file, bytes)
    const found = await cleanRecording(file)
    const problem = typeof found === 'string' ? found : undefined
    return { recording: typeof found === 'string' ? undefined : found, problem, bytes: await readFile(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
