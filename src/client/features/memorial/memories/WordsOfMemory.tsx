import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { Section } from '../Section'
import { AddMemory } from './AddMemory'
import { MemoriesPage } from './MemoriesPage'

export interface WordsOfMemoryProps {
  memorial: Memorial
  isEditing: boolean
}

/** What people wrote about a person, newest first; more of it at a press. */
export function WordsOfMemory({ memorial: { id: memorialId }, isEditing }: WordsOfMemoryProps) {
  const [pageCount, setPageCount] = useState(1)
  const { data: firstPage } = useGetMemoriesQuery({ memorialId, offset: 0, limit: MEMORIES_PAGE_SIZE })
  const list = useRef<HTMLDivElement>(null)
  const hasMore = (firstPage?.total ?? 0) > pageCount * MEMORIES_PAGE_SIZE

  return (
    <Section title="Слова памяти">
      {firstPage?.total === 0 && <Typography color="textSecondary">Слов памяти пока нет.</Typography>}
      <Box sx={{ mt: 2, mb: 4, '@media print': { display: 'none' } }}>
        <AddMemory memorialId={memorialId} />
      </Box>
      <Box ref={list} tabIndex={-1} sx={{ outline: 'none !important' }}>
        {Array.from({ length: pageCount }, (_nothing, index) => (
          <MemoriesPage
            key={index}
            memorialId={memorialId}
            index={index}
            isEditing={isEditing}
            onDeleted={() => list.current?.focus({ preventScroll: true })}
          />
        ))}
      </Box>
      {hasMore && (
        <Button variant="outlined" onClick={() => setPageCount(pageCount + 1)} sx={{ mt: 3 }}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}
