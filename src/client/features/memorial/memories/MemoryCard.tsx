import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Memory } from '@contract/memory'
import { dayOfInstantInWords } from '@client/lib/days'
import { Prose } from '../Prose'

/** Somebody's words, signed and dated. */
export function MemoryCard({ memory: { description, author, created_at } }: { memory: Memory }) {
  return (
    <Words>
      <Prose>{description}</Prose>
      <Typography component="figcaption" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {author}, <span style={{ whiteSpace: 'nowrap' }}>{dayOfInstantInWords(created_at)}</span>
      </Typography>
    </Words>
  )
}

const Words = styled('figure')(({ theme }) => ({
  margin: 0,
  paddingInlineStart: theme.spacing(2.5),
  borderInlineStart: `3px solid ${String(theme.vars?.palette.divider)}`,
}))
