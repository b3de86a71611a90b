import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { counted, PHOTOS } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { megabytes, momentInWords } from '@client/lib/formats'
import { deleteOfflineCopy, type OfflineCopy } from '@client/offline/copies'
import { useToast } from '@client/ui/toasts'

interface SavedDialogProps {
  copy: OfflineCopy
  /** Saves it again. */
  onRenew: () => void
  onClose: () => void
}

/** What the offline copy of a memorial contains, and when it expires. */
export function SavedDialog({ copy, onRenew, onClose }: SavedDialogProps) {
  const titleId = useId()
  const toast = useToast()

  async function remove(): Promise<void> {
    await deleteOfflineCopy(copy.id)
    onClose()
    toast.success('Страница убрана с этого устройства')
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Сохранено на телефоне</DialogTitle>
      <DialogContent>
        <Typography>
          {typeset(`Сохранено ${momentInWords(copy.keptAt)}: ${contentsOf(copy)}. Занимает ${megabytes(copy.bytes)}.`)}
        </Typography>
        <Typography sx={{ mt: 2 }}>{typeset(whenItOpens(copy))}</Typography>
        <Link component={RouterLink} to={paths.savedMemorials} sx={{ display: 'inline-block', mt: 1, py: 1 }}>
          Все сохранённые страницы
        </Link>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={() => void remove()}>
          Убрать с телефона
        </Button>
        <Button
          onClick={() => {
            onClose()
            onRenew()
          }}
        >
          Обновить
        </Button>
        <Button variant="contained" onClick={onClose}>
          Закрыть
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function whenItOpens({ keptUntil, isOfAccount }: OfflineCopy): string {
  if (!keptUntil) return 'Без связи страница открывается по тому же адресу или по коду на памятнике.'
  const end = `до ${momentInWords(keptUntil)}`
  return isOfAccount
    ? `Страница закрытая: без связи она открывается, пока вы в своём кабинете, ${end}. Потом сотрётся сама.`
    : `Страница закрытая: без связи она открывается в этой вкладке, пока вы её не закрыли, ${end}. Потом сотрётся сама.`
}

function contentsOf({ photoPath, photoCount, hasVoice }: OfflineCopy): string {
  return [
    ...(photoPath ? ['портрет'] : []),
    'слова памяти',
    'место захоронения',
    ...(photoCount > 0 ? [counted(photoCount, PHOTOS)] : []),
    ...(hasVoice ? ['голос'] : []),
  ].join(', ')
}
