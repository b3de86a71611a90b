import Alert, { type AlertProps } from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { WrittenMemory } from '@contract/memory'
import { paths } from '@contract/paths'
import { hasConnection } from '@client/lib/connection'
import { type DraftKey, dropDraft, keyOfDraft } from '@client/lib/draft'
import { selectMemorialToken } from '@client/session/session-slice'
import { useAppSelector } from '@client/store/hooks'
import { useAccount, useWriter } from '@client/store/use-account'
import { useHasDraft } from '@client/store/use-draft-key'
import { useReturnedFocus } from '@client/ui/focus'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { ADD_FAILED } from './add-failed'

/** Loaded when a visitor first opens the form. */
const MemoryForm = lazyChunk(async () => (await import('./MemoryForm')).MemoryForm, {
  Loading: () => (
    <Loading>
      <Skeleton animation={false} sx={{ height: 240 }} />
    </Loading>
  ),
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось открыть форму.</LoadFailed>,
})

const WAITS = 'Спасибо. Ваши слова появятся на странице после проверки.'
const ADDED = 'Воспоминание добавлено.'
const SAVED_WITHOUT_CONNECTION =
  'Связи сейчас нет. Ваши слова сохранены на этом устройстве и отправятся сами, когда она появится.'
const PHOTO_NOT_SAVED =
  'Фотография вместе с ними не сохранилась: когда связь появится, её можно будет добавить с новыми словами.'
const SAVED_AFTER_FAILURE = 'Ваши слова сохранены на этом устройстве и скоро отправятся ещё раз сами.'

/** The outcome of the memory that was sent last. */
interface Notice {
  severity: 'success' | 'warning'
  title?: string
  text: string
}

/** How the form was opened. Its draft key does not change when the account becomes known later. */
interface OpenForm {
  how: 'by-press' | 'by-draft'
  draftKey: DraftKey
}

export interface AddMemoryProps {
  memorialId: number
  onWritten: (memory: WrittenMemory, photo: File | null) => void
}

/** Lets any reader of the page add a memory. */
export function AddMemory({ memorialId, onWritten }: AddMemoryProps) {
  const { status, user } = useAccount()
  const isPinVisitor = useAppSelector((state) => selectMemorialToken(state, memorialId)) !== undefined
  const isUnconfirmed = user !== undefined && !user.is_verified && !isPinVisitor
  const ownDraftKey = keyOfDraft('memory', memorialId, useWriter())
  const hasDraft = useHasDraft(ownDraftKey)
  const [openForm, setOpenForm] = useState<OpenForm>()
  const openButton = useReturnedFocus(openForm !== undefined)
  const [reply, setReply] = useState<Notice>()

  // A draft from an earlier visit opens the form.
  if (hasDraft && !openForm && status !== 'unknown') setOpenForm({ how: 'by-draft', draftKey: ownDraftKey })

  function open(): void {
    setReply(undefined)
    setOpenForm({ how: 'by-press', draftKey: ownDraftKey })
  }

  function close({ draftKey }: OpenForm): void {
    dropDraft(draftKey)
    setOpenForm(undefined)
  }

  if (status === 'unknown') return null
  // A form that was opened before the account was known stays open.
  if (isUnconfirmed && !openForm) return <ConfirmEmailFirst />
  return (
    <>
      <div role="status">
        {reply && (
          <Alert ref={showOnce} severity={reply.severity} variant="outlined" sx={{ mb: 2 }}>
            {reply.title && <div>{reply.title}</div>}
            {reply.text}
          </Alert>
        )}
      </div>
      {isUnconfirmed && <ConfirmEmailFirst sx={{ mb: 3 }} />}
      {openForm ? (
        <MemoryForm
          memorialId={memorialId}
          isGuest={status === 'guest' || isPinVisitor}
          draftKey={openForm.draftKey}
          takesFocus={openForm.how === 'by-press'}
          onWritten={(memory, photo) => {
            setReply({ severity: 'success', text: memory.status === 'approved' ? ADDED : WAITS })
            onWritten(memory, photo)
            close(openForm)
          }}
          onSavedOnDevice={({ hadPhoto }) => {
            const withoutPhoto = hadPhoto ? ` ${PHOTO_NOT_SAVED}` : ''
            setReply(
              hasConnection()
                ? { severity: 'warning', title: ADD_FAILED, text: SAVED_AFTER_FAILURE + withoutPhoto }
                : { severity: 'success', text: SAVED_WITHOUT_CONNECTION + withoutPhoto },
            )
            close(openForm)
          }}
          onCancel={() => close(openForm)}
        />
      ) : (
        <Button ref={openButton} variant="outlined" onPointerEnter={() => void MemoryForm.preload()} onClick={open}>
          Написать
        </Button>
      )}
    </>
  )
}

/** The form that has just closed was long: without scrolling, the message would be above the viewport. */
function showOnce(reply: HTMLElement | null): void {
  reply?.scrollIntoView({ block: 'center' })
}

function ConfirmEmailFirst({ sx }: Pick<AlertProps, 'sx'>) {
  return (
    <Alert severity="info" variant="outlined" sx={sx}>
      Чтобы оставить воспоминание,{' '}
      <Link component={RouterLink} to={paths.verifyEmail}>
        подтвердите e-mail
      </Link>
      .
    </Alert>
  )
}
