import { styled } from '@mui/material/styles'
import { useFilePicture } from '@client/ui/form/use-file-picture'

/** A photo that is about to be sent, small. Of one that the browser can't show (most know no HEIC) its place stays empty. */
export function FilePreview({ file }: { file: File }) {
  const picture = useFilePicture(file)
  return (
    <Frame>
      <img {...picture} alt="" />
    </Frame>
  )
}

const SIZE = 88

const Frame = styled('span')(({ theme }) => ({
  display: 'block',
  flexShrink: 0,
  width: SIZE,
  height: SIZE,
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.divider,
  '& img:not([hidden])': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
}))
