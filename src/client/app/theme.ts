import {
  createTheme,
  shouldSkipGeneratingVar as isNeverVariable,
  type Shadows,
  type TypographyStyle,
} from '@mui/material/styles'
import { components } from './theme-components'
import { DARK_PALETTE, LIGHT_PALETTE } from './palette'

/** start.css defines these fonts. */
const SERIF = 'var(--serif)'
const SANS = 'var(--sans)'

const heading = (size: string, lineHeight: number): TypographyStyle => ({
  fontFamily: SERIF,
  fontWeight: 700,
  fontSize: size,
  lineHeight,
  letterSpacing: 0,
  textWrap: 'balance',
  overflowWrap: 'break-word',
})

/** Material UI components that no page uses. Every page carries the variables of all others. */
const PARTS_NOT_USED =
  /^(AppBar|Avatar|FilledInput|Slider|SnackbarContent|SpeedDialAction|StepConnector|StepContent|TableCell)$/

function shouldSkipGeneratingVar(keys: string[]): boolean {
  const [group, part = ''] = keys
  if (group === 'overlays') return true
  return (group === 'palette' && PARTS_NOT_USED.test(part)) || isNeverVariable(keys)
}

/** For what floats above the page: menus and dialogs. Everything else is flat. */
const SHADOWS = ['none', ...Array.from({ length: 24 }, () => '0 2px 12px rgb(0 0 0 / 18%)')] as Shadows

/** Colours follow `prefers-color-scheme` in CSS alone, so a server-rendered page is right before any script runs. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media', shouldSkipGeneratingVar },
  colorSchemes: { light: { palette: LIGHT_PALETTE }, dark: { palette: DARK_PALETTE } },
  shape: { borderRadius: 6 },
  shadows: SHADOWS,
  typography: {
    htmlFontSize: 16,
    fontFamily: SANS,
    body1: { fontSize: '1.0938rem', lineHeight: 1.65 },
    body2: { fontSize: '1rem', lineHeight: 1.6 },
    caption: { fontSize: '0.9375rem', lineHeight: 1.5, letterSpacing: 0 },
    subtitle1: { fontSize: '1.1875rem', lineHeight: 1.55 },
    subtitle2: { fontSize: '1.0625rem', lineHeight: 1.5, fontWeight: 600 },
    overline: { fontSize: '0.875rem', letterSpacing: '0.06em', lineHeight: 1.6 },
    button: { fontSize: '1.0625rem', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
    h1: heading('clamp(1.875rem, 1.4rem + 2.2vw, 2.75rem)', 1.2),
    h2: heading('clamp(1.5rem, 1.3rem + 1vw, 2rem)', 1.25),
    h3: heading('clamp(1.3125rem, 1.2rem + 0.5vw, 1.5rem)', 1.3),
    h4: heading('1.25rem', 1.35),
    h5: heading('1.125rem', 1.4),
    h6: heading('1.0625rem', 1.4),
  },
  components,
})
