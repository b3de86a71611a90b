import { useEffect, useEffectEvent } from 'react'
import { isUndoKey } from './keys'

/** Ctrl+Z wherever on the screen one is, as long as there is something to undo; in a field it stays the field's own. */
export function useUndoKey(canUndo: boolean, undo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoKey(event)) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    if (!canUndo) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [canUndo])
}
