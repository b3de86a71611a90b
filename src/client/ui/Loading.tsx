import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { typeset } from '@contract/typeset'
import { passFocusUp } from './focus'
import { CARD_PADDING, TARGET_SIZE } from './styles'

interface LoadingProps {
  text?: string
  /**
   * For a single line of text: it is placed in the upper left corner of the first skeleton, which reserves that space,
   * so that nothing moves when the content arrives.
   */
  isInFirstCard?: boolean
}

/** A loading indicator. The children are skeletons that reserve the space; screen readers skip them. */
export function Loading({ text = 'Загрузка...', isInFirstCard, children }: PropsWithChildren<LoadingProps>) {
  return (
    <Box aria-busy data-needs-script sx={{ position: 'relative' }}>
      <Typography role="status" color="textSecondary" sx={isInFirstCard ? IN_FIRST_CARD : ABOVE}>
        {text}
      </Typography>
      <div aria-hidden>{children}</div>
    </Box>
  )
}

const ABOVE = { minHeight: TARGET_SIZE, display: 'flex', alignItems: 'center' } as const
const IN_FIRST_CARD = {
  position: 'absolute',
  zIndex: 1,
  p: CARD_PADDING,
  // The space that a skeleton reserves is too low for larger letters.
  'html[data-letters] &': { position: 'static', px: 0, pt: 0 },
} as const

interface LoadFailedProps {
  children: string
  /** Fetches again. Without it there is no button. */
  onRetry?: () => void
}

/** The message for a failed fetch. */
export function LoadFailed({ children, onRetry }: LoadFailedProps) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        onRetry && (
          <Button ref={passFocusUp} color="inherit" onClick={onRetry}>
            Повторить
          </Button>
        )
      }
      sx={ALERT_WITH_BUTTON}
    >
      {children}
    </Alert>
  )
}

/**
 * For an alert with a button: on a phone the button wraps below the text, and the icon stays next to the first line.
 */
export const ALERT_WITH_BUTTON = {
  alignItems: 'flex-start',
  flexWrap: 'wrap',
  '.MuiAlert-root + &': { mt: 2 },
  '& .MuiAlert-message': { flex: '1 1 min(220px, 100% - 36px)', fontSize: '1.0625rem' },
  '& .MuiAlert-action': { alignSelf: 'center', pt: 0, ml: 'auto', mr: 0 },
} as const

interface EmptyStateProps {
  title: string
  hint?: string
  /** What else to try, on a line of its own. */
  advice?: string
}

/** Explains an empty list, and suggests what to do. The children are the buttons for that. */
export function EmptyState({ title, hint, advice, children }: PropsWithChildren<EmptyStateProps>) {
  return (
    <Box sx={{ py: { xs: 6, md: 10 }, px: 2, textAlign: 'center' }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {hint && (
        <Typography color="textSecondary" sx={{ mt: 1.5, mx: 'auto', maxWidth: '48ch', textWrap: 'balance' }}>
          {typeset(hint)}
        </Typography>
      )}
      {advice && <Typography sx={{ mt: 1 }}>{typeset(advice)}</Typography>}
      {children && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>{children}</Box>
      )}
    </Box>
  )
}
