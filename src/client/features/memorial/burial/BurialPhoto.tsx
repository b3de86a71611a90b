import Box from '@mui/material/Box'
import { Photo, type StoredPicture } from '@client/ui/Photo'

export function BurialPhoto(photo: StoredPicture) {
  return (
    <Box sx={{ maxWidth: 560, borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
      <Photo {...photo} alt="Фото места захоронения" sizes="(min-width: 640px) 560px, 92vw" frame="grave" />
    </Box>
  )
}
