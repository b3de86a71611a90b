import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { MemorialCard } from '@contract/memorial'
import { lifeInWords } from '@client/lib/days'
import { fullName } from '@contract/names'
import { PageTitle } from '@client/ui/Page'
import { Photo } from '@client/ui/Photo'

/** Who it is: photo, name, the days of a life. */
export function MemorialHead({ memorial }: { memorial: MemorialCard }) {
  const name = fullName(memorial)
  return (
    <Box component="header" sx={HEAD}>
      <PageTitle>{name}</PageTitle>
      <Box sx={FRAME}>
        <Photo path={memorial.photo_path} alt={`Фото: ${name}`} sizes={PHOTO_WIDTH} ratio="4 / 5" isFirst />
      </Box>
      <Box>
        <Typography variant="h1">{name}</Typography>
        <Typography variant="h3" component="p" color="textSecondary" sx={{ mt: 2, fontWeight: 400 }}>
          {lifeInWords(memorial)}
        </Typography>
      </Box>
    </Box>
  )
}

const PHOTO_WIDTH = '(min-width: 900px) 320px, (min-width: 600px) 260px, 260px'

const HEAD = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '260px 1fr', md: '320px 1fr' },
  gap: { xs: 3, sm: 4, md: 6 },
  alignItems: 'center',
  justifyItems: { xs: 'center', sm: 'start' },
  textAlign: { xs: 'center', sm: 'start' },
} as const

const FRAME = {
  width: '100%',
  maxWidth: { xs: 260, sm: 'none' },
  borderRadius: 1.5,
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
} as const
