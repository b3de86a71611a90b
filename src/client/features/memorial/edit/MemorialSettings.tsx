import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { type ChangeEvent, useId, useState } from 'react'
import { ADVANCED, type Memorial, MEMORIAL_LABELS } from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { api, idTag } from '@client/api/api'
import { useDownload, useExportMemorialMutation } from '@client/api/export-api'
import { useGetProposalsQuery } from '@client/api/proposal-api'
import { type StatusChange, useChangeStatusMutation, useDeleteMemorialMutation } from '@client/api/memorial-change-api'
import { megabytes } from '@client/lib/formats'
import { deleteOfflineCopy } from '@client/offline/copies'
import { useAppDispatch } from '@client/store/hooks'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { DeleteIcon } from '@client/ui/tool-icons'
import { FORCED } from '@client/ui/unsaved-changes'
import { EditPart, EditParts } from './EditPart'
import { DELETE_FAILED, STATUS_FAILED } from './use-saving'

/**
 * Who may see the page and find it, who decides on its words, and whether it is listed among the heroes. Saved at once; undone on failure. Opening a
 * closed page asks first.
 */
export function StatusSwitches({ memorial }: { memorial: Memorial }) {
  const { id, public_status, swo_status, indexable, keepers_decide = false } = memorial
  const [changeStatus, { isLoading }] = useChangeStatusMutation()
  const [isAsking, setAsking] = useState(false)
  const toast = useToast()

  async function change(status: Omit<StatusChange, 'id'>): Promise<void> {
    // Two concurrent requests may arrive in either order.
    if (isLoading) return
    const { error } = await changeStatus({ id, ...status })
    if (error) toast.error(STATUS_FAILED)
  }

  return (
    <EditParts>
      <EditPart title={WHO_SEES} hint={whoSees(memorial)}>
        <Box role="group" aria-label={WHO_SEES} aria-busy={isLoading}>
          <StatusSwitch
            label={MEMORIAL_LABELS.public_status}
            hint={
              public_status
                ? 'Страницу видят все.'
                : 'Страницу видите вы и те, кому вы дали PIN-код. PIN-код задаётся в личном кабинете.'
            }
            isOn={public_status}
            onChange={(isOn) => (isOn ? setAsking(true) : void change({ public_status: false }))}
          />
          <ConfirmDialog
            isOpen={isAsking}
            title="Открыть страницу для всех?"
            confirmLabel="Открыть для всех"
            cancelLabel="Оставить закрытой"
            isDestructive={false}
            onConfirm={() => {
              setAsking(false)
              void change({ public_status: true })
            }}
            onCancel={() => setAsking(false)}
          >
            {openingText(indexable)}
          </ConfirmDialog>
          <StatusSwitch
            label={MEMORIAL_LABELS.swo_status}
            hint={heroHint(public_status, swo_status)}
            isOn={swo_status}
            isDisabled={!public_status}
            onChange={(isOn) => void change({ swo_status: isOn })}
          />
          <StatusSwitch
            label={MEMORIAL_LABELS.indexable}
            hint={searchHint(public_status, indexable)}
            isOn={public_status && indexable}
            isDisabled={!public_status}
            onChange={(isOn) => void change({ indexable: isOn })}
          />
          <StatusSwitch
            label={MEMORIAL_LABELS.keepers_decide}
            hint={wordsHint(keepers_decide)}
            isOn={keepers_decide}
            onChange={(isOn) => void change({ keepers_decide: isOn })}
          />
        </Box>
      </EditPart>
    </EditParts>
  )
}

const WHO_SEES = 'Кто видит страницу'

function whoSees({ public_status, indexable }: Memorial): string {
  if (!public_status) return 'Вы и те, кому вы дали PIN-код'
  return indexable ? 'Все, и её можно найти через Яндекс и Google' : 'Все, у кого есть ссылка, и списки сайта'
}

interface StatusSwitchProps {
  label: string
  hint: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

function StatusSwitch({ label, hint, isOn, isDisabled, onChange }: StatusSwitchProps) {
  const hintId = useId()

  function changed({ target }: ChangeEvent<HTMLInputElement>): void {
    // Safari does not focus a clicked switch, and a dialog returns the focus to the element that had it.
    target.focus()
    onChange(target.checked)
  }

  return (
    <Box sx={{ py: 0.5 }}>
      <FormControlLabel
        label={label}
        disabled={isDisabled}
        sx={{ minHeight: TARGET_SIZE, ml: 0, mr: 0, gap: 1 }}
        control={
          <Switch
            checked={isOn}
            onChange={changed}
            slotProps={{ input: { role: 'switch', 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="body2" color="textSecondary" sx={{ pl: BESIDE_SWITCH }}>
        {typeset(hint)}
      </Typography>
    </Box>
  )
}

/** The width of the switch and the gap next to it. */
const BESIDE_SWITCH = '66px'

function openingText(isIndexable: boolean): string {
  const search = isIndexable ? ', и её можно будет найти через Яндекс и Google' : ''
  return `Сейчас её читают только те, кому вы это разрешили. Если открыть страницу, её увидит каждый: она появится в списках сайта${search}. Закрыть её снова можно будет этим же переключателем.`
}

function heroHint(isPublic: boolean, isHero: boolean): string {
  if (!isPublic) return 'Доступно только для публичной страницы.'
  return isHero ? 'Страница стоит и в разделе «Герои СВО».' : 'Страница появится и в разделе «Герои СВО».'
}

function searchHint(isPublic: boolean, isIndexable: boolean): string {
  if (!isPublic) return 'Закрытую страницу поисковые системы не видят.'
  return isIndexable
    ? 'Страницу можно найти через Яндекс и Google.'
    : 'Мы просим поисковые системы не показывать эту страницу. Её открывают по ссылке, QR-коду и из списков сайта.'
}

function wordsHint(areOurs: boolean): string {
  return areOurs
    ? 'Слова памяти одобряете вы и те, кто хранит страницу с вами. Модератор сервиса увидит их, только если на страницу пожалуются.'
    : 'Слова памяти появляются, когда их одобрите вы или модератор сервиса.'
}

const HISTORY_PURPOSE = 'Кто и что менял за последний год. Любую правку можно вернуть.'

/** What keepers have changed. */
export function HistorySection({ memorialId }: { memorialId: number }) {
  return (
    <EditPart title="История" hint={HISTORY_PURPOSE}>
      <PageHistory memorialId={memorialId} />
    </EditPart>
  )
}

/** What readers propose to change. Nothing where nothing waits. */
export function ProposalsSection({ memorialId }: { memorialId: number }) {
  const { data } = useGetProposalsQuery(memorialId, { refetchOnMountOrArgChange: true })
  if (!data || data.result.length === 0) return null
  return (
    <Section title="Уточнения читателей">
      <WaitingProposals proposals={data.result} />
    </Section>
  )
}

const WaitingProposals = lazyChunk(async () => (await import('../proposals/WaitingProposals')).WaitingProposals, {
  Loading: () => <Loading />,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить уточнения.</LoadFailed>,
})

const PageHistory = lazyChunk(async () => (await import('./PageHistory')).PageHistory, {
  Loading: () => <Loading />,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить историю.</LoadFailed>,
})

/** For keepers: asks those who may know. */
export function AskRelativesSection({ memorial }: { memorial: Memorial }) {
  return (
    <EditPart title="Спросить родных" hint="Письмо с одним вопросом, на который можно ответить голосом">
      <AskRelatives memorial={memorial} />
    </EditPart>
  )
}

const AskRelatives = lazyChunk(async () => (await import('../questions/AskRelatives')).AskRelatives, {
  Loading: () => <Loading />,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить эту часть страницы.</LoadFailed>,
})

const PURPOSE =
  'Один архив (ZIP): страница, которая открывается на компьютере и без интернета, все фотографии и записи, как они хранятся, слова памяти и данные для программ.'

/** Exports the whole page as an archive, for keepers. */
export function ExportMemorial({ memorial }: { memorial: Memorial }) {
  const [exportMemorial, { isLoading }] = useExportMemorialMutation()
  const download = useDownload()
  const { used_storage_bytes: used } = memorial

  return (
    <EditPart title="Скачать страницу" hint="Все тексты, фотографии и записи одним файлом">
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(PURPOSE)}
        {used ? ` Фотографии и записи занимают ${megabytes(used)}.` : ''}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<FileDownloadIcon />}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void download(() => exportMemorial(memorial.id))}
      >
        {isLoading ? 'Готовим…' : 'Скачать страницу'}
      </Button>
    </EditPart>
  )
}

const TRASH = 'Ещё 30 дней она лежит в «Корзине» вашего личного кабинета: оттуда её можно вернуть.'
const ONLY_TO_HIDE =
  ' Если её нужно только скрыть, выключите переключатель «Публичная страница» в части «Кто видит страницу».'

/** Deletes a whole memorial. Asks twice: it disappears for everyone at once, though its owner can restore it for a while. */
export function DeleteMemorial({ memorial }: { memorial: Memorial }) {
  const [deleteMemorial] = useDeleteMemorialMutation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const dispatch = useAppDispatch()

  async function remove(): Promise<ActionOutcome> {
    const { error } = await deleteMemorial(memorial.id)
    if (!error) void deleteOfflineCopy(memorial.id).catch(() => undefined)
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
      Со страницей уйдут:
      <ul>
        <li>имя, даты, фото и биография: {fullName(memorial)};</li>
        <li>место захоронения;</li>
        <li>все слова памяти;</li>
        {isAdvanced && <li>архивы фотографий, аудио и видео;</li>}
        <li>{typeset('адрес страницы: QR-код на памятнике больше никуда не приведёт.')}</li>
      </ul>
      {typeset(isAdvanced ? `${TRASH} Право на продвинутый мемориал к вам не вернётся.` : TRASH)}
    </>
  )
}
