import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { Drawing } from './Drawing'
import { FEATURES } from './feature-texts'
import { scrollSmoothly } from './use-focus-on-block'

/** Links to the blocks below. Real links, so that Back returns to the cards, and a block can be linked to. */
export function FeatureCards() {
  return (
    <nav aria-label="Возможности страницы памяти">
      <Row>
        {FEATURES.map(({ id, title }) => (
          <li key={id}>
            <CardLink to={{ hash: id }} onClick={scrollSmoothly}>
              <Icon>
                <Drawing of={id} />
              </Icon>
              {title}
            </CardLink>
          </li>
        ))}
      </Row>
    </nav>
  )
}

/** So narrow a screen has no room for two of the longest words side by side. */
const NARROW = '@media (max-width: 355px)'

const Row = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [NARROW]: { gridTemplateColumns: '1fr' },
  [theme.breakpoints.up('md')]: { gap: theme.spacing(3), gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
}))

const CardLink = styled(Link)(({ theme }) => ({
  ...theme.typography.subtitle2,
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(1.5),
  height: '100%',
  padding: theme.spacing(2),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
  color: theme.vars?.palette.text.primary,
  textDecoration: 'none',
  textWrap: 'balance',
  [NARROW]: { flexDirection: 'row', alignItems: 'center' },
  '&:hover': { borderColor: theme.vars?.palette.secondary.main, textDecoration: 'underline' },
  textUnderlineOffset: '0.2em',
  [theme.breakpoints.up('md')]: { padding: theme.spacing(3) },
}))

const Icon = styled('span')({ width: 48, height: 48, flexShrink: 0 })
