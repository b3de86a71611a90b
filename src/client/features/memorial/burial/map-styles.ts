import type { SxProps, Theme } from '@mui/material/styles'
import { MAP_HEIGHT } from './map-placeholders'
import { TARGET_SIZE } from '@client/ui/styles'

/** The map in the colours of the page. Selectors are doubled, since Leaflet's own style sheet comes after ours. */
export const MAP_FRAME: SxProps<Theme> = (theme) => ({
  position: 'relative',
  // Leaflet's z-indexes would otherwise lie above our header and dialogs.
  isolation: 'isolate',
  height: MAP_HEIGHT,
  borderRadius: 1.5,
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
  '&& .leaflet-container': { font: 'inherit', bgcolor: 'divider', outlineOffset: '-3px' },
  '&& .leaflet-bar': { border: 1, borderColor: 'divider', borderRadius: 1.5, overflow: 'hidden' },
  '&& .leaflet-bar a': {
    width: TARGET_SIZE,
    height: TARGET_SIZE,
    lineHeight: `${TARGET_SIZE - 2}px`,
    fontSize: '1.5rem',
    color: 'text.primary',
    bgcolor: 'background.paper',
    borderColor: 'divider',
    outlineOffset: '-3px',
    '&:hover': { bgcolor: 'background.default' },
    '&.leaflet-disabled': { color: 'text.disabled' },
  },
  '& .map-pin path': {
    fill: 'var(--mui-palette-primary-main)',
    stroke: 'var(--mui-palette-primary-contrastText)',
    strokeWidth: 2,
  },
  '& .map-pin circle': { fill: 'var(--mui-palette-primary-contrastText)' },
  '&& .map-outline': { bgcolor: '#dbe5e8' },
  '&& .map-city': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    boxShadow: 'none',
    color: '#3c372f',
    fontSize: '0.75rem',
    textShadow: '0 0 3px #fffaf0, 0 0 3px #fffaf0, 0 0 3px #fffaf0',
    '&::before': { display: 'none' },
  },
  // Maps are drawn for daylight; dimmed ones stay legible, and aerial photos stay natural.
  ...theme.applyStyles('dark', {
    '& .leaflet-tile-pane': { filter: 'brightness(0.72) contrast(1.05)' },
    '&& .map-outline': { bgcolor: '#9fabaf' },
    '&& .map-city': { textShadow: '0 0 3px #b8b4ac, 0 0 3px #b8b4ac, 0 0 3px #b8b4ac' },
  }),
})

/** The middle of the map, where the keyboard's button places the marker. */
export const CROSSHAIR: SxProps<Theme> = {
  position: 'absolute',
  zIndex: 450,
  inset: 0,
  m: 'auto',
  width: 24,
  height: 24,
  pointerEvents: 'none',
  border: '2px solid #2b2f2e',
  borderRadius: '50%',
  // Visible on dark ground too, as on aerial photos.
  outline: '1px solid #fffdf9',
  opacity: 0.75,
}
