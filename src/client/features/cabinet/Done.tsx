import Alert from '@mui/material/Alert'
import type { PropsWithChildren } from 'react'

/** Reports a success in the page too, since the toast disappears after five seconds. */
export function Done({ children }: PropsWithChildren) {
  return (
    <Alert role="status" severity="success" variant="outlined">
      {children}
    </Alert>
  )
}
