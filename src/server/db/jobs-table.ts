/** Of jobs that one process does for all (see jobs/job-turns.ts). No backup has them. */
export interface JobsTable {
  job_runs: {
    name: string
    claimed_by: string | null
    /** A process that was killed ends no claim of its own. */
    claimed_until: Date | null
    /** When it was done last, whether it succeeded or not. */
    ended_at: Date | null
  }
}
