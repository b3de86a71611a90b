import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ADVANCED, type Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { screens } from '@contract/paths'
import { api } from '@client/api/api'
import { useDeleteMemorialMutation } from '@client/api/memorial-change-api'
import { idTag } from '@client/api/tags'
import { useAppDispatch } from '@client/store/hooks'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { FORCED } from '@client/ui/unsaved-changes'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { Section } from '../Section'
import { DELETE_FAILED } from './texts'

const ONLY_TO_HIDE = ' Если её нужно только скрыть, выключите переключатель «Публичная страница».'

type Question = 'none' | 'first' | 'last'

/** The end of a memorial. Asked twice, since nothing of it can be brought back. */
export function DeleteMemorial({ memorial }: { memorial: Memorial }) {
  const [question, setQuestion] = useState<Question>('none')
  const [deleteMemorial, { isLoading }] = useDeleteMemorialMutation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const dispatch = useAppDispatch()
  const toast = useToast()
  const ask = () => setQuestion('first')
  const stop = () => setQuestion('none')

  async function remove(): Promise<void> {
    const { error } = await deleteMemorial(memorial.id)
    stop()
    if (error) {
      toast.error(DELETE_FAILED)
      return
    }
    toast.success('Мемориал удалён')
    const isLed = await navigateUnlessLeft(screens.profile, { replace: true, state: FORCED })
    // Whoever has left may come back to the page, and must not find it as it was.
    if (!isLed) dispatch(api.util.invalidateTags([idTag('Memorial', memorial.id)]))
  }

  return (
    <Section title="Удаление">
      <Typography sx={{ mb: 2, maxWidth: '60ch' }}>
        Страница удаляется насовсем, со всем, что на ней есть.
        {memorial.public_status && ONLY_TO_HIDE}
      </Typography>
      <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={ask}>
        Удалить мемориал
      </Button>
      <ConfirmDialog
        isOpen={question === 'first'}
        title="Удалить мемориал?"
        confirmLabel="Удалить мемориал"
        onConfirm={() => setQuestion('last')}
        onCancel={stop}
      >
        <Losses memorial={memorial} />
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'last'}
        title="Удалить без возможности вернуть?"
        confirmLabel="Удалить навсегда"
        isBusy={isLoading}
        onConfirm={() => void remove()}
        onCancel={stop}
      >
        {fullName(memorial)}: страница и всё, что на ней есть, исчезнут сразу. Восстановить их не сможет никто, и
        поддержка тоже.
      </ConfirmDialog>
    </Section>
  )
}

function Losses({ memorial }: { memorial: Memorial }) {
  const isAdvanced = memorial.profile_rate === ADVANCED
  return (
    <>
      Пропадут:
      <ul>
        <li>имя, даты, фото и биография: {fullName(memorial)};</li>
        <li>место захоронения;</li>
        <li>все слова памяти;</li>
        {isAdvanced && <li>архивы фотографий, аудио и видео;</li>}
        <li>адрес страницы: QR-код на памятнике больше никуда не приведёт.</li>
      </ul>
      {isAdvanced && 'Право на продвинутый мемориал не возвращается.'}
    </>
  )
}
