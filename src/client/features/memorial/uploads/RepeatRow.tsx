import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ArchiveOf } from '@client/api/archive-api'
import { useDeleteArchiveItemMutation } from '@client/api/archive-change-api'
import { okOrNotFound } from '@client/api/errors'
import { useAppDispatch } from '@client/store/hooks'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'
import { type Upload, uploadDismissed } from './upload-slice'

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
