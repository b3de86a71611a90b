import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useState } from 'react'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'
import { useResumedPlayback } from './use-resumed-playback'

/** The text for a recording or a film that does not play. */
export const UNPLAYABLE = 'Не удалось воспроизвести запись.'

export interface VoiceProps {
  address: string
  name: string
  /** In seconds, until the browser knows it. */
  duration: number | null
  /** A new URL may be loading. */
  isRenewing?: boolean
  /** Rendered until the recording is first played; if absent, the controls are shown from the start. */
  closed?: (play: () => void) => ReactNode
  /** The title, above the timeline. */
  children?: ReactNode
}

const VoiceControls = lazyChunk(async () => (await import('./VoiceControls')).VoiceControls, {
  Loading: ControlsLoading,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить проигрыватель.</LoadFailed>,
})

/** A sound recording with our own controls. Loads nothing before it is played. */
export function Voice({ address, name, duration, isRenewing = false, closed, children }: VoiceProps) {
  const { player, attach, source, isBroken, handleError, tryAgain } = useResumedPlayback(address)
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
    <div>
      <Sound ref={attachPlayer} src={source} preload="none" controls aria-label={name} onError={handleError} />
      {isOpen ? (
        <VoiceControls media={player} name={name} duration={duration} isFocused={!!closed}>
          {children}
        </VoiceControls>
      ) : (
        closed?.(open)
      )}
      {isBroken && !isRenewing && <LoadFailed onRetry={tryAgain}>{UNPLAYABLE}</LoadFailed>}
    </div>
  )
}

/** As high as the controls; hidden while the browser's own player is shown. */
function ControlsLoading() {
  return <Place aria-busy />
}

const Place = styled('div')({ minHeight: 80, 'audio[style] + &': { display: 'none' } })

/** The browser's own player, for pages without scripts. */
const Sound = styled('audio')({
  display: 'none',
  width: '100%',
  '@media (scripting: none)': { display: 'block' },
})
