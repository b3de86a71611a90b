import Box from '@mui/material/Box'
import { type Ref, useCallback, useMemo } from 'react'
import type { Decision, PendingMemory } from '@contract/memory'
import { FOCUS_AREA } from '@client/ui/focus'
import { Pagination } from '@client/ui/Pagination'
import { Section } from '@client/ui/Section'
import { type OnKnown, useReportPendingCount } from '@client/ui/use-waiting-first'
import { LastAction } from './LastAction'
import { hasFilters } from './moderation-address'
import { PanelHead } from './PanelHead'
import { PendingItems } from './PendingItems'
import type { Decide, Happened } from './use-decisions'
import { type ListHandle, useItemFocus } from './use-item-focus'
import { MODERATION_ID, useModerationAddress } from './use-moderation-address'
import { useFocusOnNewPage, useLastFullPage } from './use-page-changes'
import { usePendingPage } from './use-pending-page'

export interface ModerationPanelProps {
  ref?: Ref<ListHandle>
  happened: Happened | undefined
  /** A stable function. */
  onDecide: Decide
  /** Called with whether anything is pending, once that is known. */
  onKnown?: OnKnown | undefined
}

/** The pending memories: an owner sees those of their own memorials, a moderator sees all. */
export function ModerationPanel({ ref, happened, onDecide, onKnown }: ModerationPanelProps) {
  const address = useModerationAddress()
  const { page } = address.state
  const pending = usePendingPage(address.state)
  const ids = useMemo(() => pending.memories?.map(({ id }) => id) ?? [], [pending.memories])
  const focus = useItemFocus({ ids, idPrefix: 'pending', handle: ref })
  const decide = useCallback(
    ({ id, memorials_id: memorialId, author }: PendingMemory, decision: Decision) =>
      onDecide({ about: 'memory', id, memorialId, decision }, author),
    [onDecide],
  )

  useReportPendingCount(pending.memories && pending.remaining, onKnown)
  useLastFullPage(address, pending)
  useFocusOnNewPage(page, focus.waitForItems)

  return (
    <Section id={MODERATION_ID} spacing="small" title="Воспоминания на проверке">
      <LastAction about="memory" happened={happened} remaining={pending.remaining} />
      <PanelHead address={address} pending={pending} />
      <Box {...FOCUS_AREA} {...focus.areaProps} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        <PendingItems address={address} pending={pending} focus={focus} onDecide={decide} />
      </Box>
      {(pending.remaining > 0 || hasFilters(address.state)) && (
        <Pagination page={page} count={pending.pageCount} pageAddress={address.pageAddress} />
      )}
    </Section>
  )
}
