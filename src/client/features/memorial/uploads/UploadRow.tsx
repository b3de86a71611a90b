import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { megabytes, onOneLine } from '@client/lib/formats'
import { passFocusUp } from '@client/ui/focus'
import { isBeingSaved, type Upload } from './upload-slice'

export interface UploadRowProps {
  upload: Upload
  onCancel: () => void
  onRetry: () => void
  onDismiss: () => void
}

/** One upload: its progress and a button to cancel it, or the reason of a failure and a button to retry. */
export function UploadRow({ upload, onCancel, onRetry, onDismiss }: UploadRowProps) {
  const { fileName, size, status, preparedPercent, failure } = upload
  return (
    <Box component="li" sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {fileName}, {onOneLine(megabytes(size))}
      </Typography>
      {(status === 'sending' || status === 'preparing') && (
        <LinearProgress
          variant="determinate"
          value={status === 'sending' ? sentPercent(upload) : (preparedPercent ?? 0)}
          aria-label={`${status === 'sending' ? 'Загрузка' : 'Готовим видео'}: ${fileName}`}
          sx={{ my: 1, height: 6, borderRadius: 3, backgroundColor: 'divider' }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="body2" color={failure ? 'error' : 'textSecondary'} sx={{ flexGrow: 1 }}>
          {failure ?? progressText(upload)}
        </Typography>
        {status === 'failed' ? (
          <Box sx={{ display: 'flex' }}>
            <Button
              ref={passFocusUp}
              size="small"
              onClick={onRetry}
              sx={TOOL}
              aria-label={`Повторить загрузку: ${fileName}`}
            >
              Повторить
            </Button>
            <Button
              ref={passFocusUp}
              size="small"
              color="inherit"
              onClick={onDismiss}
              sx={TOOL}
              aria-label={`Убрать из списка: ${fileName}`}
            >
              Убрать
            </Button>
          </Box>
        ) : (
          <Button
            ref={passFocusUp}
            size="small"
            color="inherit"
            onClick={onCancel}
            sx={TOOL}
            aria-label={`Отменить загрузку: ${fileName}`}
          >
            Отменить
          </Button>
        )}
      </Box>
    </Box>
  )
}

const PREPARING = 'Готовим видео…'

/** Aligned with the text above. */
const TOOL = { px: 1, ml: -1, mr: 1 } as const

function sentPercent({ size, sentBytes }: Upload): number {
  return size === 0 ? 0 : Math.floor((sentBytes / size) * 100)
}

const INTERRUPTED = 'Связь прервалась. Как только она вернётся, продолжим с того же места.'

function progressText(upload: Upload): string {
  if (upload.status === 'waiting') return 'Ждёт своей очереди'
  if (upload.isInterrupted) return INTERRUPTED
  if (upload.status === 'preparing')
    return upload.preparedPercent ? `${PREPARING} ${upload.preparedPercent} %` : PREPARING
  return isBeingSaved(upload) ? 'Сохраняем...' : `${sentPercent(upload)} %`
}
