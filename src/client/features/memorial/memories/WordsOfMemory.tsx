import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import type { Memory, MemoryPage, WrittenMemory } from '@contract/memory'
import { pagesOfWords, WORDS_PARAMETER } from '@contract/words-address'
import {
  dropUnsent,
  keyOfUnsentWords,
  keyOfWaitingWords,
  onUnsentChange,
  readUnsentJson,
  readWaitingWords,
  type UnsentWords,
  writeWaitingWords,
} from '@client/lib/unsent-words'
import { useWriter } from '@client/store/use-account'
import { FOCUS_AREA } from '@client/ui/focus'
import { Section } from '@client/ui/Page'
import { BlockedAuthors } from '../edit-mode'
import { AddMemory } from './AddMemory'
import { MemoriesPage } from './MemoriesPage'
import { UnsentLetter, WaitingLetter } from './MemoryLetter'

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

/** The memories written without a connection, and a function that discards one of them. */
function useUnsentWords(memorialId: number) {
  const key = keyOfUnsentWords(memorialId, useWriter())
  const stored = useSyncExternalStore(
    onUnsentChange,
    () => readUnsentJson(key),
    () => '[]',
  )
  const discard = ({ idempotency_key }: UnsentWords) => dropUnsent(key, idempotency_key)
  return [JSON.parse(stored) as UnsentWords[], discard] as const
}

/** The memories sent from this tab that still await a decision. Those that are published by now are removed. */
function useWaitingWords(memorialId: number, published: MemoryPage | undefined) {
  const key = keyOfWaitingWords(memorialId, useWriter())
  /** Photos sent since the page was loaded, by the ids of their memories. */
  const [photos, setPhotos] = useState<Record<number, File>>({})
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readWaitingWords(key),
    () => '[]',
  )
  const all = JSON.parse(stored) as Memory[]
  // Until the page is loaded, it is unknown which of them are still pending.
  const waiting = published ? all.filter(({ id }) => !published.result.some((memory) => memory.id === id)) : []
  const isOneDecided = published !== undefined && waiting.length < all.length

  useEffect(() => {
    if (isOneDecided) writeWaitingWords(key, waiting)
  })

  function add({ status, ...memory }: WrittenMemory, photo: File | null): void {
    if (status !== 'pending') return
    if (photo) setPhotos({ ...photos, [memory.id]: photo })
    writeWaitingWords(key, [...waiting, memory])
    readAgain()
  }

  return { waiting, photos, add }
}

/** This hook rereads the storage after it writes, and `WordsOfMemory` rerenders when unsent memories are sent. */
function subscribeToNothing(): () => void {
  return () => undefined
}
