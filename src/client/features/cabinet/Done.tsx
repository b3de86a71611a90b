import Alert from '@mui/material/Alert'

/** Says in its place what the toast says too: five seconds are short. */
export function Done({ children }: { children: string }) {
  return (
    <Alert role="status" severity="success" variant="outlined">
      {children}
    </Alert>
  )
}
