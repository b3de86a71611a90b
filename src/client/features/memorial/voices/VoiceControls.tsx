import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { MediaActionTypes, MediaProvider, useMediaSelector, useMediaStore } from 'media-chrome/react/media-store'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { playingTime } from '@client/lib/formats'
import { focusInPlace } from '@client/ui/focus'
import { PauseIcon, PlayIcon } from '@client/ui/icons'

export interface VoiceControlsProps {
  /** The audio element; null until it is mounted. */
  media: HTMLMediaElement | null
  name: string
  /** In seconds, until the browser knows it. */
  duration: number | null
  /** Focuses the button on mount: it replaces the pressed one. */
  isFocused: boolean
  children?: ReactNode
  /** Its drawing, of which a part from 0 to 1 has been heard. */
  wave?: (part: number) => ReactNode
}

/** A button to play and pause, and a timeline for seeking. */
export function VoiceControls(props: VoiceControlsProps) {
  return (
    <MediaProvider>
      <Controls {...props} />
    </MediaProvider>
  )
}

function Controls({ media, name, duration: knownDuration, isFocused, children, wave }: VoiceControlsProps) {
  const store = useMediaStore()
  const isPaused = useMediaSelector(({ mediaPaused = true }) => mediaPaused)
  const isWaiting = useMediaSelector(({ mediaLoading = false }) => mediaLoading)
  const second = useMediaSelector(({ mediaCurrentTime = 0 }) => mediaCurrentTime)
  const foundDuration = useMediaSelector(({ mediaDuration }) => mediaDuration)
  const row = useRef<HTMLDivElement>(null)
  const isOutOfSight = useIsOutOfSight(row)
  const duration = foundDuration && Number.isFinite(foundDuration) ? foundDuration : (knownDuration ?? 0)

  useEffect(() => {
    // Hides the browser's own player, which is shown if the button was pressed before the bundle loaded.
    media?.removeAttribute('style')
    store.dispatch({ type: MediaActionTypes.MEDIA_ELEMENT_CHANGE_REQUEST, detail: media })
    return () => store.dispatch({ type: MediaActionTypes.MEDIA_ELEMENT_CHANGE_REQUEST, detail: null })
  }, [store, media])

  const label = isPaused ? `Слушать: ${name}` : `Пауза: ${name}`
  const toggle = () =>
    store.dispatch({ type: isPaused ? MediaActionTypes.MEDIA_PLAY_REQUEST : MediaActionTypes.MEDIA_PAUSE_REQUEST })
  const icon = isPaused ? <PlayIcon fontSize="large" /> : <PauseIcon fontSize="large" />

  return (
    <Row ref={row}>
      <RoundButton ref={isFocused ? focusUnlessElsewhere : undefined} aria-label={label} onClick={toggle}>
        {icon}
      </RoundButton>
      <div>
        {children}
        {wave?.(duration > 0 ? Math.min(1, second / duration) : 0)}
        <Line>
          <input
            type="range"
            aria-label={`Место в записи: ${name}`}
            aria-valuetext={`${playingTime(second)} из ${playingTime(duration)}`}
            min={0}
            max={Math.max(duration, 1)}
            step="any"
            value={Math.min(second, Math.max(duration, 1))}
            onKeyDown={(event) => {
              const step = STEPS[event.key]
              if (step === undefined) return
              event.preventDefault()
              seek(second + step)
            }}
            onChange={({ target }) => seek(Number(target.value))}
          />
          <span aria-hidden>
            {isWaiting && !isPaused ? 'Загружается…' : `${playingTime(second)} / ${playingTime(duration)}`}
          </span>
        </Line>
      </div>
      {isOutOfSight && !isPaused && (
        <Floating data-over-foot>
          <RoundButton size="small" aria-label={label} onClick={toggle}>
            {icon}
          </RoundButton>
          <span>{name}</span>
        </Floating>
      )}
    </Row>
  )

  function seek(to: number): void {
    store.dispatch({ type: MediaActionTypes.MEDIA_SEEK_REQUEST, detail: Math.min(Math.max(0, to), duration) })
  }
}

/**
 * Focuses the button, unless the reader has moved the focus since the press. The pressed button is gone, so the focus is on the
 * body.
 */
function focusUnlessElsewhere(button: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || activeElement instanceof HTMLMediaElement) focusInPlace(button)
}

/** In seconds: how far a key seeks. */
const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
}
const BUTTON_SIZE = 56
/** For secondary buttons, too: recordings are also for old people. */
const SMALL_BUTTON_SIZE = 48

const RoundButton = styled(IconButton)(({ theme }) => ({
  width: BUTTON_SIZE,
  height: BUTTON_SIZE,
  flexShrink: 0,
  color: theme.vars?.palette.primary.contrastText,
  backgroundColor: theme.vars?.palette.primary.main,
  '&:hover': { backgroundColor: theme.vars?.palette.primary.dark },
}))

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  textAlign: 'start',
  '& > div:first-of-type': { flex: 1, minWidth: 0 },
  '@media (scripting: none), print': { '& > button, & label, & input': { display: 'none' } },
}))

/** With larger letters the time wraps below the timeline, which would otherwise be too short for seeking. */
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(1.5),
  '& > input': {
    flex: '1 1 120px',
    minWidth: 0,
    minHeight: SMALL_BUTTON_SIZE,
    margin: 0,
    accentColor: theme.vars?.palette.primary.main,
  },
  '& > span': {
    fontFamily: theme.typography.fontFamily,
    fontSize: '1rem',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    color: theme.vars?.palette.text.secondary,
  },
  '@media (scripting: none), print': { display: 'none' },
}))

/** Stays visible while the visitor reads elsewhere on the page. */
const Floating = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetBlockEnd: theme.spacing(2),
  // Above the bar of a phone.
  [theme.breakpoints.down('sm')]: { 'body:has([data-bar]) &': { insetBlockEnd: theme.spacing(8) } },
  insetInlineStart: '50%',
  transform: 'translateX(-50%)',
  zIndex: theme.zIndex.fab,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  maxWidth: `calc(100vw - ${theme.spacing(4)})`,
  padding: theme.spacing(0.5, 2.5, 0.5, 0.5),
  borderRadius: BUTTON_SIZE,
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  backgroundColor: theme.vars?.palette.background.paper,
  boxShadow: theme.shadows[4],
  fontFamily: theme.typography.h1.fontFamily,
  '& > button': { width: SMALL_BUTTON_SIZE, height: SMALL_BUTTON_SIZE },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '@media print': { display: 'none' },
}))

/** Whether an element is scrolled out of the viewport. */
function useIsOutOfSight(ref: RefObject<Element | null>): boolean {
  const [isOut, setOut] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setOut(!entries.at(-1)?.isIntersecting))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])

  return isOut
}
