import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormLabel from '@mui/material/FormLabel'
import { type DragEvent, type PropsWithChildren, type ReactNode, type RefObject, useState } from 'react'
import { visuallyHidden } from '../visually-hidden'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'

export interface FileChooserProps {
  id: string
  name?: string
  /** Above the field. Without it the button names the field. */
  label?: string
  /** The label of the button: 'Выбрать фото'. */
  buttonLabel: string
  icon: ReactNode
  /** As `accept` of an <input>: what the dialog of the system offers. */
  accept: string
  multiple?: boolean
  hint?: ReactNode
  /** Why the form was not accepted. */
  error?: string
  /** Why a file was not taken; shown in place of the error. */
  problem?: string
  /** Buttons beside the one that chooses; without them the chooser says that files can be dropped. */
  actions?: ReactNode
  /** What is chosen already, below the button. */
  chosen?: ReactNode
  /** The <input>, to give it the focus. */
  ref?: RefObject<HTMLInputElement | null>
  /** Gets what was chosen or dropped, of any kind. */
  onChoose: (files: File[]) => void
}

/** Files are chosen by a button or dropped. A preview of what is chosen is the children, before the button. */
export function FileChooser(props: PropsWithChildren<FileChooserProps>) {
  const { id, label, hint, error, problem, actions, chosen, onChoose, children } = props
  const [isDraggedOver, setDraggedOver] = useState(false)
  const message = problem ?? error

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDraggedOver(false)
    onChoose([...event.dataTransfer.files])
  }

  return (
    <Box
      role={label && 'group'}
      aria-labelledby={label && labelId(id)}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {label && (
        <FormLabel id={labelId(id)} htmlFor={id} sx={{ ...LABEL, display: 'block' }}>
          {label}
        </FormLabel>
      )}
      <Box sx={{ ...DROP_ZONE, borderColor: isDraggedOver ? 'primary.main' : 'text.disabled' }}>
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <ChooseButton {...props} />
          {actions ?? (
            <Box sx={{ typography: 'body1', color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
              или перетащите сюда
            </Box>
          )}
        </Box>
        {chosen && <Box sx={{ width: '100%' }}>{chosen}</Box>}
      </Box>
      <div role={message ? 'alert' : undefined}>
        <FieldNote id={id} hint={hint} error={message} />
      </div>
    </Box>
  )
}

/** A label that looks like a button. What is pressed, focused and named is the <input> in it. */
function ChooseButton(props: FileChooserProps) {
  const { id, name, label, buttonLabel, icon, accept, multiple, hint, error, problem, ref, onChoose } = props
  return (
    <Button component="label" role={undefined} tabIndex={-1} variant="outlined" startIcon={icon} sx={CHOOSE}>
      {buttonLabel}
      <input
        ref={ref}
        id={id}
        name={name}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={label ?? buttonLabel}
        aria-invalid={Boolean(error)}
        aria-describedby={problem || error || hint ? noteId(id) : undefined}
        style={visuallyHidden}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Else the browser would not report the same file when it is chosen again.
          target.value = ''
        }}
      />
    </Button>
  )
}

const DROP_ZONE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  p: 2,
  border: '1px dashed',
  borderRadius: 1,
} as const

/** The <input> can't be seen, so its label shows that it has the focus. */
const CHOOSE = {
  '&:focus-within': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
} as const
