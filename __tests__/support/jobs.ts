import { standingJobs } from '@server/jobs/jobs'
import type { SecurityLog } from '@server/lib/security-log'
import { uploadsFolder } from '@server/media/temporary-room'
import type { TestApp } from './server-app'

/** Runs all scheduled jobs once; returns the events that the log received. */
export async function doTheJobs(server: TestApp): Promise<[string, object][]> {
  const told: [string, object][] = []
  const securityLog: SecurityLog = { record: (event, details) => told.push([event, details]) }
  const temporaryFolder = uploadsFolder(server.dataDir)
  const parts = { ...server, temporaryFolder, securityLog, log: { warn: () => undefined } }
  for (const job of standingJobs(parts)) await job.run()
  return told
}
