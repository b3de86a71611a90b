/** Jobs that one process runs for all (see jobs/start-jobs.ts). Not in backups. */
export interface JobsTable {
  job_runs: {
    name: string
    claimed_by: string | null
    /** A killed process does not end its claim. */
    claimed_until: Date | null
    /** When it last ended, successfully or not. */
    ended_at: Date | null
  }
}
