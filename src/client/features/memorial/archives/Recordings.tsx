import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { typeset } from '@client/lib/typeset'
import { READING_WIDTH } from '../MemorialArticle'
import { itemName } from './archive-texts'
import { EditableItem } from './EditableItem'
import { FilmForFewBrowsers, FilmInPreparation } from './FilmNotes'
import type { PhotosProps } from './Photos'
import { Player } from './Player'
import { WhenAndWho } from './WhenAndWho'

export interface RecordingsProps extends PhotosProps {
  /** New addresses are loading. */
  isRenewing: boolean
}

/** Recordings one under another, each with its player. */
export function Recordings({ archive, items, isEditing, isRenewing }: RecordingsProps) {
  return (
    <Box component="ul" sx={LIST}>
      {items.map((item, index) => {
        const name = itemName(archive.kind, item, index)
        const player = item.is_being_prepared ? (
          <FilmInPreparation />
        ) : (
          <>
            <Player
              kind={archive.kind}
              address={item.file_path}
              name={name}
              poster={item.poster_path}
              isRenewing={isRenewing}
            />
            {archive.kind === 'video' && !item.is_playable && (
              <FilmForFewBrowsers address={item.file_path} isEditing={isEditing} />
            )}
          </>
        )
        return (
          <li key={item.id}>
            {isEditing ? (
              <EditableItem archive={archive} item={item} name={name}>
                {player}
              </EditableItem>
            ) : (
              <>
                {player}
                <Typography sx={{ mt: 1, whiteSpace: 'pre-line', textWrap: 'balance' }}>{typeset(name)}</Typography>
                <WhenAndWho item={item} />
              </>
            )}
          </li>
        )
      })}
    </Box>
  )
}

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
