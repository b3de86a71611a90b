import { styled } from '@mui/material/styles'
import type { CSSProperties } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { LoadFailed } from '@client/ui/Loading'
import { useInView } from '@client/ui/use-in-view'
import { useResumedPlayback } from '../voices/use-resumed-playback'
import { UNPLAYABLE } from '../voices/Voice'

export interface FilmProps {
  item: ArchiveItem
  name: string
  /** A new URL may be loading. */
  isRenewing: boolean
}

/**
 * Makes a player show a frame before it plays: without it, players of phones show nothing. Not the first frame, which is often
 * black.
 */
const FIRST_FRAME = '#t=0.1'

/** A film in its own proportions, with the browser's player. Its metadata loads shortly before it scrolls into view. */
export function Film({ item, name, isRenewing }: FilmProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { attach, source, isBroken, handleError, tryAgain } = useResumedPlayback(item.file_path)
  const { width, height, poster_path: poster, is_playable: isPlayable } = item

  return (
    <div ref={ref}>
      <Screen
        ref={attach}
        src={poster ? source : `${source}${FIRST_FRAME}`}
        controls
        playsInline
        preload={isInView ? 'metadata' : 'none'}
        aria-label={name}
        onError={handleError}
        {...(poster && { poster })}
        {...(width && height && { style: shapeOf(width, height) })}
      />
      {/* If few browsers play the film, the note below says what to do: a retry would not help. */}
      {isBroken && !isRenewing && isPlayable && <LoadFailed onRetry={tryAgain}>{UNPLAYABLE}</LoadFailed>}
    </div>
  )
}

/** In vh: the maximal height of a film, so that an upright one fits the window. */
const HIGHEST = 80

function shapeOf(width: number, height: number): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${((HIGHEST * width) / height).toFixed(2)}vh)` }
}

const Screen = styled('video')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  width: '100%',
  maxHeight: `${HIGHEST}vh`,
  marginInline: 'auto',
  aspectRatio: '16 / 9',
  objectFit: 'contain',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: '#000',
}))
