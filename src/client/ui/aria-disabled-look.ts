/** For an outlined button that is disabled by `aria-disabled` only, so that it can have the focus. */
export const ARIA_DISABLED_LOOK = {
  color: 'text.disabled',
  borderColor: 'divider',
  cursor: 'default',
  '&:hover': { borderColor: 'divider', backgroundColor: 'transparent' },
} as const
