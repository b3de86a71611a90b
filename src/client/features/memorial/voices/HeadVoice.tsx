import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ADVANCED } from '@contract/memorial-terms'
import type { Memorial } from '@contract/memorial'
import { useGetArchiveQuery } from '@client/api/archive-api'
import { playingTime } from '@client/lib/formats'
import { PlayIcon } from '@client/ui/icons'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { Voice } from './Voice'

const HEAR = 'Услышать голос'

/** The first recording of a memorial, which plays while the visitor reads; renders nothing if there is none. */
export function HeadVoice({ memorial }: { memorial: Memorial }) {
  const query = useGetArchiveQuery(
    { kind: 'audio', memorialId: memorial.id },
    { skip: memorial.profile_rate !== ADVANCED },
  )
  const renew = useMediaRefetch(query)
  const recording = query.data?.[0]
  if (!recording) return null

  const { duration, description, file_path } = recording
  return (
    <Frame onErrorCapture={renew}>
      <Voice
        key={recording.id}
        address={file_path}
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

const Frame = styled('div')(({ theme }) => ({ maxWidth: 480, margin: theme.spacing(2.5, 'auto', 0.5) }))

/** No line ends with the dot. */
const Whole = styled('span')({ whiteSpace: 'nowrap' })

const BUTTON = { minHeight: 48, '@media print, (scripting: none)': { display: 'none' } } as const
