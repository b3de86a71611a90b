import Button, { type ButtonProps } from '@mui/material/Button'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from './ConfirmDialog'
import { passFocusUp, rememberFocusAreas } from './focus'
import { useToast } from './toasts'

/** What became of an action. The message goes into a toast; without one nothing is said. */
export interface ActionOutcome {
  isDone: boolean
  message?: string
}

export interface Question {
  title: string
  /** What follows if the answer is yes. */
  text: ReactNode
  /** The button that goes on; the label of the `ConfirmButton` when absent. */
  confirmLabel?: string
}

export interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'startIcon' | 'sx'> {
  label: string
  /** For screen readers, where several buttons have one label: the whole name of this one. */
  fullLabel?: string
  /** Asked in a dialog before anything is done, one after another. */
  questions: readonly Question[]
  /** Said in the dialog while the action runs. */
  progressText?: string
  /** Something is lost by the action: the buttons are red. */
  isDestructive?: boolean
  action: () => Promise<ActionOutcome>
  /** Called after a success was told. */
  onDone?: () => void
}

/**
 * A button for what can't be taken back: it asks in a dialog, does it, and tells in a toast how that went. When the button
 * disappears with what it deleted, the focus goes to the nearest `FOCUS_AREA` around it.
 */
export function ConfirmButton({
  label,
  fullLabel,
  questions,
  progressText,
  isDestructive = true,
  action,
  onDone,
  ...buttonProps
}: ConfirmButtonProps) {
  const [wasPressed, setPressed] = useState(false)
  /** Which of the questions is open. */
  const [step, setStep] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setStep(undefined)

  const keepButton = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    return passFocusUp(element)
  }, [])

  async function act(): Promise<void> {
    const moveFocusIfGone = rememberFocusAreas(button.current)
    setBusy(true)
    const { isDone, message } = await action()
    // At once, so that the focus is back on the button before the button can disappear.
    flushSync(() => {
      setBusy(false)
      close()
    })
    moveFocusIfGone()
    if (message) toast[isDone ? 'success' : 'error'](message)
    if (isDone) onDone?.()
  }

  return (
    <>
      <Button
        ref={keepButton}
        variant="outlined"
        color={isDestructive ? 'error' : 'primary'}
        {...buttonProps}
        aria-label={fullLabel}
        onClick={({ currentTarget }) => {
          // Safari does not focus a button that is clicked, and the dialog returns the focus to where it was.
          currentTarget.focus()
          setPressed(true)
          setStep(0)
        }}
      >
        {label}
      </Button>
      {/* Not before the first press: hundreds of these buttons may stand on a page. */}
      {wasPressed &&
        questions.map(({ title, text, confirmLabel = label }, index) => (
          <ConfirmDialog
            key={title}
            isOpen={step === index}
            title={title}
            confirmLabel={confirmLabel}
            progressText={progressText}
            isBusy={isBusy}
            isDestructive={isDestructive}
            onConfirm={() => (index + 1 < questions.length ? setStep(index + 1) : void act())}
            onCancel={close}
          >
            {text}
          </ConfirmDialog>
        ))}
    </>
  )
}
