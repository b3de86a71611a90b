import Typography from '@mui/material/Typography'
import { useDeferredValue } from 'react'
import type { ArchiveOf } from '@client/api/archive-api'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { EditableItems } from '../edit-mode'
import { ARCHIVE_TEXTS } from './archive-texts'
import { ArchiveLoading } from './ArchiveLoading'
import { Photos } from './Photos'
import { Recordings } from './Recordings'
import { useArchive } from './use-archive'

export interface ArchiveItemsProps {
  archive: ArchiveOf
  isEditing: boolean
}

/** The items of an archive. */
export function ArchiveItems({ archive, isEditing }: ArchiveItemsProps) {
  const query = useArchive(archive)
  const { data, isError, isFetching, refetch } = query
  // Hundreds of photos render in the background, so that the page stays responsive.
  const items = useDeferredValue(data)
  const isEditingItems = useDeferredValue(isEditing)
  const renew = useMediaRefetch(query)
  const { empty, failed } = ARCHIVE_TEXTS[archive.kind]

  if (!items && isError) return <LoadFailed onRetry={() => void refetch()}>{failed}</LoadFailed>
  if (!items) return <ArchiveLoading kind={archive.kind} />
  if (items.length === 0)
    return (
      <Typography data-not-printed color="textSecondary">
        {empty}
      </Typography>
    )

  return (
    <div onErrorCapture={renew}>
      {isEditingItems ? (
        <EditableItems archive={archive} items={data ?? items} shownItems={items} isRenewing={isFetching} />
      ) : archive.kind === 'photo' ? (
        <Photos items={items} />
      ) : (
        <Recordings kind={archive.kind} items={items} isRenewing={isFetching} />
      )}
    </div>
  )
}
