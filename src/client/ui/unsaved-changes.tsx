import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog'

interface UnsavedChanges {
  /** Whether anything under the guard would be lost. */
  isUnsaved: boolean
  /** Does it at once when nothing would be lost, else asks first. */
  leaveBy: (leave: () => void) => void
  report: (editor: string, isUnsaved: boolean) => void
}

const UnsavedChangesContext = createContext<UnsavedChanges | undefined>(undefined)

/** Asks before typed text is lost: by a link, by Back, by closing the tab, or by what goes through `leaveBy`. */
export function UnsavedChangesGuard({ children }: PropsWithChildren) {
  const [editors, setEditors] = useState<ReadonlySet<string>>(new Set())
  const [leave, setLeave] = useState<() => void>()
  const isUnsaved = editors.size > 0
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isUnsaved && currentLocation.pathname !== nextLocation.pathname
  })
  useWarningOnClose(isUnsaved)

  const report = useCallback((editor: string, isEditorUnsaved: boolean) => {
    setEditors((known) => (known.has(editor) === isEditorUnsaved ? known : toggled(known, editor)))
  }, [])

  const guard = useMemo<UnsavedChanges>(
    () => ({ isUnsaved, report, leaveBy: (work) => (isUnsaved ? setLeave(() => work) : work()) }),
    [isUnsaved, report],
  )

  function stay(): void {
    setLeave(undefined)
    blocker.reset?.()
  }

  function goOn(): void {
    setLeave(undefined)
    setEditors(new Set())
    leave?.()
    blocker.proceed?.()
  }

  return (
    <UnsavedChangesContext value={guard}>
      {children}
      <ConfirmDialog
        isOpen={leave !== undefined || blocker.state === 'blocked'}
        title="Уйти без сохранения?"
        confirmLabel="Уйти без сохранения"
        cancelLabel="Остаться"
        onConfirm={goOn}
        onCancel={stay}
      >
        Введённый текст ещё не сохранён и пропадёт.
      </ConfirmDialog>
    </UnsavedChangesContext>
  )
}

/** Tells the guard above whether leaving would lose something of this editor. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  const { report } = useGuard()
  const editor = useId()

  useEffect(() => {
    report(editor, isUnsaved)
    return () => report(editor, false)
  }, [report, editor, isUnsaved])
}

/** For buttons that close an editor: `leaveBy(close)` asks first when something would be lost. */
export function useLeaveBy(): UnsavedChanges['leaveBy'] {
  return useGuard().leaveBy
}

function useGuard(): UnsavedChanges {
  const guard = useContext(UnsavedChangesContext)
  if (!guard) throw new Error('Unsaved changes need an UnsavedChangesGuard around them')
  return guard
}

/** The browser asks in its own words. */
function useWarningOnClose(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

function toggled(editors: ReadonlySet<string>, editor: string): ReadonlySet<string> {
  const changed = new Set(editors)
  if (!changed.delete(editor)) changed.add(editor)
  return changed
}
