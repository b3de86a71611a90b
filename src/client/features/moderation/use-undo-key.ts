import { useEffect, useEffectEvent } from 'react'
import { isUndoKey } from './keys'

/** Ctrl+Z anywhere on the page undoes the last decision. In a form field it has its usual meaning. */
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
