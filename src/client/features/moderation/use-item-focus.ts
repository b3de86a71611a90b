import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export const itemId = (id: number) => `pending-${id}`

export interface ItemFocus {
  /** The only item that the Tab key stops at (roving tabindex). */
  activeId: number | undefined
  /** Focuses the item that is now at the position of the last focused one. */
  focusNearest: () => void
  /** Focuses the next (1) or previous (-1) item. */
  focusNeighbour: (id: number, step: 1 | -1) => void
  /** Focuses this item after the next change of the items, if it is one of them. */
  focusLater: (id: number) => void
  /** To be called when an item gets the focus. */
  becomeActive: (id: number) => void
  /** Focuses the area around the list. When new items arrive, the first one gets the focus. */
  waitForItems: () => void
  /** Props of the element around the list. It needs `FOCUS_AREA` too, and stays while the list loads or is empty. */
  areaProps: {
    ref: RefObject<HTMLDivElement | null>
    onFocus: () => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * Keyboard focus in a list whose items come and go (roving tabindex). When the focused item disappears, the focus moves
 * to the item now at its position, or else to the last item, or else to the element around the list.
 */
export function useItemFocus(ids: number[]): ItemFocus {
  const area = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<number>()
  const lastIndex = useRef(0)
  const isInside = useRef(false)
  const requestedId = useRef<number>(undefined)

  const followItems = useEffectEvent(() => {
    const requested = requestedId.current
    // A request is valid for one change only. Later it would take the focus away from where the user is by then.
    requestedId.current = undefined
    if (requested !== undefined && ids.includes(requested)) {
      focusItem(requested)
      return
    }
    const focused = document.activeElement
    const isLost = focused === area.current || !area.current?.contains(focused)
    if (isInside.current && isLost) focusNearest()
  })
  useEffect(() => followItems(), [ids])

  function focusNearest(): void {
    const nearest = ids[Math.min(lastIndex.current, ids.length - 1)]
    if (nearest === undefined) area.current?.focus()
    else focusItem(nearest)
  }

  return {
    activeId: activeId !== undefined && ids.includes(activeId) ? activeId : ids[0],
    focusNearest,
    focusNeighbour: (id, step) => {
      const neighbour = ids[ids.indexOf(id) + step]
      if (neighbour !== undefined) focusItem(neighbour)
    },
    focusLater: (id) => {
      requestedId.current = id
    },
    becomeActive: (id) => {
      lastIndex.current = ids.indexOf(id)
      setActiveId(id)
    },
    waitForItems: () => {
      lastIndex.current = 0
      area.current?.focus({ preventScroll: true })
    },
    areaProps: {
      ref: area,
      onFocus: () => {
        isInside.current = true
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        isInside.current = currentTarget.contains(relatedTarget)
      },
    },
  }
}

/**
 * Scrolls to an item that is completely outside of the window. Returns whether it did: the moderator has not seen this
 * item, so the key press must not decide about it.
 */
export function scrolledIntoView(id: number): boolean {
  const item = document.getElementById(itemId(id))
  if (!item) return false
  const { top, bottom } = item.getBoundingClientRect()
  if (bottom >= 0 && top <= window.innerHeight) return false
  item.scrollIntoView({ block: 'nearest' })
  return true
}

function focusItem(id: number): void {
  document.getElementById(itemId(id))?.focus()
}
