import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The demo catalogue in a folder of its own, with promo codes enough for all who apply them. */
export async function makeCatalogue(codes: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-catalogue-'))
  await cp('config/demo/catalogue', folder, { recursive: true })
  const promoCodes = codes.map((code) => ({ code, tariff_id: 2 }))
  await writeFile(path.join(folder, 'promo-codes.json'), JSON.stringify(promoCodes))
  return folder
}
