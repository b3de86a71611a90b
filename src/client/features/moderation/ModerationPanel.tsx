import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, useMemo } from 'react'
import { Pagination } from '@client/ui/Pagination'
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

/** Words of memory that wait for a decision of whoever is signed in: an owner's own pages, for a moderator all. */
export function ModerationPanel() {
  const titleId = useId()
  const address = useModerationAddress()
  const { page } = address.state
  const pending = usePendingPage(address.state)
  const focus = useItemFocus(useMemo(() => pending.memories?.map(({ id }) => id) ?? [], [pending.memories]))
  const { waiting, said, decide, undo } = useDecisions(pending.remaining)

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
    <Box component="section" id={MODERATION_ID} aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2" sx={{ mt: { xs: 5, md: 7 }, mb: 2 }}>
        Воспоминания на проверке
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <PanelHead address={address} pending={pending} />
      <Box {...focus.areaProps} sx={{ mt: 2, outline: 'none !important' }}>
        <PendingItems address={address} pending={pending} focus={focus} onDecide={decide} />
      </Box>
      <DecisionStrip waiting={waiting} onUndo={takeBack} onFocusLost={focus.focusNearest} />
      {(pending.remaining > 0 || hasFilters(address.state)) && (
        <Pagination page={page} count={pending.pageCount} pageAddress={address.pageAddress} />
      )}
    </Box>
  )
}
