import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/session-slice'
import { canSaveOffline } from './copies'
import type { Reader } from './policy'
import { saveMemorial } from './save-memorial'
import { listUnfinishedSaves, recordSaveEnded, type UnfinishedSave } from './unfinished-saves'

/** A reader who did not come back for so long has forgotten it. */
const RESUMED_WITHIN_MS = 24 * 3_600_000

/**
 * Finishes the saves whose page was left while they ran. One that fails is tried at the next visit; that of a closed page waits
 * for its token.
 */
export async function resumeSaves(state: StateWithSession): Promise<void> {
  if (!canSaveOffline()) return
  for (const save of await listUnfinishedSaves()) {
    const { id, begunAt } = save
    const isForgotten = Date.now() - Date.parse(begunAt) > RESUMED_WITHIN_MS
    const reader = readerOf(save, state)
    if (!isForgotten && (!reader || (await isRunningInTab(id)))) continue
    const outcome = isForgotten || !reader ? undefined : await saveMemorial(save, reader, { isSaved: true })
    if (outcome !== 'failed') await recordSaveEnded(id)
  }
}

/** Undefined where this tab has no such token as the page was read with: a refusal would delete an earlier copy. */
function readerOf({ id, opensBy }: UnfinishedSave, state: StateWithSession): Reader | undefined {
  if (opensBy === null) return {}
  const accountToken = selectAccountToken(state)
  const pinToken = selectPinToken(state, id)
  if (opensBy === 'account') return accountToken === undefined ? undefined : { accountToken }
  return pinToken === undefined ? undefined : { pinToken }
}

async function isRunningInTab(id: number): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === `keep-memorial-${id}`)
}
