import { startServices } from '../../__tests__/support/services'
import { compile } from '../scripts/compile'
import { stalePrograms } from '../scripts/staleness'
import { makeEmptyDatabase } from './empty-database'
import { whenTestsEnd } from './remove-prepared-data'

/** Some tests run the server as a process of its own, and the database worker always is: both need the build. */
export default async function buildServer(): Promise<void> {
  if (stalePrograms().includes('server')) await compile(['server'])
  await makeEmptyDatabase()
  whenTestsEnd(await startServices())
}
