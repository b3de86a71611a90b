import { styled } from '@mui/material/styles'
import type { ArchiveKind } from '@contract/archive'
import { useFilePicture } from '@client/ui/form/use-file-picture'
import { FilmIcon, PhotoIcon } from '@client/ui/tool-icons'

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
export function FilePreview({ kind, file, onBroken }: FilePreviewProps) {
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
