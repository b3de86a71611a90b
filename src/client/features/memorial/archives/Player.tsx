import { styled } from '@mui/material/styles'
import type { ArchiveKind } from '@contract/archive'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useInView } from '@client/ui/use-in-view'
import { useResumedPlayback } from './use-resumed-playback'

const UNPLAYABLE = 'Не удалось воспроизвести запись.'

export interface PlayerProps {
  kind: ArchiveKind
  address: string
  name: string
  /** The address of a picture to show until a film plays. */
  poster?: string | null
  /** A new address may be loading. */
  isRenewing: boolean
}

/** The browser's own player. Of a video about to scroll into view only the metadata is loaded; of audio nothing. */
export function Player({ kind, address, name, poster, isRenewing }: PlayerProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { player, source, isBroken, handleError, tryAgain } = useResumedPlayback(address)
  const shown = { ref: player, src: source, controls: true, 'aria-label': name, onError: handleError }

  return (
    <div ref={ref}>
      {kind === 'video' ? (
        <Film {...shown} playsInline preload={isInView ? 'metadata' : 'none'} {...(poster && { poster })} />
      ) : (
        <Sound {...shown} preload="none" />
      )}
      {isBroken && !isRenewing && <LoadFailed onRetry={tryAgain}>{UNPLAYABLE}</LoadFailed>}
    </div>
  )
}

const Sound = styled('audio')({ display: 'block', width: '100%' })

const Film = styled('video')(({ theme }) => ({
  display: 'block',
  width: '100%',
  aspectRatio: '16 / 9',
  objectFit: 'contain',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: '#000',
}))
