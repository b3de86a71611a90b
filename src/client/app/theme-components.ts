import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'
import { FIELD_BORDERS } from '@client/ui/field-borders'
import { TARGET_SIZE } from '@client/ui/target-size'

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
      // A sticky bar must not cover the focused element.
      'html:has([data-editing])': { scrollPaddingTop: 140 },
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
  MuiLink: { defaultProps: { underline: 'always' }, styleOverrides: { root: { textUnderlineOffset: '0.2em' } } },
}
