import type { DecisionOutcome } from '@contract/memory'
import { isConflict, isNotFound } from '@client/api/errors'
import { moderationApi, reportApi } from '@client/api/moderation-api'
import type { AppDispatch } from '@client/store/root-reducer'
import type { AnyDecision, DecisionOnReport, MemoryDecision } from './decisions-slice'

export type Outcome = DecisionOutcome | 'failed'

export interface Settled {
  decision: AnyDecision
  outcome: Outcome
}

/** Sends one request, and returns the outcome of each decision in their order. */
type Ask = () => Promise<Outcome[] | 'aborted'>

/** Sends decisions: all about memories in one request, each about a report in its own. */
export async function sendDecisions(
  decisions: readonly AnyDecision[],
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Settled[]> {
  const words = decisions.filter((decision) => decision.about === 'memory')
  const reports = decisions.filter((decision) => decision.about === 'report')
  const settled = await Promise.all([
    settledBy(words, () => askOfMemories(words, token, dispatch)),
    ...reports.map((report) => settledBy([report], () => askOfReport(report, token, dispatch))),
  ])
  return settled.flat()
}

/**
 * Retries once if a sign-out aborted the first request. The server may have received it, so a decision that was made before
 * counts as this one.
 */
async function settledBy(decisions: readonly AnyDecision[], ask: Ask): Promise<Settled[]> {
  if (decisions.length === 0) return []
  const first = await ask()
  const outcomes = first === 'aborted' ? await askAgain(ask) : first
  return decisions.map((decision, place) => ({ decision, outcome: outcomes[place] ?? 'failed' }))
}

async function askAgain(ask: Ask): Promise<Outcome[]> {
  const repeated = await ask()
  if (repeated === 'aborted') return []
  return repeated.map((outcome) => (outcome === 'decided_before' ? 'decided' : outcome))
}

async function askOfMemories(
  decisions: readonly MemoryDecision[],
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Outcome[] | 'aborted'> {
  const { moderateMemory, moderateMemories } = moderationApi.endpoints
  const [only, ...others] = decisions
  if (only && others.length === 0) {
    const { error } = await dispatch(moderateMemory.initiate({ ...only, token }, { track: false }))
    return outcomesOf(error)
  }
  const { data, error } = await dispatch(moderateMemories.initiate({ decisions, token }, { track: false }))
  return isAborted(error) ? 'aborted' : (data?.result.map(({ outcome }) => outcome) ?? [])
}

async function askOfReport(
  decision: DecisionOnReport,
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Outcome[] | 'aborted'> {
  const { decideOnReport } = reportApi.endpoints
  const { error } = await dispatch(decideOnReport.initiate({ ...decision, token }, { track: false }))
  return outcomesOf(error)
}

/** The outcome of a request about one decision. */
function outcomesOf(error: unknown): [Outcome] | 'aborted' {
  if (isAborted(error)) return 'aborted'
  if (!error) return ['decided']
  if (isNotFound(error)) return ['not_found']
  return [isConflict(error) ? 'decided_before' : 'failed']
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError'
}
