import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { createContext, type PropsWithChildren, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { countedOnOneLine, FILES } from '@contract/plurals'
import type { ArchiveOf } from '@client/api/archive-api'
import { useReorderArchiveMutation } from '@client/api/archive-change-api'
import { actionFailure } from '@client/api/errors'
import { useToast } from '@client/ui/toasts'
import { visuallyHidden } from '@client/ui/styles'
import { ARCHIVE_TEXTS } from './archive-texts'

const REORDER_FAILED = 'Не получилось сохранить новый порядок. Попробуйте, пожалуйста, ещё раз.'

interface Order {
  ids: number[]
  /** Moves an item to another index. `pressed` is the element that must stay focused. */
  move: (id: number, index: number, pressed?: HTMLElement) => void
  /** Moves items to the beginning, in the order that they have. */
  moveToStart: (ids: ReadonlySet<number>) => void
}

const OrderContext = createContext<Order | undefined>(undefined)

export interface ReorderingProps {
  archive: ArchiveOf
  items: ArchiveItem[]
  /** The items that the page shows already: hundreds of them render a moment later. */
  shownItems: ArchiveItem[]
}

/** Wraps the items of an archive that its owner may reorder. Announces the new position of a moved item. */
export function Reordering({ archive, items, shownItems, children }: PropsWithChildren<ReorderingProps>) {
  const { kind, memorialId } = archive
  const [reorder] = useReorderArchiveMutation()
  const toast = useToast()
  const [place, setPlace] = useState('')
  const pressedLast = useRef<HTMLElement>(undefined)
  const { counted, firstIsCover } = ARCHIVE_TEXTS[kind]

  // The browser blurs an element that moves in the document.
  useLayoutEffect(() => {
    pressedLast.current?.focus()
    if (shownItems === items) pressedLast.current = undefined
  }, [shownItems, items])

  const order = useMemo<Order>(() => {
    const ids = items.map(({ id }) => id)
    async function save(changed: number[]): Promise<void> {
      const { error } = await reorder({ kind, memorialId, ids: changed })
      if (!error) return
      setPlace('')
      toast.error(actionFailure(error, { fallback: REORDER_FAILED }))
    }
    return {
      ids,
      move(id, index, pressed) {
        if (index < 0 || index >= ids.length || ids[index] === id) return
        pressedLast.current = pressed
        setPlace(`${counted} ${index + 1} из ${ids.length}`)
        void save(movedTo(ids, id, index))
      },
      moveToStart(chosen) {
        const [first, others] = [ids.filter((id) => chosen.has(id)), ids.filter((id) => !chosen.has(id))]
        setPlace(`${countedOnOneLine(first.length, FILES)} в начале`)
        void save([...first, ...others])
      },
    }
  }, [items, kind, memorialId, counted, reorder, toast])

  return (
    <OrderContext value={order}>
      {firstIsCover && items.length > 1 && (
        <Typography color="textSecondary" sx={{ mb: 2, textAlign: 'start' }}>
          {firstIsCover}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {place}
      </Box>
      {children}
    </OrderContext>
  )
}

/** The order of the items of the nearest `Reordering`, and how to change it. */
export function useOrder(): Order {
  const order = useContext(OrderContext)
  if (!order) throw new Error('useOrder needs a Reordering around it')
  return order
}

/** The same ids, one of them at another index. */
export function movedTo<Item>(ids: readonly Item[], id: Item, index: number): Item[] {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
