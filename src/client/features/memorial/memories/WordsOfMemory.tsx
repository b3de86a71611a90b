import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { MemoriesPage } from './MemoriesPage'
import { Section } from '../Section'

/** What people wrote about a person, newest first; more of it at a press. */
export function WordsOfMemory({ memorialId }: { memorialId: number }) {
  const [pageCount, setPageCount] = useState(1)
  const { data: firstPage } = useGetMemoriesQuery({ memorialId, offset: 0, limit: MEMORIES_PAGE_SIZE })
  const hasMore = (firstPage?.total ?? 0) > pageCount * MEMORIES_PAGE_SIZE

  return (
    <Section title="Слова памяти">
      {firstPage?.total === 0 && <Typography color="textSecondary">Слов памяти пока нет.</Typography>}
      {Array.from({ length: pageCount }, (_nothing, index) => (
        <MemoriesPage key={index} memorialId={memorialId} index={index} />
      ))}
      {hasMore && (
        <Button variant="outlined" onClick={() => setPageCount(pageCount + 1)} sx={{ mt: 3 }}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}
