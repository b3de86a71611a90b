import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormLabel from '@mui/material/FormLabel'
import { type DragEvent, type PropsWithChildren, type ReactNode, type RefObject, useState } from 'react'
import { visuallyHidden } from '../styles'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'

interface FileChooserProps {
  id: string
  name?: string
  /** Above the field. Without it the button names the field. */
  label?: string
  /** The label of the button: 'Выбрать фото'. */
  buttonLabel: string
  icon: ReactNode
  /** The `accept` attribute of the <input>. */
  accept: string
  multiple?: boolean
  hint?: ReactNode
  /** The validation error of the form. */
  error?: string
  /** Why a file was rejected; replaces the error. */
  problem?: string
  /** Buttons next to the one that chooses; without them the chooser mentions drag and drop. */
  actions?: ReactNode
  /** The chosen files, below the button. */
  chosen?: ReactNode
  /** The <input>, to focus it. */
  ref?: RefObject<HTMLInputElement | null>
  /** Receives what was chosen or dropped, of any type. */
  onChoose: (files: File[]) => void
}

/** Files are chosen by a button or dropped. The children are a preview of the chosen file, before the button. */
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
          // Otherwise the browser would not report the same file when it is chosen again.
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

/** The <input> is invisible, so its label shows the focus. */
const CHOOSE = {
  '&:focus-within': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
} as const
