import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useState } from 'react'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useResumedPlayback } from './use-resumed-playback'

/** What is said where a recording or a film does not play. */
export const UNPLAYABLE = 'Не удалось воспроизвести запись.'

export interface VoiceProps {
  address: string
  name: string
  /** In seconds, until the browser knows it. */
  duration: number | null
  /** A new address may be loading. */
  isRenewing?: boolean
  /** What stands there until the recording is first played; the controls from the beginning when absent. */
  closed?: (play: () => void) => ReactNode
  /** The title, above the line of time. */
  children?: ReactNode
}

const VoiceControls = lazyChunk(async () => (await import('./VoiceControls')).VoiceControls, {
  Loading: ControlsLoading,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить проигрыватель.</LoadFailed>,
})

/** A recording of sound with controls of our own. Nothing of it is loaded before it is played. */
export function Voice({ address, name, duration, isRenewing = false, closed, children }: VoiceProps) {
  const { player, attach, source, isBroken, handleError, tryAgain } = useResumedPlayback(address)
  const [isOpen, setOpen] = useState(!closed)

  const attachPlayer = useCallback(
    (element: HTMLMediaElement | null) => {
      attach(element)
      // The button was pressed before the program loaded: the browser's own player is shown until the controls load.
      if (element?.style.display) setOpen(true)
    },
    [attach],
  )

  /** At once, since browsers let a page play only in answer to a press. */
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
