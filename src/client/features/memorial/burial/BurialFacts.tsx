import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Burial } from '@contract/burial'
import { BurialPhoto } from './BurialPhoto'
import { CoordinatesLine } from './CoordinatesLine'
import { MapArea } from './MapArea'

/** Where somebody is buried: in words, in coordinates that can be taken into a navigator, on a map. */
export function BurialFacts({ burial }: { burial: Burial | null }) {
  if (!burial) return <Typography color="textSecondary">Место захоронения не указано.</Typography>
  const { burial_address: address, burial_coordinates: coordinates, photo_path: photo } = burial
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {address && <Typography sx={{ maxWidth: '68ch', whiteSpace: 'pre-line' }}>{address}</Typography>}
      {coordinates && <CoordinatesLine>{coordinates}</CoordinatesLine>}
      {coordinates && <MapArea coordinates={coordinates} />}
      {photo && <BurialPhoto path={photo} />}
    </Box>
  )
}
