/** For an outlined button that is disabled by its role only, and so keeps the focus. */
export const LOOKS_DISABLED = {
  color: 'text.disabled',
  borderColor: 'divider',
  cursor: 'default',
  '&:hover': { borderColor: 'divider', backgroundColor: 'transparent' },
} as const
