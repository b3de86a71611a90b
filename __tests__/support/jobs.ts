import { standingJobs } from '@server/jobs/jobs'
import type { SecurityLog } from '@server/lib/security-log'
import { uploadsFolder } from '@server/media/uploads-folder'
import type { TestApp } from './server-app'

/** Does once what the server does by the clock; the events that its log was told of. */
export async function doTheJobs(server: TestApp): Promise<[string, object][]> {
  const told: [string, object][] = []
  const securityLog: SecurityLog = { record: (event, details) => told.push([event, details]) }
  const temporaryFolder = uploadsFolder(server.dataDir)
  const parts = { ...server, temporaryFolder, securityLog, log: { warn: () => undefined } }
  for (const job of standingJobs(parts)) await job.run()
  return told
}
