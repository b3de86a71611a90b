import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { WrittenMemory } from '@contract/memory'
import { screens } from '@contract/paths'
import { dropDraft } from '@client/lib/draft'
import { selectPinToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { useHasDraft } from '@client/ui/form/use-has-draft'
import { MemoryForm } from './MemoryForm'

const WAITS = 'Спасибо. Ваши слова появятся на странице после проверки.'
const ADDED = 'Воспоминание добавлено.'

/** Lets anyone who reads the page leave words of memory. */
export function AddMemory({ memorialId }: { memorialId: number }) {
  const { status, user } = useAccount()
  const isPinVisitor = useAppSelector((state) => selectPinToken(state, memorialId)) !== undefined
  const draftKey = `memory-draft-${memorialId}-${user?.id ?? 'guest'}`
  const hasDraft = useHasDraft(draftKey)
  const [opened, setOpened] = useState<'by-press' | 'by-draft'>()
  const [written, setWritten] = useState<WrittenMemory>()

  // Who left with unsent words finds them when they come back.
  if (hasDraft && !opened) setOpened('by-draft')

  function close(): void {
    dropDraft(draftKey)
    setOpened(undefined)
  }

  if (status === 'unknown') return null
  if (user && !user.is_verified) return <ConfirmEmailFirst />
  if (opened) {
    return (
      <MemoryForm
        key={draftKey}
        memorialId={memorialId}
        isGuest={!user || isPinVisitor}
        draftKey={draftKey}
        takesFocus={opened === 'by-press'}
        onWritten={(memory) => {
          setWritten(memory)
          close()
        }}
        onCancel={close}
      />
    )
  }
  return (
    <>
      <div role="status">
        {written && (
          <Alert severity="success" variant="outlined" sx={{ mb: 2 }}>
            {written.status === 'approved' ? ADDED : WAITS}
          </Alert>
        )}
      </div>
      <Button
        variant="outlined"
        onClick={() => {
          setWritten(undefined)
          setOpened('by-press')
        }}
      >
        Добавить воспоминание
      </Button>
    </>
  )
}

function ConfirmEmailFirst() {
  return (
    <Alert severity="info" variant="outlined">
      Чтобы оставить воспоминание,{' '}
      <Link component={RouterLink} to={screens.verifyEmail}>
        подтвердите e-mail
      </Link>
      .
    </Alert>
  )
}
