import {
  type Components,
  createTheme,
  type CssVarsTheme,
  type PaletteOptions,
  type Shadows,
  shouldSkipGeneratingVar as isNeverVariable,
  type Theme,
  type TypographyStyle,
} from '@mui/material/styles'
import { FIELD_BORDERS, TARGET_SIZE } from '@client/ui/styles'

/** A warm near-white background, one deep colour, sand and clay. Every text on its background reaches a contrast of 4.5:1. */
export const LIGHT_PALETTE = {
  background: { default: '#faf7f2', paper: '#fffdf9' },
  text: { primary: '#2b2f2e', secondary: '#5a605e', disabled: '#686e6c' },
  primary: { main: '#23403f', light: '#3c5f5d', dark: '#162b2a', contrastText: '#fffdf9' },
  secondary: { main: '#8a5a3c', light: '#a97c5f', dark: '#6a4229', contrastText: '#fffdf9' },
  error: { main: '#9b3328', contrastText: '#fffdf9' },
  warning: { main: '#80560f', contrastText: '#fffdf9' },
  info: { main: '#3b5f74', contrastText: '#fffdf9' },
  success: { main: '#3d6546', contrastText: '#fffdf9' },
  divider: '#e3dacb',
} satisfies PaletteOptions

/** The same palette in the dark. */
export const DARK_PALETTE = {
  background: { default: '#1b1815', paper: '#24201c' },
  text: { primary: '#e9e2d6', secondary: '#b9b2a6', disabled: '#959085' },
  primary: { main: '#a9c9c4', light: '#c6ddd9', dark: '#86aca6', contrastText: '#14211f' },
  secondary: { main: '#d9b394', light: '#e8cdb6', dark: '#bd9272', contrastText: '#241910' },
  error: { main: '#eda596', contrastText: '#2b110c' },
  warning: { main: '#dfbf85', contrastText: '#251a06' },
  info: { main: '#a5c4d6', contrastText: '#10202a' },
  success: { main: '#a8cbaf', contrastText: '#122016' },
  divider: '#413a32',
} satisfies PaletteOptions

type Themed = Omit<Theme, 'components'> & CssVarsTheme

/** MUI's default text sizes of buttons are smaller than the text around them. */
const BUTTON_TEXT = [
  { props: { size: 'small' as const }, style: { fontSize: '1rem' } },
  { props: { size: 'large' as const }, style: { fontSize: '1.125rem', minHeight: 52, paddingInline: 28 } },
]

const focusRing = {
  outline: '3px solid var(--mui-palette-secondary-main)',
  outlineOffset: 2,
}

/** Defaults and styles of the MUI components. */
export const components: Components<Themed> = {
  MuiCssBaseline: {
    styleOverrides: {
      html: { scrollPaddingTop: 24 },
      // A sticky bar must not cover the focused element, nor a heading that is scrolled to.
      'html:has([data-editing])': { scrollPaddingTop: 96, '@media (max-width: 599.95px)': { scrollPaddingTop: 72 } },
      // With large letters a word may be wider than a narrow screen, also in a grid or next to something.
      body: { overflowWrap: 'break-word', '@media (max-width: 360px)': { overflowWrap: 'anywhere' } },
      'a, button, input, textarea, select, [tabindex]': { '&:focus-visible': focusRing },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: TARGET_SIZE,
        paddingInline: 20,
        borderRadius: 6,
        textAlign: 'center',
        '&[hidden]': { display: 'none' },
        variants: BUTTON_TEXT,
      },
    },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: TARGET_SIZE, minHeight: TARGET_SIZE } } },
  MuiMenuItem: {
    styleOverrides: { root: { minHeight: TARGET_SIZE, '@media (min-width:600px)': { minHeight: TARGET_SIZE } } },
  },
  // As high as its text, which takes two lines with large letters on a narrow screen.
  MuiChip: {
    styleOverrides: {
      root: { height: 'auto', minHeight: 32, maxWidth: '100%', fontSize: '0.9375rem' },
      label: { paddingBlock: 4, whiteSpace: 'normal', overflowWrap: 'anywhere' },
    },
  },
  MuiCheckbox: { styleOverrides: { root: { padding: 11 } } },
  MuiInputBase: {
    // Placeholders are read too.
    styleOverrides: {
      input: ({ theme }) => ({
        '&::placeholder': { opacity: 1, color: theme.vars.palette.text.secondary },
        '&:placeholder-shown': { textOverflow: 'ellipsis' },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper }),
      notchedOutline: ({ theme }) => ({
        borderColor: FIELD_BORDERS.light,
        ...theme.applyStyles('dark', { borderColor: FIELD_BORDERS.dark }),
      }),
    },
  },
  // When off, it has the contrast of a field's border: grey on a track, with its thumb inside.
  MuiSwitch: {
    styleOverrides: {
      root: { padding: 8 },
      switchBase: ({ theme }) => ({
        '&, &.Mui-disabled, &.Mui-checked, &.Mui-checked.Mui-disabled': { color: theme.vars.palette.background.paper },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.4 },
      }),
      thumb: { width: 16, height: 16, margin: 2, boxShadow: 'none' },
      track: ({ theme }) => ({
        borderRadius: 11,
        opacity: 1,
        backgroundColor: FIELD_BORDERS.light,
        ...theme.applyStyles('dark', { backgroundColor: FIELD_BORDERS.dark }),
      }),
    },
  },
  // On a phone the buttons fill their rows: side by side where they fit, else stacked.
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        gap: 8,
        padding: '16px 24px',
        '@media (max-width: 599.95px)': { '& > *': { flexGrow: 1 } },
      },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.5rem', lineHeight: 1.3 } } },
  MuiTextField: { defaultProps: { fullWidth: true } },
  MuiFormHelperText: { styleOverrides: { root: { fontSize: '0.9375rem', whiteSpace: 'pre-line' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // An elevated Paper has a style attribute, which the Content Security Policy blocks in rendered pages.
  MuiAlert: {
    defaultProps: { slotProps: { root: { variant: 'outlined' } as object } },
    styleOverrides: { standard: { border: 'none' } },
  },
  MuiLink: { defaultProps: { underline: 'always' }, styleOverrides: { root: { textUnderlineOffset: '0.2em' } } },
}

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
