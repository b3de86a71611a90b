import Button, { type ButtonProps } from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  createContext,
  type PropsWithChildren,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { focusElement, useReturnedFocus } from '@client/ui/focus'
import { EditIcon } from '@client/ui/icons'
import { UnsavedWithin } from '@client/ui/unsaved-changes'

interface OpenPart {
  part: string | undefined
  setPart: (next: (part: string | undefined) => string | undefined) => void
}

/** Which part of the page is open in the edit mode: one at a time. */
export const OpenPartContext = createContext<OpenPart | undefined>(undefined)

/** Whether a part of the page is open. What has no name of its own, or stands alone, is not closed by others. */
export function useOpenPart(name: string | undefined) {
  const page = useContext(OpenPartContext)
  const [isOpenAlone, setOpenAlone] = useState(false)
  const setPart = page?.setPart

  const setOpen = useCallback(
    (isOpen: boolean) => {
      if (!setPart || !name) setOpenAlone(isOpen)
      else setPart((part) => (isOpen ? name : part === name ? undefined : part))
    },
    [setPart, name],
  )
  return { isOpen: page && name ? page.part === name : isOpenAlone, setOpen }
}

export interface EditInPlaceProps {
  isEditing: boolean
  /** The name of the part. Absent: a thing within a part. */
  part?: string
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
export function EditInPlace(props: PropsWithChildren<EditInPlaceProps>) {
  const { isEditing, part, label, about, form, beside, children } = props
  const { isOpen, setOpen } = useOpenPart(part)
  const button = useReturnedFocus(isOpen)
  const [round, setRound] = useState(0)

  if (!isEditing) {
    if (isOpen && !part) setOpen(false)
    return children
  }
  /** What was typed is saved or not wanted: nothing of the form stays. */
  function close(): void {
    setRound(round + 1)
    setOpen(false)
  }

  return (
    <>
      {!isOpen && children}
      <WhileOpen key={round} isOpen={isOpen} tools={() => form(close)}>
        <Button
          ref={button}
          variant="outlined"
          startIcon={<EditIcon />}
          aria-label={about && `${label} ${about}`}
          aria-expanded={false}
          onClick={() => setOpen(true)}
          sx={{ mt: 2, mx: 0.5 }}
        >
          {label}
        </Button>
        {beside}
      </WhileOpen>
    </>
  )
}

export interface WhileOpenProps {
  isOpen: boolean
  tools: () => ReactNode
  /** False where the edit mode has ended, with what was typed. */
  isEditing?: boolean
  /** False for one of many in a part. */
  takesFocus?: boolean
}

/** Tools of keepers in place of the children. What was typed in them and is not saved stays when another part is opened. */
export function WhileOpen(props: PropsWithChildren<WhileOpenProps>) {
  const { isOpen, tools, isEditing = true, takesFocus = true, children } = props
  const [hasUnsaved, setUnsaved] = useState(false)
  const isUnsaved = hasUnsaved && isEditing
  const area = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const opened = isOpen && takesFocus ? area.current : null
    // A form takes the focus by itself when it appears.
    if (opened?.contains(document.activeElement) === false) focusElement(opened.querySelector(FIELD) ?? opened)
  }, [isOpen, takesFocus])

  return (
    <>
      {!isOpen && isUnsaved && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Здесь есть несохранённое. Откройте снова, чтобы продолжить.
        </Typography>
      )}
      {!isOpen && children}
      {(isOpen || isUnsaved) && (
        <UnsavedWithin onChange={setUnsaved}>
          <div ref={area} hidden={!isOpen} tabIndex={-1} style={{ outline: 'none' }}>
            {tools()}
          </div>
        </UnsavedWithin>
      )}
    </>
  )
}

const FIELD = 'form input:not([hidden]), form textarea'

export interface PartButtonProps extends Pick<ButtonProps, 'sx'> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  label: string
  /** The object of the label: 'фотографии'. */
  about: string
}

/** Opens and closes a part that stays below the button. */
export function PartButton({ isOpen, setOpen, label, about, sx }: PartButtonProps) {
  const shown = isOpen ? 'Свернуть' : label
  return (
    <Button
      variant="outlined"
      startIcon={!isOpen && <EditIcon />}
      aria-label={`${shown} ${about}`}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      sx={{ mb: 3, ...(sx as object) }}
    >
      {shown}
    </Button>
  )
}
