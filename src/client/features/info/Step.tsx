import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { typeset } from '@contract/typeset'
import { TARGET_SIZE } from '@client/ui/styles'

export interface StepProps {
  number: number
  title: string
  sentences: string[]
  /** A link to further reading, or to the first step. */
  link?: { to: string; text: string }
}

export function Step({ number, title, sentences, link }: StepProps) {
  const titleId = useId()
  return (
    <Item aria-labelledby={titleId}>
      <Number aria-hidden="true">{number}</Number>
      <div>
        <Typography id={titleId} variant="h3" component="h2">
          {title}
        </Typography>
        {sentences.map((sentence) => (
          <Typography key={sentence} sx={{ mt: 1.25, maxWidth: '62ch', textWrap: 'pretty' }}>
            {typeset(sentence)}
          </Typography>
        ))}
        {link && (
          <Link
            component={RouterLink}
            to={link.to}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE, mt: 0.5 }}
          >
            {link.text}
          </Link>
        )}
      </div>
    </Item>
  )
}

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr)',
  padding: theme.spacing(4, 0),
  borderTop: `1px solid ${theme.vars?.palette.divider ?? ''}`,
  breakInside: 'avoid',
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '2.75rem minmax(0, 1fr)',
    padding: theme.spacing(3, 0),
    'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
}))

const Number = styled('span')(({ theme }) => ({
  ...theme.typography.h2,
  lineHeight: theme.typography.h3.lineHeight,
  fontWeight: 400,
  color: theme.vars?.palette.secondary.main,
}))
