import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Drawing } from './Drawing'
import type { Feature } from './feature-texts'

/** One feature in full, beside its drawing. On wide screens the drawings are left and right in turn. */
export function FeatureBlock({ feature }: { feature: Feature }) {
  const { id, title, paragraphs } = feature
  const titleId = useId()
  return (
    <Block id={id} tabIndex={-1} aria-labelledby={titleId}>
      <Panel>
        <Drawing of={id} />
      </Panel>
      <div>
        <Typography id={titleId} variant="h3">
          {title}
        </Typography>
        {paragraphs.map((paragraph) => (
          <Typography key={paragraph} sx={{ mt: 2, maxWidth: '60ch', textWrap: 'pretty' }}>
            {paragraph}
          </Typography>
        ))}
      </div>
    </Block>
  )
}

const Block = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(6),
  scrollMarginTop: theme.spacing(2),
  breakInside: 'avoid',
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '4fr 8fr',
    alignItems: 'center',
    gap: theme.spacing(8),
    marginTop: theme.spacing(7),
    '&:nth-of-type(even)': { gridTemplateColumns: '8fr 4fr' },
    '&:nth-of-type(even) > span': { order: 1 },
  },
}))

/** On a phone the drawing alone. */
const Panel = styled('span')(({ theme }) => ({
  display: 'flex',
  '& > svg': { width: 64, height: 64 },
  [theme.breakpoints.up('md')]: {
    justifyContent: 'center',
    alignItems: 'center',
    aspectRatio: '3 / 2',
    border: '1px solid',
    borderColor: theme.vars?.palette.divider,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars?.palette.background.paper,
    '& > svg': { width: 144, height: 144 },
  },
}))
