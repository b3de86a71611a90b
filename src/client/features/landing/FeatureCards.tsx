import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { TARGET_SIZE } from '@client/ui/target-size'
import { FEATURES } from './feature-texts'
import { scrollSmoothly } from './use-focus-on-block'

/** Links to the blocks below. Real links, so that Back returns to the cards, and other pages can link to a block. */
export function FeatureCards() {
  return (
    <nav aria-label="Возможности страницы памяти">
      <Row>
        {FEATURES.map(({ id, title }) => (
          <li key={id}>
            <CardLink to={{ hash: id }} onClick={scrollSmoothly}>
              {title}
            </CardLink>
          </li>
        ))}
      </Row>
    </nav>
  )
}

const Row = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1, 1.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

const CardLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: TARGET_SIZE,
  padding: theme.spacing(0.5, 2),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: TARGET_SIZE / 2,
  color: theme.vars?.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { borderColor: theme.vars?.palette.secondary.main, textDecoration: 'underline' },
  textUnderlineOffset: '0.2em',
}))
