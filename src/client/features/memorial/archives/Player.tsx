import { styled } from '@mui/material/styles'
import type { ArchiveKind } from '@contract/archive'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useNear } from '@client/ui/use-near'
import { useLastingPlayback } from './use-lasting-playback'

const UNPLAYABLE = 'Не удалось воспроизвести запись.'

export interface PlayerProps {
  kind: ArchiveKind
  address: string
  name: string
  /** A new address may be on its way. */
  isRenewing: boolean
}

/** The browser's own player. Of a film that comes near only its beginning is read, of sound nothing until it is played. */
export function Player({ kind, address, name, isRenewing }: PlayerProps) {
  const { ref, isNear } = useNear<HTMLDivElement>()
  const { player, source, isBroken, lookWhy, tryAgain } = useLastingPlayback(address)
  const shown = { ref: player, src: source, controls: true, 'aria-label': name, onError: lookWhy }

  return (
    <div ref={ref}>
      {kind === 'video' ? (
        <Film {...shown} playsInline preload={isNear ? 'metadata' : 'none'} />
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
