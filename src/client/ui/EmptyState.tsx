import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { typeset } from '@contract/typeset'

export interface EmptyStateProps {
  title: string
  hint?: string
}

/** Explains an empty list, and suggests what to do. The children are the buttons for that. */
export function EmptyState({ title, hint, children }: PropsWithChildren<EmptyStateProps>) {
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
      {children && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>{children}</Box>
      )}
    </Box>
  )
}
