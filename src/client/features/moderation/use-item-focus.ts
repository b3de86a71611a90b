import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export const itemId = (id: number) => `pending-${id}`

export interface ItemFocus {
  /** The item that Tab leads to. */
  activeId: number | undefined
  /** The item in the place of the one that had the focus last. */
  focusNearest: () => void
  focusNeighbour: (id: number, step: 1 | -1) => void
  /** When the items change next, if it is among them then. */
  focusLater: (id: number) => void
  /** Each item says that it has got the focus. */
  becomeActive: (id: number) => void
  /** To where items are expected: the first gets the focus when they come. */
  waitForItems: () => void
  /** Of the element around the list and what stands in its place. */
  areaProps: {
    ref: RefObject<HTMLDivElement | null>
    tabIndex: number
    onFocus: () => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * The focus in a list whose items come and go: one item takes Tab, and when the item with the focus leaves, the one that
 * takes its place gets it, else the last one, else the place of the list itself.
 */
export function useItemFocus(ids: number[]): ItemFocus {
  const area = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<number>()
  const place = useRef(0)
  const isInside = useRef(false)
  const wishedId = useRef<number>(undefined)

  const followItems = useEffectEvent(() => {
    const wished = wishedId.current
    // Whatever came: a wish that waited longer would take the focus from where somebody is by then.
    wishedId.current = undefined
    if (wished !== undefined && ids.includes(wished)) {
      focusItem(wished)
      return
    }
    const focused = document.activeElement
    const isLost = focused === area.current || !area.current?.contains(focused)
    if (isInside.current && isLost) focusNearest()
  })
  useEffect(() => followItems(), [ids])

  function focusNearest(): void {
    const nearest = ids[Math.min(place.current, ids.length - 1)]
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
      wishedId.current = id
    },
    becomeActive: (id) => {
      place.current = ids.indexOf(id)
      setActiveId(id)
    },
    waitForItems: () => {
      place.current = 0
      area.current?.focus({ preventScroll: true })
    },
    areaProps: {
      ref: area,
      tabIndex: -1,
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
 * Shows an item of which no part is in the window, and tells that it was so: the focus may be on one that was pushed out
 * by others, and nobody decides about words they do not see.
 */
export function broughtIntoWindow(id: number): boolean {
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
