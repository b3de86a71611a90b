import Typography from '@mui/material/Typography'
import { useDeferredValue, useRef } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { type ArchiveOf, useGetArchiveQuery } from '@client/api/archive-api'
import { LoadFailed } from '@client/ui/LoadFailed'
import { ARCHIVE_TEXTS } from './archive-texts'
import { ArchiveLoading } from './ArchiveLoading'
import { Photos } from './Photos'
import { Recordings } from './Recordings'

export interface ArchiveItemsProps {
  archive: ArchiveOf
  isEditing: boolean
  /** An item has gone, and the focus with it. */
  onGone: () => void
}

/** What an archive holds. */
export function ArchiveItems({ archive, isEditing, onGone }: ArchiveItemsProps) {
  const { data, isError, isFetching, refetch } = useGetArchiveQuery(archive)
  // Hundreds of photos are drawn piece by piece, so that the page answers meanwhile.
  const items = useDeferredValue(data)
  const isEditingItems = useDeferredValue(isEditing)
  const renewAddresses = useRenewal(items, () => void refetch())
  const { empty, failed } = ARCHIVE_TEXTS[archive.kind]

  if (!items && isError) return <LoadFailed onRetry={() => void refetch()}>{failed}</LoadFailed>
  if (!items) return <ArchiveLoading kind={archive.kind} />
  if (items.length === 0) return <Typography color="textSecondary">{empty}</Typography>

  const shown = { archive, items, isEditing: isEditingItems, onGone, onBroken: renewAddresses }
  return archive.kind === 'photo' ? <Photos {...shown} /> : <Recordings {...shown} isRenewing={isFetching} />
}

/**
 * Addresses of a private memorial live an hour. Each list that was fetched is asked for once more when a file of it is
 * broken; a file that is broken with fresh addresses too asks for nothing.
 */
function useRenewal(items: ArchiveItem[] | undefined, refetch: () => void): () => void {
  const renewed = useRef<ArchiveItem[]>(undefined)

  return () => {
    if (renewed.current === items) return
    renewed.current = items
    refetch()
  }
}
