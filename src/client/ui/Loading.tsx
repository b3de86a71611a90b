import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { TARGET_SIZE } from './target-size'

export interface LoadingProps {
  text?: string
}

/** Says that something is loading. The children are skeletons that keep its place; screen readers skip them. */
export function Loading({ text = 'Загрузка...', children }: PropsWithChildren<LoadingProps>) {
  return (
    <Box aria-busy data-needs-script>
      <Typography
        role="status"
        color="textSecondary"
        sx={{ minHeight: TARGET_SIZE, display: 'flex', alignItems: 'center' }}
      >
        {text}
      </Typography>
      <div aria-hidden>{children}</div>
    </Box>
  )
}
