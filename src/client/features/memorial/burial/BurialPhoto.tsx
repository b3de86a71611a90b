import Box from '@mui/material/Box'
import { Photo, type StoredPicture } from '@client/ui/Photo'

export function BurialPhoto(photo: StoredPicture) {
  return (
    <Box sx={{ borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
      <Photo {...photo} alt="Фото места захоронения" sizes="(min-width: 688px) 640px, 94vw" frame="grave" />
    </Box>
  )
}
