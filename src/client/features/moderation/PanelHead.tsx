import Typography from '@mui/material/Typography'
import { KeyboardHelp } from './KeyboardHelp'
import { hasFilters } from './moderation-address'
import { ModerationFilters } from './ModerationFilters'
import { foundInAll, waitingInAll } from './texts'
import type { ModerationAddress } from './use-moderation-address'
import type { PendingPage } from './use-pending-page'

export interface PanelHeadProps {
  address: ModerationAddress
  pending: PendingPage
}

/** The number of memories, the filters and the keyboard shortcuts. Empty if nothing is pending and no filter is set. */
export function PanelHead({ address: { state, ...address }, pending: { memories, remaining } }: PanelHeadProps) {
  const isFiltered = hasFilters(state)
  const memorialName = memories?.find(({ memorials_id }) => memorials_id === state.memorialId)?.memorial_name

  if (!isFiltered && remaining === 0) return null
  return (
    <>
      <Typography sx={{ mb: 2 }}>{isFiltered ? foundInAll(remaining) : waitingInAll(remaining)}</Typography>
      <ModerationFilters address={{ state, ...address }} memorialName={memorialName} />
      <KeyboardHelp agree="одобрить" refuse="отклонить" />
    </>
  )
}
