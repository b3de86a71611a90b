import { styled } from '@mui/material/styles'
import type { Decision, PendingMemory } from '@contract/memory'
import { PendingCard } from './PendingCard'
import type { ItemFocus } from './use-item-focus'

export interface PendingListProps {
  memories: PendingMemory[]
  focus: ItemFocus
  onDecide: (memory: PendingMemory, decision: Decision) => void
  /** Shows only the memories of one memorial. Absent when the list is already filtered so. */
  onOnlyMemorial?: (memorialId: number) => void
}

/** A page of pending memories. The arrow keys move the focus, letter keys approve or reject the focused memory. */
export function PendingList({ memories, focus, onDecide, onOnlyMemorial }: PendingListProps) {
  return (
    <List>
      {memories.map((memory) => (
        <Item
          key={memory.id}
          onFocus={() => focus.becomeActive(memory.id)}
          onKeyDown={(event) =>
            focus.press(event, memory.id, {
              onAgree: () => onDecide(memory, 'approved'),
              onRefuse: () => onDecide(memory, 'rejected'),
            })
          }
        >
          <PendingCard
            elementId={focus.elementId(memory.id)}
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
