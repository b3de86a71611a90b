import Box from '@mui/material/Box'
import { useRef } from 'react'
import { useAccount } from '@client/store/use-account'
import type { AnyDecision } from './decisions-slice'
import { DecisionStrip } from './DecisionStrip'
import { ModerationPanel } from './ModerationPanel'
import { ReportsSection } from './reports/ReportsSection'
import { useDecisions } from './use-decisions'
import type { ListHandle } from './use-item-focus'
import { useUndoKey } from './use-undo-key'

export interface ModerationDeskProps {
  /** Told whether words wait, once that is known. */
  onKnown?: (isWaiting: boolean) => void
}

/**
 * What waits for a decision: words of memory, and for moderators reports of pages. Both have the same keys, and their
 * decisions are undone in one place, the last one first.
 */
export function ModerationDesk({ onKnown }: ModerationDeskProps) {
  const isModerator = useAccount().user?.is_moderator
  const { waiting, happened, decide, undo } = useDecisions()
  const words = useRef<ListHandle>(null)
  const reports = useRef<ListHandle>(null)
  const listOf = ({ about }: AnyDecision) => (about === 'memory' ? words : reports).current

  function takeBack(decision: AnyDecision): void {
    listOf(decision)?.focusLater(decision.id)
    undo(decision)
  }

  useUndoKey(waiting.length > 0, () => {
    const last = waiting.at(-1)
    if (last) takeBack(last)
  })

  return (
    <Box>
      <ModerationPanel ref={words} happened={happened} onDecide={decide} onKnown={onKnown} />
      {isModerator && <ReportsSection ref={reports} happened={happened} onDecide={decide} />}
      <DecisionStrip waiting={waiting} onUndo={takeBack} onFocusLost={(decision) => listOf(decision)?.focusNearest()} />
    </Box>
  )
}
