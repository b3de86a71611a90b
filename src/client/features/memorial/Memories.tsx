import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memory } from '@contract/memory'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { dayOfInstantInWords } from '@client/lib/days'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Section } from './Section'

const LOAD_FAILED = 'Ошибка загрузки данных'
const NONE_YET = 'Слов памяти пока нет.'

/** Words of memory, newest first, one page after another. */
export function Memories({ memorialId }: { memorialId: number }) {
  const [pages, setPages] = useState(1)
  return (
    <Section title="Слова памяти">
      {Array.from({ length: pages }, (_nothing, page) => (
        <MemoriesPage
          key={page}
          memorialId={memorialId}
          page={page}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </Section>
  )
}

interface MemoriesPageProps {
  memorialId: number
  /** Counted from 0. */
  page: number
  /** Asks for the next page; absent once it was. */
  onMore: (() => void) | undefined
}

function MemoriesPage({ memorialId, page, onMore }: MemoriesPageProps) {
  const offset = page * MEMORIES_PAGE_SIZE
  const { currentData, isError, refetch } = useGetMemoriesQuery({ memorialId, offset, limit: MEMORIES_PAGE_SIZE })

  if (isError) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!currentData) return <Skeleton animation={false} variant="rounded" height={120} />
  if (currentData.total === 0) return <Typography color="text.secondary">{NONE_YET}</Typography>

  const hasMore = currentData.total > offset + currentData.result.length
  return (
    <>
      {currentData.result.map((memory) => (
        <WordsOfMemory key={memory.id} memory={memory} />
      ))}
      {hasMore && onMore && (
        <Button variant="outlined" onClick={onMore} sx={{ mt: 2 }}>
          Показать ещё
        </Button>
      )}
    </>
  )
}

function WordsOfMemory({ memory }: { memory: Memory }) {
  return (
    <Box component="figure" sx={WORDS}>
      <Typography component="blockquote" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {memory.description}
      </Typography>
      <Typography component="figcaption" variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
        {memory.author}, {dayOfInstantInWords(memory.created_at)}
      </Typography>
    </Box>
  )
}

const WORDS = {
  m: 0,
  mb: 3,
  pl: { xs: 2, md: 3 },
  maxWidth: '68ch',
  borderLeft: '3px solid',
  borderColor: 'secondary.main',
} as const
