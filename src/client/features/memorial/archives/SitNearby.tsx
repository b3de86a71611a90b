import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { PICTURE_WIDTHS } from '@contract/limits'
import type { Memory, Voice } from '@contract/memory'
import { pictureCopyPath } from '@contract/picture'
import type { Story } from '@contract/questions'
import { typeset } from '@contract/typeset'
import { useGetArchiveQuery } from '@client/api/archive-api'
import { pageOfMemories, useGetMemoriesQuery, useGetStoriesQuery } from '@client/api/memory-api'
import { itemName } from './archive-texts'

export interface SitNearbyProps {
  memorialId: number
  photos: ArchiveItem[]
  onClose: () => void
}

/**
 * The photos of a memorial pass slowly over the whole window, its voices play, and its words appear one after another. Without
 * network it shows what the device has stored: what does not load is skipped.
 */
export function SitNearby({ memorialId, photos, onClose }: SitNearbyProps) {
  const { data: recordings = [] } = useGetArchiveQuery({ kind: 'audio', memorialId })
  const { data: words } = useGetMemoriesQuery(pageOfMemories(memorialId))
  const { data: stories } = useGetStoriesQuery(memorialId)
  const all = [...(stories?.result ?? []).map(asWords), ...(words?.result ?? [])]
  const { shown, next, onLoad, onError } = useSlideshow(photos)
  const passage = usePassages(all)
  useWakeLock()

  return (
    <Dialog open onClose={onClose} slotProps={{ paper: LABEL }}>
      <Room>
        <Photos>
          {photos.map((photo, index) =>
            photo === shown.now || photo === shown.before || photo === next ? (
              <img
                key={photo.id}
                src={pictureCopyPath(photo.file_path, PICTURE_WIDTHS[3])}
                alt={photo === shown.now ? itemName('photo', photo, index) : ''}
                data-shown={photo === shown.now || undefined}
                onLoad={() => onLoad(photo)}
                onError={() => onError(photo)}
              />
            ) : null,
          )}
        </Photos>
        {passage && (
          <Words>
            <p key={passage.index}>
              {typeset(passage.text)}
              {passage.author && <cite>{passage.author}</cite>}
            </p>
          </Words>
        )}
        <Voices recordings={[...recordings, ...all.flatMap(({ voice }) => voice ?? [])].filter(isPlayable)}>
          <Button color="inherit" onClick={onClose}>
            Вернуться
          </Button>
        </Voices>
      </Room>
    </Dialog>
  )
}

const isPlayable = ({ is_playable }: Heard) => is_playable

/** The words of a story, and its voice. */
function asWords({ text, author, voice }: Story): WordsWithVoice {
  return { description: text, author, voice }
}

type WordsWithVoice = Pick<Memory, 'description' | 'author' | 'voice'>
type Heard = Pick<Voice, 'file_path' | 'is_playable'>

const LABEL = { 'aria-label': 'Посидеть рядом', 'aria-labelledby': undefined }

/** A photo stays for so long. */
const PHOTO_MS = 9_000

type SlideshowEvent = { photo: ArchiveItem; kind: 'loaded' | 'broken' | 'shown' }

interface Slideshow {
  loaded: Set<ArchiveItem>
  broken: Set<ArchiveItem>
  now: ArchiveItem | undefined
  /** It fades out. */
  before: ArchiveItem | undefined
}

/** One photo after another, each once the next one has loaded. */
function useSlideshow(photos: ArchiveItem[]) {
  const [shown, dispatch] = useReducer(onSlideshowEvent, {
    loaded: new Set<ArchiveItem>(),
    broken: new Set<ArchiveItem>(),
    now: photos[0],
    before: undefined,
  })
  const { now, loaded, broken } = shown
  const next = photoAfter(now, photos, broken)
  const isNextLoaded = next !== undefined && loaded.has(next)
  const isNowBroken = now !== undefined && broken.has(now)

  useEffect(() => {
    if (!next || !isNextLoaded) return
    const timer = setTimeout(() => dispatch({ photo: next, kind: 'shown' }), isNowBroken ? 0 : PHOTO_MS)
    return () => clearTimeout(timer)
  }, [next, isNextLoaded, isNowBroken])

  return {
    shown,
    next,
    onLoad: (photo: ArchiveItem) => dispatch({ photo, kind: 'loaded' }),
    onError: (photo: ArchiveItem) => dispatch({ photo, kind: 'broken' }),
  }
}

function onSlideshowEvent(state: Slideshow, { photo, kind }: SlideshowEvent): Slideshow {
  if (kind === 'shown') return { ...state, now: photo, before: state.now }
  return { ...state, [kind]: new Set(state[kind]).add(photo) }
}

/** Undefined if there is no other one. After the last one comes the first one. */
function photoAfter(now: ArchiveItem | undefined, photos: ArchiveItem[], broken: Set<ArchiveItem>) {
  const start = now ? photos.indexOf(now) + 1 : 0
  return [...photos.slice(start), ...photos.slice(0, start)].find((photo) => photo !== now && !broken.has(photo))
}

interface Passage {
  text: string
  /** After the last passage of a memory. */
  author?: string
}

/** Of a passage: what is easily read while one looks at photos as well. */
const PASSAGE_MIN = 90
const PASSAGE_MAX = 220
const SENTENCE_END = /[.!?…][»“”"')]?$/
/** A passage stays for so long, and longer for each of its letters. */
const PASSAGE_MS = 4_000
const LETTER_MS = 65

/** The words of a memorial in passages, each for as long as it takes to read it. */
function usePassages(memories: WordsWithVoice[]) {
  const [index, setIndex] = useState(0)
  const passages = memories.flatMap(passagesOf)
  const passage = passages[index % passages.length]
  const count = passages.length
  const length = passage?.text.length ?? 0

  useEffect(() => {
    if (count < 2) return
    const timer = setTimeout(() => setIndex((index + 1) % count), PASSAGE_MS + length * LETTER_MS)
    return () => clearTimeout(timer)
  }, [index, count, length])

  return passage && { ...passage, index }
}

export function passagesOf({ description, author }: Omit<WordsWithVoice, 'voice'>): Passage[] {
  const passages: Passage[] = []
  let text = ''
  for (const word of description.split(/\s+/).filter(Boolean)) {
    text = text ? `${text} ${word}` : word
    if (text.length < PASSAGE_MAX && (text.length < PASSAGE_MIN || !SENTENCE_END.test(word))) continue
    passages.push({ text })
    text = ''
  }
  if (text) passages.push({ text })
  const last = passages.pop()
  return last ? [...passages, { ...last, author }] : []
}

/** The recordings, one after another. A browser may want a press of its own first. */
function Voices({ recordings, children }: { recordings: Heard[]; children: ReactNode }) {
  const [index, setIndex] = useState(0)
  const [refused, setRefused] = useState<HTMLMediaElement>()
  const recording = recordings[index]
  const goOn = () => setIndex(index + 1)

  const play = useCallback((player: HTMLMediaElement | null) => {
    player?.play().then(
      () => setRefused(undefined),
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') setRefused(player)
      },
    )
  }, [])

  return (
    <Buttons>
      {recording && (
        <Sound key={recording.file_path} ref={play} src={recording.file_path} onEnded={goOn} onError={goOn} />
      )}
      {recording && refused && (
        <Button color="inherit" onClick={() => play(refused)}>
          Включить голос
        </Button>
      )}
      {children}
    </Buttons>
  )
}

/** Without controls nothing of it is seen. */
const Sound = styled('audio')({})

/** The screen stays on, where browsers can do that. They release it whenever the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!wakeLock) return
    let lock: WakeLockSentinel | undefined
    let isOver = false

    async function request(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const granted = await wakeLock?.request('screen').catch(() => undefined)
      if (isOver) void granted?.release()
      else lock = granted
    }
    const renew = () => void request()

    renew()
    document.addEventListener('visibilitychange', renew)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', renew)
      void lock?.release()
    }
  }, [])
}

const Room = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) auto / minmax(0, 1fr)',
  width: '100%',
  height: '100dvh',
  overflow: 'hidden',
  padding: 'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)',
  color: '#efe7d8',
  backgroundColor: '#12100e',
  '@media (orientation: landscape)': {
    '&:has(blockquote)': { gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr) min(36%, 30rem)' },
  },
  fontFamily: theme.typography.h1.fontFamily,
}))

/** Each of them whole, whatever its shape, and never larger than its pixels. */
const Photos = styled('div')({
  position: 'relative',
  '& > img': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'scale-down',
    opacity: 0,
    transform: 'scale(0.96)',
    transition: 'opacity 2s ease-in-out, transform 0s 2s',
    '&[data-shown]': { opacity: 1, transform: 'none', transition: 'opacity 2s ease-in-out, transform 12s linear' },
  },
  // Next to words it does not stick to the edges of the window.
  '@media (orientation: landscape)': { margin: 24 },
  '@media (prefers-reduced-motion: reduce)': { '& > img': { transform: 'none', transition: 'none !important' } },
})

const Words = styled('blockquote')(({ theme }) => ({
  display: 'grid',
  alignItems: 'center',
  minHeight: '11.5rem',
  maxHeight: '45dvh',
  margin: 0,
  padding: theme.spacing(2, 3, 3),
  overflowY: 'auto',
  fontSize: 'clamp(1.25rem, 1.6vw, 1.75rem)',
  lineHeight: 1.5,
  textAlign: 'center',
  textWrap: 'balance',
  '& > p': { maxWidth: '34rem', margin: 'auto', animation: 'appear 2s ease-in-out' },
  '@keyframes appear': { from: { opacity: 0 } },
  '& cite': {
    display: 'block',
    marginBlockStart: theme.spacing(1),
    fontSize: '1rem',
    fontStyle: 'normal',
    color: '#c3b9a7',
  },
  '@media (orientation: landscape)': { maxHeight: 'none', paddingBlock: theme.spacing(9, 3) },
}))

const Buttons = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 'env(safe-area-inset-top)',
  insetInlineEnd: 'env(safe-area-inset-right)',
  display: 'flex',
  gap: theme.spacing(1),
  padding: theme.spacing(1.5),
  '& > button': {
    minHeight: 48,
    backgroundColor: 'rgb(18 16 14 / 72%)',
    '&:hover': { backgroundColor: 'rgb(18 16 14 / 90%)' },
    '&:focus-visible': { outlineColor: '#efe7d8' },
  },
}))
