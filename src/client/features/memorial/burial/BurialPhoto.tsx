import Box from '@mui/material/Box'
import { Photo } from '@client/ui/Photo'

export function BurialPhoto({ path }: { path: string }) {
  return (
    <Box sx={{ maxWidth: 560, borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
      <Photo path={path} alt="Фото места захоронения" sizes="(min-width: 640px) 560px, 92vw" ratio="4 / 3" />
    </Box>
  )
}
