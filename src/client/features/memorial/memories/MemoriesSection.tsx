import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { pageOfMemories, useGetMemoriesQuery } from '@client/api/memory-api'
import type { Memory, MemoryPage, WrittenMemory } from '@contract/memory'
import { MEMORY_PAGES_PARAMETER, memoryAnchor, memoryPagesIn } from '@contract/paths'
import {
  dropUnsent,
  keyOfPendingMemories,
  keyOfUnsentMemories,
  onUnsentChange,
  readPendingMemories,
  readUnsentJson,
  type UnsentMemory,
  writePendingMemories,
} from '@client/lib/unsent-memories'
import { useWriter } from '@client/store/use-account'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { FOCUS_AREA, focusInPlace, passFocusUp } from '@client/ui/focus'
import { Section } from '@client/ui/Page'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { PartButton, useOpenPart, WhileOpen } from '../edit/EditInPlace'
import { BlockedAuthors, EditableMemory } from '../edit-mode'
import { ProposeButton, SECTIONS } from '../VisitorLinks'
import { AddMemory } from './AddMemory'
import { LetterList, MemoryLetter, UnsentLetter, WaitingLetter } from './MemoryLetter'

export interface MemoriesSectionProps {
  memorial: Memorial
  isEditing: boolean
  /** Whether readers may say what is right next to the words. */
  mayPropose?: boolean
}

/** The memories of a person, newest first, page by page. Below them the reader's own pending and unsent ones. */
export function MemoriesSection({ memorial: { id: memorialId }, isEditing, mayPropose }: MemoriesSectionProps) {
  const [askedPages, setPageCount] = useState(memoryPagesIn(useSearchParams()[0]))
  const { data: firstPage } = useGetMemoriesQuery(pageOfMemories(memorialId))
  // The URL may ask for more pages than there are.
  const pageCount = firstPage
    ? Math.max(1, Math.min(askedPages, Math.ceil(firstPage.total / MEMORIES_PAGE_SIZE)))
    : askedPages
  const { waiting, photos, add: addWaiting } = usePendingMemories(memorialId, firstPage)
  const [unsent, discard] = useUnsentMemories(memorialId)
  const hasMore = (firstPage?.total ?? 0) > pageCount * MEMORIES_PAGE_SIZE
  const showMore = () => setPageCount(pageCount + 1)
  const part = useOpenPart(SECTIONS.words)
  const hasWords = (firstPage?.total ?? 0) > 0
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (part.isOpen) focusInPlace(area.current)
  }, [part.isOpen])
  useLinkedWords({ memorialId, pageCount, showMore: hasMore ? showMore : undefined })

  return (
    <Section id={SECTIONS.words} title="Слова памяти">
      {firstPage?.total === 0 && waiting.length + unsent.length === 0 && (
        <Typography data-not-printed color="textSecondary">
          Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.
        </Typography>
      )}
      {isEditing && hasWords && <PartButton {...part} label="Ответить или изменить" about="слова памяти" />}
      <Box ref={area} {...FOCUS_AREA}>
        {Array.from({ length: pageCount }, (_nothing, index) => (
          <MemoriesPage key={index} {...{ memorialId, index, isEditing, mayPropose }} isOpen={part.isOpen} />
        ))}
      </Box>
      {hasMore && (
        <Button variant="outlined" data-needs-script onClick={showMore} sx={MORE}>
          Показать ещё
        </Button>
      )}
      {hasMore && (
        <noscript>
          <a href={`?${MEMORY_PAGES_PARAMETER}=${pageCount + 1}`}>Показать ещё</a>
        </noscript>
      )}
      {isEditing && (part.isOpen || !hasWords) && <BlockedAuthors memorialId={memorialId} />}
      <Box sx={{ '@media print': { display: 'none' } }}>
        {waiting.map((memory) => (
          <Box key={memory.id} sx={{ mt: 6 }}>
            <WaitingLetter memory={memory} photoFile={photos[memory.id]} />
          </Box>
        ))}
        {unsent.map((words) => (
          <Box key={words.idempotency_key} sx={{ mt: 6 }}>
            <UnsentLetter words={words} onDiscard={() => discard(words)} />
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

const OF_WORDS = /^words-\d+$/
/** A link leads no further than so many parts. */
const LINKED_PARTS_MAX = 50

interface LinkedWords {
  memorialId: number
  pageCount: number
  /** Undefined where there are no more. */
  showMore: (() => void) | undefined
}

/** A code in a book leads to words by their anchor. Newer words move them to a later part: parts are shown until it is reached. */
function useLinkedWords({ memorialId, pageCount, showMore }: LinkedWords): void {
  const { currentData, isError } = useGetMemoriesQuery(pageOfMemories(memorialId, pageCount - 1))
  const anchor = useLocation().hash.slice(1)
  /** What is still to be found: nothing once it is, or where the browser itself has found it in the page as it came. */
  const sought = useRef<string>(undefined)

  useEffect(() => {
    if (sought.current === undefined) {
      const isAbsent = OF_WORDS.test(anchor) && !document.getElementById(anchor)
      sought.current = isAbsent ? anchor : ''
    }
    if (!sought.current || (!currentData && !isError)) return
    const place = document.getElementById(sought.current)
    if (!place && !isError && showMore && pageCount < LINKED_PARTS_MAX) {
      showMore()
      return
    }
    sought.current = ''
    place?.scrollIntoView()
  })
}

/** The memories written without a connection, and a function that discards one of them. */
function useUnsentMemories(memorialId: number) {
  const key = keyOfUnsentMemories(memorialId, useWriter())
  const stored = useSyncExternalStore(
    onUnsentChange,
    () => readUnsentJson(key),
    () => '[]',
  )
  const discard = ({ idempotency_key }: UnsentMemory) => dropUnsent(key, idempotency_key)
  return [JSON.parse(stored) as UnsentMemory[], discard] as const
}

/** The memories sent from this tab that still await a decision. Those that are published by now are removed. */
function usePendingMemories(memorialId: number, published: MemoryPage | undefined) {
  const key = keyOfPendingMemories(memorialId, useWriter())
  /** Photos sent since the page was loaded, by the ids of their memories. */
  const [photos, setPhotos] = useState<Record<number, File>>({})
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readPendingMemories(key),
    () => '[]',
  )
  const all = JSON.parse(stored) as Memory[]
  // Until the page is loaded, it is unknown which of them are still pending.
  const waiting = published ? all.filter(({ id }) => !published.result.some((memory) => memory.id === id)) : []
  const isOneDecided = published !== undefined && waiting.length < all.length

  useEffect(() => {
    if (isOneDecided) writePendingMemories(key, waiting)
  })

  function add({ status, ...memory }: WrittenMemory, photo: File | null): void {
    if (status !== 'pending') return
    if (photo) setPhotos({ ...photos, [memory.id]: photo })
    writePendingMemories(key, [...waiting, memory])
    readAgain()
  }

  return { waiting, photos, add }
}

/** This hook rereads the storage after it writes, and `MemoriesSection` rerenders when unsent memories are sent. */
function subscribeToNothing(): () => void {
  return () => undefined
}

const MEMORIES_FAILED = 'Не удалось загрузить слова памяти.'

export interface MemoriesPageProps extends Pick<MemoriesSectionProps, 'isEditing' | 'mayPropose'> {
  memorialId: number
  /** Zero-based. */
  index: number
  /** Whether keepers have opened the words to answer or change them. */
  isOpen: boolean
}

/** One page of memories. A page loaded by «Показать ещё» takes the focus, since that button may disappear. */
function MemoriesPage({ memorialId, index, isEditing, isOpen, mayPropose }: MemoriesPageProps) {
  const query = useGetMemoriesQuery(pageOfMemories(memorialId, index))
  const { data, isError, refetch } = query
  const renew = useMediaRefetch(query)

  // A list stays when a refetch fails: a form may be open in it.
  if (!data && isError) return <LoadFailed onRetry={() => void refetch()}>{MEMORIES_FAILED}</LoadFailed>
  if (!data) return <MemoriesLoading />
  if (data.result.length === 0) return null

  return (
    <LetterList
      tabIndex={-1}
      onErrorCapture={renew}
      ref={index > 0 ? takeAndPassFocus : passFocusUp}
      aria-label={`Слова памяти, часть ${index + 1}`}
    >
      {data.result.map((memory) => (
        <li key={memory.id} id={memoryAnchor(memory.id)}>
          {isEditing ? (
            <WhileOpen isOpen={isOpen} takesFocus={false} tools={() => <EditableMemory memory={memory} />}>
              <MemoryLetter memory={memory} photo={memory} />
            </WhileOpen>
          ) : (
            <MemoryLetter
              memory={memory}
              photo={memory}
              tool={
                mayPropose &&
                memory.description && (
                  <ProposeButton
                    memorialId={memorialId}
                    part={{ memory }}
                    about={`слова за подписью «${memory.author}»`}
                    isBrief
                  />
                )
              }
            />
          )}
        </li>
      ))}
    </LetterList>
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
