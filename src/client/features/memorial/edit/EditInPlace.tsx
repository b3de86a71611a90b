import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { type PropsWithChildren, type ReactNode, useState } from 'react'
import { focusOnce } from '@client/ui/focus-once'

export interface EditInPlaceProps {
  isEditing: boolean
  /** What the button that opens the form says: 'Изменить биографию'. */
  label: string
  /** What it is about, where the button alone does not say it: 'воспоминание Анны'. */
  about?: string
  /** The form that takes the place of the children until it calls `close`. */
  form: (close: () => void) => ReactNode
}

type State = 'never opened' | 'open' | 'closed'

/** A part of a memorial that its owner changes where it stands. After the form the focus is on its button again. */
export function EditInPlace({ isEditing, label, about, form, children }: PropsWithChildren<EditInPlaceProps>) {
  const [state, setState] = useState<State>('never opened')

  if (!isEditing) {
    if (state !== 'never opened') setState('never opened')
    return children
  }
  if (state === 'open') return form(() => setState('closed'))
  return (
    <>
      {children}
      <Button
        ref={state === 'closed' ? focusOnce : undefined}
        variant="outlined"
        startIcon={<EditIcon />}
        aria-label={about && `${label} ${about}`}
        onClick={() => setState('open')}
        sx={{ mt: 2, mr: 1 }}
      >
        {label}
      </Button>
    </>
  )
}
