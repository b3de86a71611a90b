import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new folder with the data of a product that has made its demo content and was stopped (config/jest/prepare-journeys.ts). */
export async function copyDemoData(): Promise<string> {
  const { DEMO_DATA_FOLDER: made } = process.env
  if (!made) throw new Error('Only journeys have demo data prepared')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-demo-'))
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}
