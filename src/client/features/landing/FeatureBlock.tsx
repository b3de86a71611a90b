import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { typeset } from '@contract/typeset'
import type { Feature } from './feature-texts'
import { Piece } from './Piece'

/** One feature in full, next to an illustration of it. On wide windows the illustrations alternate between left and right. */
export function FeatureBlock({ feature }: { feature: Feature }) {
  const { id, title, paragraphs } = feature
  const titleId = useId()
  return (
    <Block id={id} tabIndex={-1} aria-labelledby={titleId}>
      <Panel aria-hidden>
        <Piece of={id} />
      </Panel>
      <div>
        <Typography id={titleId} variant="h3">
          {title}
        </Typography>
        {paragraphs.map((paragraph) => (
          <Typography key={paragraph} sx={{ mt: 2, maxWidth: '60ch', textWrap: 'pretty' }}>
            {typeset(paragraph)}
          </Typography>
        ))}
      </div>
    </Block>
  )
}

const Block = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  marginTop: theme.spacing(6),
  scrollMarginTop: theme.spacing(2),
  breakInside: 'avoid',
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '5fr 7fr',
    alignItems: 'center',
    gap: theme.spacing(8),
    marginTop: theme.spacing(7),
    '&:nth-of-type(even)': { gridTemplateColumns: '7fr 5fr' },
    '&:nth-of-type(even) > [aria-hidden]': { order: 1, justifySelf: 'end' },
  },
}))

const Panel = styled('div')(({ theme }) => ({
  width: '100%',
  maxWidth: 420,
  padding: theme.spacing(2.5),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
}))
