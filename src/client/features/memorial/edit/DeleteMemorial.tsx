import Typography from '@mui/material/Typography'
import { ADVANCED, type Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { api, idTag } from '@client/api/api'
import { useDeleteMemorialMutation } from '@client/api/memorial-change-api'
import { useAppDispatch } from '@client/store/hooks'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FORCED } from '@client/ui/unsaved-changes'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { Section } from '@client/ui/Page'
import { DeleteIcon } from '@client/ui/tool-icons'
import { DELETE_FAILED } from './texts'

const TRASH = 'Ещё 30 дней она лежит в «Корзине» вашего личного кабинета: оттуда её можно вернуть.'
const ONLY_TO_HIDE = ' Если её нужно только скрыть, выключите переключатель «Публичная страница».'

/** Deletes a whole memorial. Asks twice: it disappears for everyone at once, though its owner can restore it for a while. */
export function DeleteMemorial({ memorial }: { memorial: Memorial }) {
  const [deleteMemorial] = useDeleteMemorialMutation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const dispatch = useAppDispatch()

  async function remove(): Promise<ActionOutcome> {
    const { error } = await deleteMemorial(memorial.id)
    return { isDone: !error, message: error ? DELETE_FAILED : 'Мемориал удалён' }
  }

  async function leave(): Promise<void> {
    const isLed = await navigateUnlessLeft(paths.profile, { replace: true, state: FORCED })
    // The visitor has left the page. If they return, it must not be shown from the cache.
    if (!isLed) dispatch(api.util.invalidateTags([idTag('Memorial', memorial.id)]))
  }

  return (
    <Section title="Удаление">
      <Typography sx={{ mb: 2, maxWidth: '60ch', mx: 'auto', textWrap: 'balance' }}>
        {typeset(`Страница удаляется со всем, что на ней есть. ${TRASH}${memorial.public_status ? ONLY_TO_HIDE : ''}`)}
      </Typography>
      <ConfirmButton
        label="Удалить мемориал"
        startIcon={<DeleteIcon />}
        questions={[
          { title: 'Удалить мемориал?', text: <Losses memorial={memorial} /> },
          {
            title: 'Удалить страницу для всех?',
            confirmLabel: 'Удалить в корзину',
            text: `${fullName(memorial)}: страница и всё, что на ней есть, исчезнут сразу, для всех. ${TRASH} Потом её не сможет восстановить никто.`,
          },
        ]}
        action={remove}
        onDone={() => void leave()}
      />
    </Section>
  )
}

function Losses({ memorial }: { memorial: Memorial }) {
  const isAdvanced = memorial.profile_rate === ADVANCED
  return (
    <>
      Исчезнут:
      <ul>
        <li>имя, даты, фото и биография: {fullName(memorial)};</li>
        <li>место захоронения;</li>
        <li>все слова памяти;</li>
        {isAdvanced && <li>архивы фотографий, аудио и видео;</li>}
        <li>адрес страницы: QR-код на памятнике больше никуда не приведёт.</li>
      </ul>
      {typeset(isAdvanced ? `${TRASH} Право на продвинутый мемориал к вам не вернётся.` : TRASH)}
    </>
  )
}
