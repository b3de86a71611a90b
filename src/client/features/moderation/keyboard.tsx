import { styled } from '@mui/material/styles'
import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** A keyboard event from React or from the DOM. */
type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target' | 'currentTarget'
>

type ListAction = 'next' | 'previous' | 'agree' | 'refuse'

/** By physical key (`code`), so that the keyboard layout does not matter. */
const ACTIONS: Partial<Record<string, ListAction>> = {
  ArrowDown: 'next',
  KeyJ: 'next',
  ArrowUp: 'previous',
  KeyK: 'previous',
  KeyA: 'agree',
  KeyR: 'refuse',
}
const FIELDS = 'input, textarea, select, audio, [contenteditable]'

/** The action of a key in the list. Undefined while typing in a field, with a modifier key, and in a dialog of an item. */
function listAction(event: KeyPress): ListAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isInField(event)) return undefined
  // React bubbles events of a dialog to the component that renders it, wherever the dialog is in the DOM.
  if (!(event.currentTarget as Element).contains(event.target as Node)) return undefined
  const action = ACTIONS[event.code]
  // A held-down arrow key may repeat, but a held-down letter must not decide about one item after another.
  return event.repeat && (action === 'agree' || action === 'refuse') ? undefined : action
}

/** Ctrl+Z, or ⌘Z on a Mac, outside of form fields. */
export function isUndoKey(event: KeyPress): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event
  return code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey && !isInField(event)
}

function isInField({ target }: KeyPress): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

const LETTERS = { agree: ['A', 'Ф'], refuse: ['R', 'К'] }

interface KeyboardHelpProps {
  /** What the letter keys do with an item. */
  agree: string
  refuse: string
}

/** The keyboard shortcuts of a list. Hidden on touch devices. */
export function KeyboardHelp({ agree, refuse }: KeyboardHelpProps) {
  const keysOf: [meaning: string, keys: string[]][] = [
    ['выбрать', ['↑', '↓']],
    [agree, LETTERS.agree],
    [refuse, LETTERS.refuse],
    ['отменить последнее', ['Ctrl', 'Z']],
  ]
  return (
    <Line>
      <span>С клавиатуры:</span>
      {keysOf.map(([meaning, keys]) => (
        <span key={meaning}>
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {meaning}
        </span>
      ))}
    </Line>
  )
}

const Line = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.75, 2.5),
  margin: theme.spacing(2, 0, 0),
  color: theme.vars?.palette.text.secondary,
  '@media (hover: none)': { display: 'none' },
}))

const Key = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: '1.75em',
  marginInlineEnd: 6,
  padding: '0 0.4em',
  textAlign: 'center',
  font: 'inherit',
  fontSize: '0.9375rem',
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  borderRadius: 4,
  backgroundColor: theme.vars?.palette.background.paper,
}))

/** The methods of a list for its parents. */
export interface ListHandle {
  /** Focuses the item that is now at the position of the last focused one. */
  focusNearest: () => void
  /** Focuses this item after the next change of the items, if it is one of them. */
  focusLater: (id: number) => void
}

/** What the letter keys do with an item. */
interface ItemActions {
  onAgree: () => void
  onRefuse: () => void
}

export interface ItemFocus {
  /** The only item that the Tab key stops at (roving tabindex). */
  activeId: number | undefined
  /** The id of the element that takes the focus. */
  elementId: (id: number) => string
  /**
   * To be called when a key is pressed in an item: the arrow keys focus its neighbours, letter keys decide. An item that is
   * completely outside of the window is scrolled to instead: the moderator has not seen it.
   */
  press: (event: ReactKeyboardEvent, id: number, actions: ItemActions) => void
  /** To be called before an item and a dialog about it disappear together: the focus then stays in the list. */
  takeFocusBack: () => void
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

interface ItemFocusOptions {
  ids: number[]
  /** Items of other lists on the page may have the same ids. */
  idPrefix: string
  handle?: Ref<ListHandle> | undefined
}

/**
 * Keyboard focus in a list whose items come and go (roving tabindex). When the focused item disappears, the focus moves
 * to the item now at its position, or else to the last item, or else to the element around the list.
 */
export function useItemFocus({ ids, idPrefix, handle }: ItemFocusOptions): ItemFocus {
  const area = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<number>()
  const lastIndex = useRef(0)
  const isInside = useRef(false)
  const requestedId = useRef<number>(undefined)
  const elementId = (id: number) => `${idPrefix}-${id}`
  const focusItem = (id: number) => document.getElementById(elementId(id))?.focus()

  const followItems = useEffectEvent(() => {
    const requested = requestedId.current
    // A request is valid for one change only. Later it would steal the focus from the user.
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

  function focusNeighbour(id: number, step: 1 | -1): void {
    const neighbour = ids[ids.indexOf(id) + step]
    if (neighbour !== undefined) focusItem(neighbour)
  }

  // Stable for the lifetime of the list: a new handle would be null for a moment while React attaches it.
  const focusNearestNow = useRef(focusNearest)
  useLayoutEffect(() => {
    focusNearestNow.current = focusNearest
  })
  useImperativeHandle(
    handle,
    () => ({
      focusNearest: () => focusNearestNow.current(),
      focusLater: (id) => {
        requestedId.current = id
      },
    }),
    [],
  )

  return {
    activeId: activeId !== undefined && ids.includes(activeId) ? activeId : ids[0],
    elementId,
    press: (event, id, { onAgree, onRefuse }) => {
      const action = listAction(event)
      if (!action) return
      event.preventDefault()
      if (action === 'next') focusNeighbour(id, 1)
      else if (action === 'previous') focusNeighbour(id, -1)
      else if (!scrolledIntoView(elementId(id))) (action === 'agree' ? onAgree : onRefuse)()
    },
    takeFocusBack: () => {
      isInside.current = true
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

/** Scrolls to an element that is completely outside of the window. Returns whether it did. */
function scrolledIntoView(elementId: string): boolean {
  const item = document.getElementById(elementId)
  if (!item) return false
  const { top, bottom } = item.getBoundingClientRect()
  if (bottom >= 0 && top <= window.innerHeight) return false
  item.scrollIntoView({ block: 'nearest' })
  return true
}
