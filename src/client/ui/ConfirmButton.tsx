import Button, { type ButtonProps } from '@mui/material/Button'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from './ConfirmDialog'
import { FOCUS_AREA_SELECTOR, focusInPlace, isFocusLost, passFocusUp } from './focus'
import { useToast } from './toasts'

/** The result of an action. The message is shown in a toast; without a message there is no toast. */
export interface ActionOutcome {
  isDone: boolean
  message?: string
}

export interface Question {
  title: string
  /** The consequence of confirming. */
  text: ReactNode
  /** The label of the confirming button; that of the `ConfirmButton` when absent. */
  confirmLabel?: string
}

export interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'startIcon' | 'sx'> {
  label: string
  /** The accessible name, where several buttons on a page have the same label. */
  fullLabel?: string
  /** Asked one after another, each in a dialog. The action runs after the last one is confirmed. */
  questions: readonly Question[]
  /** The label of the confirming button while the action runs. */
  progressText?: string
  /** The action destroys something: the buttons are red. */
  isDestructive?: boolean
  action: () => Promise<ActionOutcome>
  /** Called after a success, when the dialog is closed. */
  onDone?: () => void
}

/** The outcome of an action that throws. */
const FAILED: ActionOutcome = { isDone: false, message: 'Не получилось. Пожалуйста, попробуйте ещё раз.' }

/**
 * A button for an action that can't be undone: asks in a dialog, runs the action, and reports the result in a toast. If
 * the button disappears with what it deleted, the focus moves to the nearest `FOCUS_AREA` around it.
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
  /** The index of the open question. */
  const [step, setStep] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setStep(undefined)

  const attachButton = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    return passFocusUp(element)
  }, [])

  async function act(): Promise<void> {
    const moveFocusIfGone = rememberFocusAreas(button.current)
    setBusy(true)
    const { isDone, message } = await action().catch(() => FAILED)
    // Synchronously, so that the focus is back on the button before the button can disappear.
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
        ref={attachButton}
        variant="outlined"
        color={isDestructive ? 'error' : 'primary'}
        {...buttonProps}
        aria-label={fullLabel}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, and the dialog returns the focus to the previously focused element.
          currentTarget.focus()
          setPressed(true)
          setStep(0)
        }}
      >
        {label}
      </Button>
      {/* Only after the first press: a page may have hundreds of these buttons. */}
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

/**
 * Remembers where the focus can move when an element disappears while a dialog has the focus. Call the returned
 * function after the dialog has closed: if the element is gone, it focuses the nearest `FOCUS_AREA` that was around it
 * and still exists.
 */
function rememberFocusAreas(element: HTMLElement | null): () => void {
  const areas = [...document.querySelectorAll<HTMLElement>(FOCUS_AREA_SELECTOR)]
    .filter((area) => area.contains(element))
    .reverse()

  return () => {
    if (!element?.isConnected && isFocusLost()) focusInPlace(areas.find(({ isConnected }) => isConnected) ?? null)
  }
}
