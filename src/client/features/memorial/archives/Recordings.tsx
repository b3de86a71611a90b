import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import type { ArchiveKind } from '@contract/archive-kinds'
import { typeset } from '@contract/typeset'
import { LoadFailed } from '@client/ui/Loading'
import { useInView } from '@client/ui/use-in-view'
import { READING_WIDTH } from '../MemorialArticle'
import { ProposeButton } from '../VisitorLinks'
import { UNPLAYABLE, useResumedPlayback, Voice } from '../voices/Voice'
import { itemName, WhenAndWho } from './archive-texts'
import { nearestShape } from './photo-lists'

export interface RecordingsProps {
  kind: ArchiveKind
  items: ArchiveItem[]
  /** New URLs are loading. */
  isRenewing: boolean
  mayPropose: boolean
}

/** Recordings one below another, each with a player. */
export function Recordings({ kind, items, isRenewing, mayPropose }: RecordingsProps) {
  return (
    <RecordingList>
      {items.map((item, index) => (
        <li key={item.id}>
          <Recording kind={kind} item={item} name={itemName(kind, item, index)} isRenewing={isRenewing} />
          {mayPropose && (
            <ProposeButton
              memorialId={item.memorial_id}
              part={{ kind, item }}
              about={`подпись «${itemName(kind, item, index)}»`}
            />
          )}
        </li>
      ))}
    </RecordingList>
  )
}

interface RecordingProps {
  item: ArchiveItem
  name: string
  /** The title moves to the tools of the edit mode. */
  isEditing?: boolean
  isRenewing: boolean
}

export function Recording({ kind, ...props }: RecordingProps & { kind: ArchiveKind }) {
  return kind === 'audio' ? <SoundRecording {...props} /> : <FilmRecording {...props} />
}

function SoundRecording({ item, name, isEditing = false, isRenewing }: RecordingProps) {
  if (!item.is_playable) {
    return (
      <>
        {!isEditing && (
          <>
            <Title>{typeset(name)}</Title>
            <WhenAndWho item={item} />
          </>
        )}
        {item.is_being_prepared ? (
          <InPreparation>
            Готовим запись. Она появится здесь через несколько минут, страницу можно закрыть.
          </InPreparation>
        ) : (
          <ForFewBrowsers
            url={item.file_path}
            before="Эта запись хранится такой, какой её добавили, и звучит не во всех браузерах. Её можно"
            after="и послушать на своём устройстве."
          />
        )}
      </>
    )
  }
  return (
    <Voice url={item.file_path} name={name} duration={item.duration} isRenewing={isRenewing}>
      {!isEditing && (
        <>
          <Title>{typeset(name)}</Title>
          <WhenAndWho item={item} />
        </>
      )}
    </Voice>
  )
}

function FilmRecording({ item, name, isEditing = false, isRenewing }: RecordingProps) {
  return (
    <>
      {item.is_being_prepared ? (
        <InPreparation>Готовим видео. Оно появится здесь через несколько минут, страницу можно закрыть.</InPreparation>
      ) : (
        <>
          {(item.is_playable || FOR_SOME_BROWSERS.test(item.file_path)) && (
            <Film item={item} name={name} isRenewing={isRenewing} />
          )}
          {!item.is_playable && (
            <ForFewBrowsers
              url={item.file_path}
              before="Это видео хранится таким, каким его добавили, и его показывают не все браузеры. Его можно"
              after="и посмотреть на своём устройстве."
            />
          )}
        </>
      )}
      {!isEditing && (
        <>
          <Typography sx={{ mt: 1, whiteSpace: 'pre-line', textWrap: 'balance' }}>{typeset(name)}</Typography>
          <WhenAndWho item={item} />
        </>
      )}
    </>
  )
}

const Title = styled('p')(({ theme }) => ({
  margin: 0,
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.375rem',
  lineHeight: 1.35,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
}))

export const RecordingList = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(4),
  margin: 0,
  marginInline: 'auto',
  padding: 0,
  listStyle: 'none',
  maxWidth: READING_WIDTH,
}))

const NOTE = { mt: 1, '& .MuiAlert-message': { fontSize: '1.0625rem' } } as const

/** Replaces the player until the server has made a copy that every browser plays. */
function InPreparation({ children }: { children: string }) {
  return (
    <Alert severity="info" variant="outlined" role="status" sx={NOTE}>
      {children}
    </Alert>
  )
}

/** The files of which some browsers know the container, and others do not know the codec. */
const FOR_SOME_BROWSERS = /\.(mp4|mov|webm)(\?|$)/

/** Below a film that only some browsers show, or in place of a recording. */
function ForFewBrowsers({ url, before, after }: { url: string; before: string; after: string }) {
  return (
    <Alert severity="info" variant="outlined" icon={false} sx={NOTE}>
      {before}{' '}
      <Link href={url} download>
        скачать
      </Link>{' '}
      {after}
    </Alert>
  )
}

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
function Film({ item, name, isRenewing }: FilmProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { attach, source, isBroken, handleError, tryAgain } = useResumedPlayback(item.file_path)
  const { width, height, poster_path: poster, is_playable: isPlayable } = item

  return (
    <div ref={ref}>
      <Video
        ref={attach}
        src={poster ? source : `${source}${FIRST_FRAME}`}
        controls
        playsInline
        preload={isInView ? 'metadata' : 'none'}
        aria-label={name}
        onError={handleError}
        {...(poster && { poster })}
        {...(width && height && { 'data-shape': nearestShape(width / height) })}
      />
      {/* If few browsers play the film, the note below says what to do: a retry would not help. */}
      {isBroken && !isRenewing && isPlayable && <LoadFailed onRetry={tryAgain}>{UNPLAYABLE}</LoadFailed>}
    </div>
  )
}

/** In vh: the maximal height of a film, so that an upright one fits the window. */
const HIGHEST = 80

const Video = styled('video')(({ theme }) => ({
  display: 'block',
  width: `min(100%, var(--ratio, 1.7778) * ${HIGHEST}vh)`,
  marginInline: 'auto',
  aspectRatio: 'var(--ratio, 1.7778)',
  objectFit: 'contain',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: '#000',
}))
