import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { focusInPlace, passFocusUp } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { EditableMemory } from '../edit-mode'
import { MemoryLetter } from './MemoryLetter'

const MEMORIES_FAILED = 'Не удалось загрузить слова памяти.'

export interface MemoriesPageProps {
  memorialId: number
  /** Zero-based. */
  index: number
  isEditing: boolean
}

/** One page of memories. A page loaded by «Показать ещё» takes the focus, since that button may disappear. */
export function MemoriesPage({ memorialId, index, isEditing }: MemoriesPageProps) {
  const page = { memorialId, offset: index * MEMORIES_PAGE_SIZE, limit: MEMORIES_PAGE_SIZE }
  const query = useGetMemoriesQuery(page)
  const { data, isError, refetch } = query
  const renew = useMediaRefetch(query)

  // A list stays when a refetch fails: a form may be open in it.
  if (!data && isError) return <LoadFailed onRetry={() => void refetch()}>{MEMORIES_FAILED}</LoadFailed>
  if (!data) return <MemoriesLoading />
  if (data.result.length === 0) return null

  return (
    <List
      tabIndex={-1}
      onErrorCapture={renew}
      ref={index > 0 ? takeAndPassFocus : passFocusUp}
      aria-label={`Слова памяти, часть ${index + 1}`}
    >
      {data.result.map((memory) => (
        <li key={memory.id}>
          {isEditing ? <EditableMemory memory={memory} /> : <MemoryLetter memory={memory} photo={memory} />}
        </li>
      ))}
    </List>
  )
}

/** For a page loaded by «Показать ещё». */
function takeAndPassFocus(list: HTMLElement | null) {
  focusInPlace(list)
  return passFocusUp(list)
}

function MemoriesLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" sx={{ height: 120 }} />
    </Loading>
  )
}

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(6),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& + &': { marginBlockStart: theme.spacing(6) },
  '&:focus': { outline: 'none' },
  // A browser breaks the rows of a flex box across printed pages line by line.
  '@media print': { display: 'block', '& > li + li': { marginBlockStart: theme.spacing(5) } },
}))
