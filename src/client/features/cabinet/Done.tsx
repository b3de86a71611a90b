import Alert from '@mui/material/Alert'

/** Reports a success in the page too, since the toast disappears after five seconds. */
export function Done({ children }: { children: string }) {
  return (
    <Alert role="status" severity="success" variant="outlined">
      {children}
    </Alert>
  )
}
