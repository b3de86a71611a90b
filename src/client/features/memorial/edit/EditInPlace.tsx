import Button from '@mui/material/Button'
import { type PropsWithChildren, type ReactNode, useState } from 'react'
import { useReturnedFocus } from '@client/ui/use-returned-focus'
import { EditIcon } from '@client/ui/icons'

export interface EditInPlaceProps {
  isEditing: boolean
  /** What the button that opens the form says: 'Изменить биографию'. */
  label: string
  /** What it is about, where the button alone does not say it: 'воспоминание Анны'. */
  about?: string
  /** The form that takes the place of the children until it calls `close`. */
  form: (close: () => void) => ReactNode
  /** Stands beside the button, and goes with it while the form is open. */
  beside?: ReactNode
}

/** A part of a memorial that its owner changes in its place on the page. */
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
