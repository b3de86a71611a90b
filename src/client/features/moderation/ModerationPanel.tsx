import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { FOCUS_AREA } from '@client/ui/focus'
import { Pagination } from '@client/ui/Pagination'
import { Section } from '@client/ui/Section'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { DecisionStrip } from './DecisionStrip'
import { hasFilters } from './moderation-address'
import { PanelHead } from './PanelHead'
import { PendingItems } from './PendingItems'
import { useDecisions } from './use-decisions'
import { useItemFocus } from './use-item-focus'
import { MODERATION_ID, useModerationAddress } from './use-moderation-address'
import { useFocusOnNewPage, useLastFullPage } from './use-page-changes'
import { usePendingPage } from './use-pending-page'
import { useUndoKey } from './use-undo-key'

export interface ModerationPanelProps {
  /** Told whether anything waits, once that is known. */
  onKnown?: (isWaiting: boolean) => void
}

/** The memories that wait for a decision: an owner sees those of their own memorials, a moderator sees all. */
export function ModerationPanel({ onKnown }: ModerationPanelProps) {
  const address = useModerationAddress()
  const { page } = address.state
  const pending = usePendingPage(address.state)
  const focus = useItemFocus(useMemo(() => pending.memories?.map(({ id }) => id) ?? [], [pending.memories]))
  const { waiting, announcement, decide, undo } = useDecisions(pending.remaining)

  const isKnown = pending.memories !== undefined
  const tell = useEffectEvent(() => onKnown?.(pending.remaining > 0))

  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
  useLastFullPage(address, pending)
  useFocusOnNewPage(page, focus.waitForItems)

  function takeBack(memoryId: number): void {
    focus.focusLater(memoryId)
    undo(memoryId)
  }

  useUndoKey(waiting.length > 0, () => {
    const last = waiting.at(-1)
    if (last) takeBack(last.memoryId)
  })

  return (
    <Section id={MODERATION_ID} spacing="small" title="Воспоминания на проверке">
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
      <PanelHead address={address} pending={pending} />
      <Box {...FOCUS_AREA} {...focus.areaProps} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        <PendingItems address={address} pending={pending} focus={focus} onDecide={decide} />
      </Box>
      <DecisionStrip waiting={waiting} onUndo={takeBack} onFocusLost={focus.focusNearest} />
      {(pending.remaining > 0 || hasFilters(address.state)) && (
        <Pagination page={page} count={pending.pageCount} pageAddress={address.pageAddress} />
      )}
    </Section>
  )
}
