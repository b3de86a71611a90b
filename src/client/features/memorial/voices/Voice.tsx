import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import { useGetArchiveQuery } from '@client/api/archive-api'
import { playingTime } from '@client/lib/formats'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'
import { PlayIcon } from '@client/ui/icons'
import { useMediaRefetch } from '@client/ui/use-media-refetch'

/** The text for a recording or a film that does not play. */
export const UNPLAYABLE = 'Не удалось воспроизвести запись.'

export interface VoiceProps {
  url: string
  name: string
  /** In seconds, until the browser knows it. */
  duration: number | null
  /** A new URL may be loading. */
  isRenewing?: boolean
  /** Rendered until the recording is first played; if absent, the controls are shown from the start. */
  closed?: (play: () => void) => ReactNode
  /** The title, above the timeline. */
  children?: ReactNode
  /** The drawn wave, above the timeline and while it is closed (see contract/memory.ts). */
  peaks?: string | null | undefined
}

const VoiceControls = lazyChunk(async () => (await import('./VoiceControls')).VoiceControls, {
  Loading: ControlsLoading,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить проигрыватель.</LoadFailed>,
})

/** A sound recording with our own controls. Loads nothing before it is played. */
export function Voice({ url, name, duration, isRenewing = false, closed, children, peaks }: VoiceProps) {
  const { player, attach, source, isBroken, handleError, tryAgain } = useResumedPlayback(url)
  const [isOpen, setOpen] = useState(!closed)

  const attachPlayer = useCallback(
    (element: HTMLMediaElement | null) => {
      attach(element)
      // The button was pressed before the bundle loaded: the browser's own player is shown until the controls load.
      if (element?.style.display) setOpen(true)
    },
    [attach],
  )

  /** Synchronous, since browsers let a page play only in response to a press. */
  function open(): void {
    setOpen(true)
    player?.play().catch(() => undefined)
  }

  return (
    <Player>
      <Sound ref={attachPlayer} src={source} preload="none" controls aria-label={name} onError={handleError} />
      {isOpen ? (
        <VoiceControls
          media={player}
          name={name}
          duration={duration}
          isFocused={!!closed}
          {...(peaks && { wave: (part: number) => <Wave peaks={peaks} part={part} /> })}
        >
          {children}
        </VoiceControls>
      ) : (
        <>
          {peaks && <Wave peaks={peaks} part={0} />}
          {closed?.(open)}
        </>
      )}
      {isBroken && !isRenewing && <LoadFailed onRetry={tryAgain}>{UNPLAYABLE}</LoadFailed>}
    </Player>
  )
}

const BAR_STEP = 4
const WAVE_HEIGHT = 28

/** A bar for each part of a voice, as high as it is loud; `part` of it has been heard, from 0 to 1. */
function Wave({ peaks, part }: { peaks: string; part: number }) {
  const bars = (from: number, to: number) =>
    Array.from(peaks.slice(from, to), (digit, nth) => {
      const height = 1 + parseInt(digit, 16) * 1.6
      return `M${(from + nth) * BAR_STEP + 1} ${(WAVE_HEIGHT - height) / 2}v${height.toFixed(1)}`
    })
  const heard = Math.round(part * peaks.length)
  return (
    <Bars viewBox={`0 0 ${peaks.length * BAR_STEP} ${WAVE_HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={bars(0, heard).join('')} />
      <path d={bars(heard, peaks.length).join('')} />
    </Bars>
  )
}

const Bars = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  maxWidth: 384,
  // The same beside the controls, where it is narrower.
  height: WAVE_HEIGHT,
  marginBlockEnd: theme.spacing(1),
  '& path': { fill: 'none', strokeWidth: 2, strokeLinecap: 'round', stroke: theme.vars?.palette.primary.main },
  '& path + path': { stroke: theme.vars?.palette.text.disabled },
  '@media print': { display: 'none' },
}))

/** The size of the controls, so that nothing moves when they come. */
const CONTROLS = { button: 56, gap: 16, timeline: 48 }

/** As high as the controls, with the title and the wave in their places; hidden while the browser's own player is shown. */
function ControlsLoading({ children, wave }: PropsWithChildren<{ wave?: (part: number) => ReactNode }>) {
  return (
    <Place>
      {children}
      {wave?.(0)}
    </Place>
  )
}

const Place = styled('div')({
  minHeight: CONTROLS.button,
  paddingInlineStart: CONTROLS.button + CONTROLS.gap,
  paddingBlockEnd: CONTROLS.timeline,
  textAlign: 'start',
  'audio[style] + &': { display: 'none' },
  '@media (scripting: none), print': { minHeight: 0, padding: 0, marginBlockStart: 4 },
})

const Player = styled('div')({
  minHeight: CONTROLS.button,
  alignContent: 'center',
  '@media (scripting: none), print': { minHeight: 0 },
})

/** The browser's own player, for pages without scripts. */
const Sound = styled('audio')({
  display: 'none',
  width: '100%',
  '@media screen and (scripting: none)': { display: 'block' },
})

const HEAR = 'Услышать голос'

/** The first recording of a memorial that browsers play, which plays while the visitor reads; renders nothing if there is none. */
export function HeadVoice({ memorial }: { memorial: Memorial }) {
  const query = useGetArchiveQuery(
    { kind: 'audio', memorialId: memorial.id },
    { skip: memorial.profile_rate !== ADVANCED },
  )
  const renew = useMediaRefetch(query)
  const recording = query.data?.find(({ is_playable: isPlayable }) => isPlayable)
  if (!recording) return null

  const { duration, description, file_path } = recording
  return (
    <Frame onErrorCapture={renew}>
      <Voice
        key={recording.id}
        url={file_path}
        name={description ?? HEAR}
        duration={duration}
        isRenewing={query.isFetching}
        closed={(play) => (
          // Until the bundle has loaded, the script in the head of index.html plays the recording next to it.
          <Button variant="outlined" startIcon={<PlayIcon />} data-plays-beside onClick={play} sx={BUTTON}>
            <span>
              {HEAR} {duration && <Whole>· {playingTime(duration)}</Whole>}
            </span>
          </Button>
        )}
      />
    </Frame>
  )
}

const Frame = styled('div')(({ theme }) => ({ maxWidth: 480, margin: theme.spacing(2, 'auto', 0) }))

/** No line ends with the dot. */
const Whole = styled('span')({ whiteSpace: 'nowrap' })

const BUTTON = {
  minHeight: 48,
  // With the largest letters, too, its words fit on one line of a phone.
  '@media (max-width: 599.95px)': { 'html[data-letters] &&': { fontSize: 'min(1.0625rem, 5.2vw)' } },
  '@media print, (scripting: none)': { display: 'none' },
} as const

interface Interruption {
  /** The position in the recording, in seconds. */
  second: number
  wasPlaying: boolean
}

/**
 * A player that resumes at the same second when its URL expires and is replaced, or after `tryAgain`. While it plays it ignores
 * a new URL, which would restart it from the beginning. `attach` is the `ref` of the player's element.
 */
export function useResumedPlayback(url: string) {
  const [player, attach] = useState<HTMLMediaElement | null>(null)
  const interruption = useRef<Interruption>(undefined)
  const [source, setSource] = useState(url)
  const [brokenUrl, setBrokenUrl] = useState<string>()

  if (brokenUrl === source && url !== source) setSource(url)

  useEffect(() => {
    if (interruption.current) goOn(player, interruption.current)
  }, [player, source])

  function handleError(): void {
    if (!player) return
    const { currentTime, paused } = player
    interruption.current = { second: currentTime || (interruption.current?.second ?? 0), wasPlaying: !paused }
    setBrokenUrl(source)
  }

  function tryAgain(): void {
    setBrokenUrl(undefined)
    if (interruption.current) goOn(player, { ...interruption.current, wasPlaying: true })
  }

  return { player, attach, source, isBroken: brokenUrl === source, handleError, tryAgain }
}

function goOn(player: HTMLMediaElement | null, { second, wasPlaying }: Interruption): void {
  if (!player) return
  const findPlace = () => {
    player.currentTime = second
  }
  player.addEventListener('loadedmetadata', findPlace, { once: true })
  player.load()
  // If it can't play, the player's error event reports it.
  if (wasPlaying) player.play().catch(() => undefined)
}
