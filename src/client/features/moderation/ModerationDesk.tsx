import Box from '@mui/material/Box'
import { Fragment, type ReactNode, useRef } from 'react'
import { useAccount } from '@client/store/use-account'
import { type OnKnown, useWaitingFirst } from '@client/ui/use-waiting-first'
import { FactorMissingNotice } from './FactorMissingNotice'
import type { AnyDecision } from './decisions-slice'
import { DecisionStrip } from './DecisionStrip'
import { ModerationPanel } from './ModerationPanel'
import { ReportsSection } from './reports/ReportsSection'
import { useDecisions } from './use-decisions'
import type { ListHandle } from './use-item-focus'
import { useUndoKey } from './use-undo-key'

const LISTS = ['words', 'reports'] as const

export interface ModerationDeskProps {
  /** Called with whether memories are pending, and then whether reports are, as soon as that is known. */
  onKnown?: OnKnown
}

/**
 * What is pending: memories, and for moderators reports of pages. Both lists have the same keys, and share one strip to undo
 * their decisions, the last one first.
 */
export function ModerationDesk({ onKnown }: ModerationDeskProps) {
  const user = useAccount().user
  const isModerator = user?.is_moderator && !user.factor_missing
  const { waiting, happened, decide, undo } = useDecisions()
  const { order, note } = useWaitingFirst(LISTS)
  const words = useRef<ListHandle>(null)
  const reports = useRef<ListHandle>(null)
  const listOf = ({ about }: AnyDecision) => (about === 'memory' ? words : reports).current

  function undoDecision(decision: AnyDecision): void {
    listOf(decision)?.focusLater(decision.id)
    undo(decision)
  }

  useUndoKey(waiting.length > 0, () => {
    const last = waiting.at(-1)
    if (last) undoDecision(last)
  })

  const reportTo = (kind: (typeof LISTS)[number]) => (isWaiting: boolean) => {
    note(kind)(isWaiting)
    onKnown?.(isWaiting)
  }
  const lists: Record<(typeof LISTS)[number], ReactNode> = {
    words: <ModerationPanel ref={words} happened={happened} onDecide={decide} onKnown={reportTo('words')} />,
    reports: isModerator && (
      <ReportsSection ref={reports} happened={happened} onDecide={decide} onKnown={reportTo('reports')} />
    ),
  }

  return (
    <Box>
      {user?.factor_missing && <FactorMissingNotice />}
      {order.map((kind) => (
        <Fragment key={kind}>{lists[kind]}</Fragment>
      ))}
      <DecisionStrip
        waiting={waiting}
        onUndo={undoDecision}
        onFocusLost={(decision) => listOf(decision)?.focusNearest()}
      />
    </Box>
  )
}
