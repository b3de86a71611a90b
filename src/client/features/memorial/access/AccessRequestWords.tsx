import Typography from '@mui/material/Typography'
import type { AccessRequest } from '@contract/access'

/** Who asks for access, and what they wrote. */
export function AccessRequestWords({
  request: { name, email, text },
}: {
  request: Pick<AccessRequest, 'name' | 'email' | 'text'>
}) {
  return (
    <>
      <Typography>
        {name}, {email}
      </Typography>
      {text && <Typography sx={{ whiteSpace: 'pre-line', my: 0.5 }}>{text}</Typography>}
    </>
  )
}
