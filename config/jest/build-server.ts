import { compile } from '../scripts/compile'
import { stalePrograms } from '../scripts/staleness'

/** Some tests run the server as a process of its own, and the database worker always is: both need the build. */
export default async function buildServer(): Promise<void> {
  if (stalePrograms().includes('server')) await compile(['server'])
}
