import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import { typeset } from '@contract/typeset'
import { READING_WIDTH } from '../MemorialArticle'
import { Voice } from '../voices/Voice'
import { itemName } from './archive-texts'
import { DraggableItem } from './DraggableItem'
import { EditableItem } from './EditableItem'
import { Film } from './Film'
import { FilmForFewBrowsers, FilmInPreparation } from './FilmNotes'
import type { PhotosProps } from './Photos'
import { WhenAndWho } from './WhenAndWho'

export interface RecordingsProps extends PhotosProps {
  /** New addresses are loading. */
  isRenewing: boolean
}

/** Recordings one under another, each with its player. */
export function Recordings({ archive, items, isEditing, isRenewing }: RecordingsProps) {
  return (
    <Box component="ul" data-not-printed sx={isEditing ? LIST_WITH_TOOLS : LIST}>
      {items.map((item, index) => {
        const shown = { item, name: itemName(archive.kind, item, index), isEditing, isRenewing }
        const recording = archive.kind === 'audio' ? <SoundRecording {...shown} /> : <FilmRecording {...shown} />
        return isEditing ? (
          <DraggableItem key={item.id} itemId={item.id}>
            <EditableItem archive={archive} item={item} name={shown.name}>
              {recording}
            </EditableItem>
          </DraggableItem>
        ) : (
          <li key={item.id}>{recording}</li>
        )
      })}
    </Box>
  )
}

interface RecordingProps {
  item: ArchiveItem
  name: string
  isEditing: boolean
  isRenewing: boolean
}

function SoundRecording({ item, name, isEditing, isRenewing }: RecordingProps) {
  return (
    <Voice address={item.file_path} name={name} duration={item.duration} isRenewing={isRenewing}>
      {!isEditing && (
        <>
          <Title>{typeset(name)}</Title>
          <WhenAndWho item={item} />
        </>
      )}
    </Voice>
  )
}

function FilmRecording({ item, name, isEditing, isRenewing }: RecordingProps) {
  return (
    <>
      {item.is_being_prepared ? (
        <FilmInPreparation />
      ) : (
        <>
          <Film item={item} name={name} isRenewing={isRenewing} />
          {!item.is_playable && <FilmForFewBrowsers address={item.file_path} isEditing={isEditing} />}
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

const LIST = {
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  m: 0,
  mx: 'auto',
  p: 0,
  listStyle: 'none',
  maxWidth: READING_WIDTH,
} as const

/** Words stand where the tools below them begin. */
const LIST_WITH_TOOLS = { ...LIST, textAlign: 'start' } as const
