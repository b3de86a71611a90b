import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ArchiveOf } from '@client/api/archive-api'
import { useAppDispatch } from '@client/store/hooks'
import { UnconfirmedRow } from './UnconfirmedRow'
import { RepeatRow } from './RepeatRow'
import { isUnderWay, uploadCancelled, uploadDismissed, uploadRetried } from './upload-slice'
import { UploadRow } from './UploadRow'
import { useUploads } from './use-uploads'

/** Uploads in progress to an archive, and those that failed. */
export function UploadList({ archive }: { archive: ArchiveOf }) {
  const uploads = useUploads(archive)
  const dispatch = useAppDispatch()

  const shown = uploads.filter(({ status }) => status !== 'stored')
  if (shown.length === 0) return null
  const arrived = uploads.filter(({ itemId }) => itemId !== undefined).length
  const total = uploads.filter(({ isTold }) => !isTold).length
  return (
    <>
      {total > 1 && shown.some(isUnderWay) && (
        <Typography role="status" sx={{ mb: 1.5 }}>
          Загружено {arrived} из {total}
        </Typography>
      )}
      <Box component="ul" aria-label="Загрузки" sx={LIST}>
        {shown.map((upload) => {
          const { id, status } = upload
          if (status === 'repeat') return <RepeatRow key={id} archive={archive} upload={upload} />
          if (status === 'needsConfirmation') return <UnconfirmedRow key={id} upload={upload} />
          return (
            <UploadRow
              key={id}
              upload={upload}
              onCancel={() => dispatch(uploadCancelled(id))}
              onRetry={() => dispatch(uploadRetried(id))}
              onDismiss={() => dispatch(uploadDismissed(id))}
            />
          )
        })}
      </Box>
    </>
  )
}

const LIST = {
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  m: 0,
  mb: 4,
  mx: 'auto',
  p: 0,
  listStyle: 'none',
  maxWidth: 640,
  textAlign: 'start',
} as const
