import { styled } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'
import type { Decision, PendingMemory } from '@contract/memory'
import { listAction } from './keys'
import { PendingCard } from './PendingCard'
import { broughtIntoWindow, type ItemFocus } from './use-item-focus'

export interface PendingListProps {
  memories: PendingMemory[]
  focus: ItemFocus
  onDecide: (memory: PendingMemory, decision: Decision) => void
  /** Absent where only one memorial's are shown. */
  onOnlyMemorial?: (memorialId: number) => void
}

/** The pending memories of a page. Arrows move between them, keys decide about the one with the focus. */
export function PendingList({ memories, focus, onDecide, onOnlyMemorial }: PendingListProps) {
  function press(event: KeyboardEvent, memory: PendingMemory): void {
    const action = listAction(event)
    if (!action) return
    event.preventDefault()
    if (action === 'next') focus.focusNeighbour(memory.id, 1)
    else if (action === 'previous') focus.focusNeighbour(memory.id, -1)
    else if (!broughtIntoWindow(memory.id)) onDecide(memory, action)
  }

  return (
    <List>
      {memories.map((memory) => (
        <Item key={memory.id} onFocus={() => focus.becomeActive(memory.id)} onKeyDown={(event) => press(event, memory)}>
          <PendingCard
            memory={memory}
            isActive={memory.id === focus.activeId}
            onDecide={onDecide}
            onOnlyMemorial={onOnlyMemorial}
          />
        </Item>
      ))}
    </List>
  )
}

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

const Item = styled('li')({})
