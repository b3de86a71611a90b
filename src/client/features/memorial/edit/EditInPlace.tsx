import Button from '@mui/material/Button'
import { type PropsWithChildren, type ReactNode, useState } from 'react'
import { useReturnedFocus } from '@client/ui/focus'
import { EditIcon } from '@client/ui/icons'

export interface EditInPlaceProps {
  isEditing: boolean
  /** The label of the button that opens the form: 'Изменить биографию'. */
  label: string
  /** The object of the label, if the button alone does not say it: 'воспоминание Анны'. */
  about?: string
  /** The form that replaces the children until it calls `close`. */
  form: (close: () => void) => ReactNode
  /** Rendered next to the button, and hidden with it while the form is open. */
  beside?: ReactNode
}

/** A section of a memorial that keepers edit in place. */
export function EditInPlace({ isEditing, label, about, form, beside, children }: PropsWithChildren<EditInPlaceProps>) {
  const [isOpen, setOpen] = useState(false)
  const button = useReturnedFocus(isOpen)

  if (!isEditing) {
    if (isOpen) setOpen(false)
    return children
  }
  if (isOpen) return form(() => setOpen(false))
  return (
    <>
      {children}
      <Button
        ref={button}
        variant="outlined"
        startIcon={<EditIcon />}
        aria-label={about && `${label} ${about}`}
        onClick={() => setOpen(true)}
        sx={{ mt: 2, mx: 0.5 }}
      >
        {label}
      </Button>
      {beside}
    </>
  )
}
