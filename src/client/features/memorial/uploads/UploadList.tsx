import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { countedOnOneLine, FILES } from '@contract/plurals'
import type { ArchiveOf } from '@client/api/archive-api'
import { useDeleteArchiveItemMutation } from '@client/api/archive-change-api'
import { okOrNotFound } from '@client/api/errors'
import { megabytes, onOneLine } from '@client/lib/formats'
import { useAppDispatch } from '@client/store/hooks'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'
import {
  isBeingSaved,
  isUnderWay,
  type Upload,
  uploadCancelled,
  uploadConfirmed,
  uploadDismissed,
  uploadRetried,
  useUploads,
} from './upload-slice'

/** Of hundreds of files those that wait are counted, except for the next ones. */
const WAITING_SHOWN = 3

/** Uploads in progress to an archive, and those that failed. */
export function UploadList({ archive }: { archive: ArchiveOf }) {
  const uploads = useUploads(archive)
  const dispatch = useAppDispatch()

  const shown = uploads.filter(({ status }) => status !== 'stored')
  const failed = shown.filter(({ status }) => status === 'failed')
  const laterOnes = shown.filter(({ status }) => status === 'waiting').slice(WAITING_SHOWN)
  const later = laterOnes.length > 1 ? laterOnes : []
  if (shown.length === 0) return null

  function retryAll(): void {
    for (const { id } of failed) dispatch(uploadRetried(id))
  }

  const arrived = uploads.filter(({ itemId }) => itemId !== undefined).length
  const total = uploads.filter(({ isReported }) => !isReported).length
  return (
    <>
      {total > 1 && shown.some(isUnderWay) && (
        <Typography role="status" sx={{ mb: 1.5 }}>
          Загружено {arrived} из {total}
        </Typography>
      )}
      {failed.length > 1 && (
        <Button ref={passFocusUp} size="small" onClick={retryAll} sx={{ mb: 1.5 }}>
          Ещё раз все, что не загрузились
        </Button>
      )}
      <Box component="ul" aria-label="Загрузки" sx={LIST}>
        {shown.map((upload) => {
          const { id, status } = upload
          if (later.includes(upload)) return null
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
        {later.length > 0 && (
          <Box component="li" sx={LATER}>
            <Typography variant="body2" color="textSecondary">
              И ещё {countedOnOneLine(later.length, FILES)} ждут своей очереди
            </Typography>
            <Button
              ref={passFocusUp}
              size="small"
              color="inherit"
              onClick={() => {
                for (const { id } of later) dispatch(uploadCancelled(id))
              }}
              sx={TOOL}
            >
              Отменить их
            </Button>
          </Box>
        )}
      </Box>
    </>
  )
}

const LATER = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, px: 2 } as const

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

const DELETION_FAILED = 'Ошибка при удалении.'

/** Asks what to do with a file that the archive already had: it is stored twice now. */
export function RepeatRow({ archive, upload }: { archive: ArchiveOf; upload: Upload }) {
  const { id, fileName, itemId } = upload
  const dispatch = useAppDispatch()
  const [deleteItem, { isLoading }] = useDeleteArchiveItemMutation()
  const toast = useToast()

  async function removeRepeat(): Promise<void> {
    if (itemId === undefined || isLoading) return
    const { error } = await deleteItem({ ...archive, id: itemId })
    if (error && !okOrNotFound(error)) toast.error(DELETION_FAILED)
    else dispatch(uploadDismissed(id))
  }

  return (
    <Box component="li" sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        Такой файл уже был в архиве: {fileName}. Теперь он там дважды.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        <Button
          ref={passFocusUp}
          size="small"
          aria-label={`Удалить повтор: ${fileName}`}
          onClick={() => void removeRepeat()}
          sx={TOOL}
        >
          Удалить повтор
        </Button>
        <Button
          ref={passFocusUp}
          size="small"
          color="inherit"
          aria-label={`Оставить оба: ${fileName}`}
          onClick={() => dispatch(uploadDismissed(id))}
          sx={TOOL}
        >
          Оставить оба
        </Button>
      </Box>
    </Box>
  )
}

const TOOL = { px: 1, ml: -1, mr: 1 } as const

/** Asks, before the upload, whether to send a film that most browsers would not show and this one cannot convert. */
export function UnconfirmedRow({ upload: { id, fileName } }: { upload: Upload }) {
  const dispatch = useAppDispatch()

  return (
    <Box component="li" sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <div role="alert">
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {fileName} записан в формате, который показывают не все браузеры, а этот браузер не может его изменить. Видео
          ещё не отправлено.
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          Можно отправить и так: видео сохранится, его можно будет скачать, но многие вместо него увидят тёмный экран.{' '}
          {HOW_TO_RECORD}
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mt: 0.5 }}>
        <Button
          ref={passFocusUp}
          size="small"
          aria-label={`Отправить как есть: ${fileName}`}
          onClick={() => dispatch(uploadConfirmed(id))}
          sx={TOOL}
        >
          Отправить как есть
        </Button>
        <Button
          ref={passFocusUp}
          size="small"
          color="inherit"
          aria-label={`Не отправлять: ${fileName}`}
          onClick={() => dispatch(uploadDismissed(id))}
          sx={TOOL}
        >
          Не отправлять
        </Button>
      </Box>
    </Box>
  )
}

const HOW_TO_RECORD =
  'Если видео снимает iPhone, откройте «Настройки» → «Камера» → «Форматы» и выберите «Наиболее совместимые»: новые видео ' +
  'увидят все.'

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
            <Button ref={passFocusUp} size="small" onClick={onRetry} sx={TOOL} aria-label={`Ещё раз: ${fileName}`}>
              Ещё раз
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
