import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { counted, FILES } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { megabytes, onOneLine } from '@client/lib/formats'
import { useFilePicture } from '@client/ui/form/picture'
import { pictureNote } from '@client/ui/form/picture-kinds'
import { FilmIcon, PhotoIcon } from '@client/ui/tool-icons'
import { DescriptionField } from './captions'

export interface ChosenFilesProps {
  kind: ArchiveKind
  files: File[]
  /** What becomes of a file, where its owner would not expect it. */
  fateOf: (file: File) => string | undefined
  onRemove: (file: File) => void
}

/** Hundreds of previews and fields would take seconds to show, and no one looks at more at a time. */
const SHOWN_AT_ONCE = 24

/** Files that are about to be sent: preview, name and size, and a caption for each if there are several. */
export function ChosenFiles({ kind, files, fateOf, onRemove }: ChosenFilesProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const more = files.length - shown
  if (files.length === 0) return null
  return (
    <>
      <List aria-label="Выбранные файлы">
        {files.slice(0, shown).map((file, index) => (
          <ChosenFile key={index} kind={kind} file={file} fate={fateOf(file)} onRemove={() => onRemove(file)}>
            {files.length > 1 && <DescriptionField index={index} />}
          </ChosenFile>
        ))}
      </List>
      {more > 0 && (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 2 }}>
          <Typography variant="body2">
            {typeset(`И ещё ${counted(more, FILES)}. Описать их можно и потом, на странице.`)}
          </Typography>
          <Button variant="outlined" size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Показать ещё {Math.min(more, SHOWN_AT_ONCE)}
          </Button>
        </Box>
      )}
    </>
  )
}

interface ChosenFileProps {
  kind: ArchiveKind
  file: File
  fate: string | undefined
  onRemove: () => void
}

function ChosenFile({ kind, file, fate, onRemove, children }: PropsWithChildren<ChosenFileProps>) {
  const [broken, setBroken] = useState<File>()
  const note = kind === 'photo' ? (pictureNote(file) ?? (broken === file ? SEEN_LATER : undefined)) : fate
  return (
    <li>
      {kind !== 'audio' && <FilePreview kind={kind} file={file} onBroken={() => setBroken(file)} />}
      <div>
        <header>
          <Typography variant="body2" sx={{ flex: '1 1 10rem', minWidth: 0, overflowWrap: 'anywhere' }}>
            {file.name}, {onOneLine(megabytes(file.size))}
          </Typography>
          <Button
            size="small"
            color="inherit"
            sx={{ flexShrink: 0, px: 1, ml: -1 }}
            aria-label={`Убрать ${file.name}`}
            onClick={onRemove}
          >
            Убрать
          </Button>
        </header>
        {note && (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {typeset(note)}
          </Typography>
        )}
        {children}
      </div>
    </li>
  )
}

/** For HEIC, which phones make and most browsers cannot show. The server can read it. */
const SEEN_LATER = 'Здесь это фото пока не видно. Его можно отправить: на странице оно появится.'

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  textAlign: 'start',
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: theme.spacing(2) },
  // With large letters, the text wraps below the picture, and the button below the name.
  '& > li > div': { flex: '1 1 9rem', minWidth: 0 },
  '& header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1),
    marginBlockEnd: theme.spacing(1),
  },
}))

export interface FilePreviewProps {
  kind: Exclude<ArchiveKind, 'audio'>
  file: File
  /** Called if the browser can't show the file. */
  onBroken: () => void
}

/**
 * A small preview of a photo or a film that is about to be sent. If the browser can't show it (most don't know HEIC), an icon
 * of its kind.
 */
function FilePreview({ kind, file, onBroken }: FilePreviewProps) {
  return (
    <Frame onErrorCapture={onBroken}>
      {kind === 'photo' ? <PhotoPreview file={file} /> : <FilmPreview file={file} />}
    </Frame>
  )
}

function PhotoPreview({ file }: { file: File }) {
  const picture = useFilePicture(file)
  return (
    <>
      <img {...picture} alt="" />
      {picture.hidden && <PhotoIcon aria-hidden />}
    </>
  )
}

/** The first frame of a film. */
function FilmPreview({ file }: { file: File }) {
  const film = useFilePicture<HTMLVideoElement>(file)
  return (
    <>
      <video {...film} aria-hidden muted playsInline preload="metadata" tabIndex={-1} />
      {film.hidden && <FilmIcon aria-hidden />}
    </>
  )
}

const SIZE = 88

const Frame = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: SIZE,
  height: SIZE,
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  color: theme.vars?.palette.text.secondary,
  backgroundColor: theme.vars?.palette.divider,
  '& > :is(img, video):not([hidden])': { display: 'block', width: SIZE, height: SIZE, objectFit: 'cover' },
  '& > svg': { fontSize: '2.25rem' },
}))
