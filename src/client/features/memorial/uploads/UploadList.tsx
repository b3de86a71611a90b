import Box from '@mui/material/Box'
import type { ArchiveOf } from '@client/api/archive-api'
import { useAppDispatch } from '@client/store/hooks'
import { uploadCancelled, uploadDismissed, uploadRetried } from './upload-slice'
import { UploadRow } from './UploadRow'
import { useUploads } from './use-uploads'

/** Files on their way to an archive, and those that did not arrive. */
export function UploadList({ archive }: { archive: ArchiveOf }) {
  const uploads = useUploads(archive)
  const dispatch = useAppDispatch()

  if (uploads.length === 0) return null
  return (
    <Box component="ul" aria-label="Загрузки" sx={LIST}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          onCancel={() => dispatch(uploadCancelled(upload.id))}
          onRetry={() => dispatch(uploadRetried(upload.id))}
          onDismiss={() => dispatch(uploadDismissed(upload.id))}
        />
      ))}
    </Box>
  )
}

const LIST = { display: 'flex', flexDirection: 'column', gap: 2, m: 0, mb: 4, p: 0, listStyle: 'none', maxWidth: 640 }
