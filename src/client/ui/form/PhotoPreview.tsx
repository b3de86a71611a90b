import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useFilePicture } from './use-file-picture'

/** The chosen photo, before it is sent; its name alone where the browser can't show such a file. */
export function PhotoPreview({ file }: { file: File }) {
  const picture = useFilePicture(file)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Box
        component="img"
        {...picture}
        alt="Выбранное фото"
        sx={{ width: 96, height: 120, objectFit: 'cover', borderRadius: 1, '&[hidden]': { display: 'none' } }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 9rem', overflowWrap: 'anywhere' }}>
        {file.name}
      </Typography>
    </Box>
  )
}
