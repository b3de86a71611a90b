import { compile } from '../scripts/compile'
import { stalePrograms } from '../scripts/staleness'

/** Journeys test the built product. */
export default async function buildAll(): Promise<void> {
  const stale = stalePrograms()
  if (stale.length > 0) await compile(stale)
}
