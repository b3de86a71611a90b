import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useSettings } from '@client/ui/settings'

/** Whose map it is: those who draw it ask for nothing else. */
export function MapAttribution() {
  const { mapAttribution, mapAttributionUrl } = useSettings()
  return (
    <Box sx={CORNER}>
      <Link href={mapAttributionUrl} target="_blank" rel="noopener noreferrer" color="textPrimary" variant="caption">
        {mapAttribution}
      </Link>
    </Box>
  )
}

const CORNER = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  zIndex: 1000,
  px: 1,
  py: 0.375,
  bgcolor: 'background.paper',
  borderTopLeftRadius: 6,
  lineHeight: 1.4,
} as const
