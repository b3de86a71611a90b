import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { pagesOfWords, WORDS_PARAMETER } from '@contract/words-address'
import { FOCUS_AREA } from '@client/ui/focus'
import { Section } from '@client/ui/Section'
import { BlockedAuthors } from '../edit-mode'
import { AddMemory } from './AddMemory'
import { MemoriesPage } from './MemoriesPage'
import { UnsentLetter, WaitingLetter } from './MemoryLetter'
import { useUnsentWords } from './use-unsent-words'
import { useWaitingWords } from './use-waiting-words'

export interface WordsOfMemoryProps {
  memorial: Memorial
  isEditing: boolean
}

/** The memories of a person, newest first, page by page. Below them the reader's own pending and unsent ones. */
export function WordsOfMemory({ memorial: { id: memorialId }, isEditing }: WordsOfMemoryProps) {
  const [askedPages, setPageCount] = useState(pagesOfWords(useSearchParams()[0]))
  const { data: firstPage } = useGetMemoriesQuery({ memorialId, offset: 0, limit: MEMORIES_PAGE_SIZE })
  // The URL may ask for more pages than there are.
  const pageCount = firstPage
    ? Math.max(1, Math.min(askedPages, Math.ceil(firstPage.total / MEMORIES_PAGE_SIZE)))
    : askedPages
  const { waiting, photos, add: addWaiting } = useWaitingWords(memorialId, firstPage)
  const [unsent, discard] = useUnsentWords(memorialId)
  const hasMore = (firstPage?.total ?? 0) > pageCount * MEMORIES_PAGE_SIZE

  return (
    <Section title="Слова памяти">
      {firstPage?.total === 0 && waiting.length + unsent.length === 0 && (
        <Typography data-not-printed color="textSecondary">
          Слов памяти пока нет.
        </Typography>
      )}
      <Box {...FOCUS_AREA}>
        {Array.from({ length: pageCount }, (_nothing, index) => (
          <MemoriesPage key={index} memorialId={memorialId} index={index} isEditing={isEditing} />
        ))}
      </Box>
      {hasMore && (
        <Button variant="outlined" data-needs-script onClick={() => setPageCount(pageCount + 1)} sx={MORE}>
          Показать ещё
        </Button>
      )}
      {hasMore && (
        <noscript>
          <a href={`?${WORDS_PARAMETER}=${pageCount + 1}`}>Показать ещё</a>
        </noscript>
      )}
      {isEditing && <BlockedAuthors memorialId={memorialId} />}
      <Box sx={{ '@media print': { display: 'none' } }}>
        {waiting.map((memory) => (
          <Box key={memory.id} sx={{ mt: 6 }}>
            <WaitingLetter memory={memory} photoFile={photos[memory.id]} />
          </Box>
        ))}
        {unsent.map((words) => (
          <Box key={words.idempotency_key} sx={{ mt: 6 }}>
            <UnsentLetter words={words} onTakeBack={() => discard(words)} />
          </Box>
        ))}
        <Box sx={{ mt: 5 }}>
          <AddMemory memorialId={memorialId} onWritten={addWaiting} />
        </Box>
      </Box>
    </Section>
  )
}

const MORE = { mt: 4, '@media print': { display: 'none' } } as const
