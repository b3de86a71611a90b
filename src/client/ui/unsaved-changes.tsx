import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useBlocker } from 'react-router-dom'
import type { ConfirmDialogProps } from './ConfirmDialog'
import { lazyChunk } from './lazy-chunk'

/** Loaded with the first unsaved change: a reader is asked nothing. */
const ConfirmDialog = lazyChunk(async () => (await import('./ConfirmDialog')).ConfirmDialog, {
  Missing: ConfirmByBrowser,
})

/** The editors with unsaved changes, by id, each with a function that discards its draft. */
type Editors = ReadonlyMap<string, (() => void) | undefined>

const NONE: Editors = new Map()

/** Stays the same: what is under the guard is not rendered again when a draft begins. */
interface UnsavedChanges {
  /** Runs an action at once if nothing would be lost; otherwise asks first. */
  leaveBy: (leave: () => void) => void
  report: (editor: string, isUnsaved: boolean, discard?: () => void) => void
}

const UnsavedChangesContext = createContext<UnsavedChanges | undefined>(undefined)

/** The state of a navigation that does not ask: the edited page or account no longer exists. */
export const FORCED = { isForced: true }

/** Asks before typed text is lost: by a link, by Back, by closing the tab, or by an action passed to `leaveBy`. */
export function UnsavedChangesGuard({ children }: PropsWithChildren) {
  const [editors, setEditors] = useState<Editors>(NONE)
  const [leave, setLeave] = useState<() => void>()
  const isUnsaved = editors.size > 0
  const [wasUnsaved, setWasUnsaved] = useState(false)
  if (isUnsaved && !wasUnsaved) setWasUnsaved(true)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isUnsaved && !isForced(nextLocation.state) && currentLocation.pathname !== nextLocation.pathname
  })
  useWarningOnClose(isUnsaved)

  const report = useCallback((editor: string, isEditorUnsaved: boolean, discard?: () => void) => {
    setEditors((known) => {
      if (known.has(editor) === isEditorUnsaved) return known
      const others = [...known].filter(([name]) => name !== editor)
      return new Map(isEditorUnsaved ? [...others, [editor, discard]] : others)
    })
  }, [])

  const wouldLose = useRef(false)
  useEffect(() => {
    wouldLose.current = isUnsaved
  }, [isUnsaved])

  const guard = useMemo<UnsavedChanges>(
    () => ({ report, leaveBy: (work) => (wouldLose.current ? setLeave(() => work) : work()) }),
    [report],
  )

  function stay(): void {
    setLeave(undefined)
    blocker.reset?.()
  }

  function goOn(): void {
    setLeave(undefined)
    for (const discard of editors.values()) discard?.()
    setEditors(NONE)
    leave?.()
    blocker.proceed?.()
  }

  return (
    <UnsavedChangesContext value={guard}>
      {children}
      {(wasUnsaved || leave) && (
        <ConfirmDialog
          isOpen={leave !== undefined || blocker.state === 'blocked'}
          title="Уйти без сохранения?"
          confirmLabel="Уйти без сохранения"
          cancelLabel="Остаться"
          onConfirm={goOn}
          onCancel={stay}
        >
          Изменения ещё не сохранены и пропадут.
        </ConfirmDialog>
      )}
    </UnsavedChangesContext>
  )
}

export interface UnsavedWithinProps {
  /** Must have a stable identity. */
  onChange: (isUnsaved: boolean) => void
}

/** Tells whether an editor inside has unsaved changes. The guard around it knows them too. */
export function UnsavedWithin({ onChange, children }: PropsWithChildren<UnsavedWithinProps>) {
  const guard = useGuard()
  const unsaved = useRef(new Set<string>())
  const within = useMemo<UnsavedChanges>(
    () => ({
      leaveBy: guard.leaveBy,
      report(editor, isUnsaved, discard) {
        if (isUnsaved) unsaved.current.add(editor)
        else unsaved.current.delete(editor)
        onChange(unsaved.current.size > 0)
        guard.report(editor, isUnsaved, discard)
      },
    }),
    [guard, onChange],
  )
  return <UnsavedChangesContext value={within}>{children}</UnsavedChangesContext>
}

/** Asks where the dialog did not load. */
function ConfirmByBrowser({ isOpen, title, onConfirm, onCancel }: ConfirmDialogProps) {
  const ask = useEffectEvent(() => (window.confirm(title) ? onConfirm() : onCancel()))
  useEffect(() => {
    if (isOpen) ask()
  }, [isOpen])

  return null
}

/** Tells the guard whether this editor has unsaved changes, and how to discard them when the user leaves anyway. */
export function useUnsavedChanges(isUnsaved: boolean, discard?: () => void): void {
  const { report } = useGuard()
  const editor = useId()
  const forget = useEffectEvent(() => discard?.())

  useEffect(() => {
    report(editor, isUnsaved, () => forget())
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

function isForced(state: unknown): boolean {
  return (state as Partial<typeof FORCED> | null)?.isForced === true
}

/** Lets the browser ask for confirmation before the tab is closed with unfinished work. */
export function useWarningOnClose(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? warnOnClose() : undefined), [isUnfinished])
}

/** The same outside of components. Returns the function that removes the warning. */
export function warnOnClose(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
