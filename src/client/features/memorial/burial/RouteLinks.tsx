import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useSyncExternalStore } from 'react'
import { DirectionsIcon } from '@client/ui/icons'
import { readCoordinates } from '@contract/coordinates'
import { TARGET_SIZE } from '@client/ui/styles'
import { type Platform, platformOf, routesTo } from './route-addresses'

/** Links to a grave in the map apps of the reader. They open without scripts too. */
export function RouteLinks({ coordinates }: { coordinates: string }) {
  // The server does not know the device.
  const platform = useSyncExternalStore<Platform>(
    neverChanges,
    () => platformOf(navigator),
    () => 'other',
  )
  const point = readCoordinates(coordinates)
  if (!point) return null

  return (
    <Box component="details" sx={ROUTES}>
      <Box component="summary">
        <DirectionsIcon fontSize="small" aria-hidden />
        Проложить маршрут
      </Box>
      <Box component="ul">
        {routesTo(point, platform).map(({ label, href }) => (
          <li key={label}>
            <Link
              href={href}
              {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
              sx={{ display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE, px: 1.5 }}
            >
              {label}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

const neverChanges = () => () => undefined

/** Closed, it looks like the buttons next to it; open, the list takes a line of its own. */
const ROUTES = {
  textAlign: 'center',
  '&[open]': { flexBasis: '100%' },
  '& summary': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    minHeight: TARGET_SIZE,
    px: 1,
    borderRadius: 1,
    typography: 'button',
    fontSize: '0.9375rem',
    color: 'primary.main',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { bgcolor: 'action.hover' },
  },
  '@media (max-width: 599.95px)': { 'html[data-letters] & summary': { fontSize: 'min(1.0625rem, 7vw)' } },
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    m: 0,
    p: 0,
    listStyle: 'none',
  },
  '@media print': { display: 'none' },
} as const
