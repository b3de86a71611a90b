import type { PaletteOptions } from '@mui/material/styles'

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
