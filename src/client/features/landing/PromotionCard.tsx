import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Promotion } from '@contract/catalogue'
import { PromotionLink } from './PromotionLink'
import { PromotionPicture } from './PromotionPicture'

export function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { title, description, image_url, link } = promotion
  const titleId = useId()
  return (
    <Card component="article" variant="outlined" aria-labelledby={titleId} sx={CARD}>
      {image_url && <PromotionPicture key={image_url} src={image_url} />}
      <Box sx={TEXT}>
        <Typography id={titleId} variant="h4" component="h3">
          {title}
        </Typography>
        <Typography color="textSecondary">{description}</Typography>
        {link && <PromotionLink to={link} titleId={titleId} />}
      </Box>
    </Card>
  )
}

/** A small picture next to the text: an offer is not what people come for. */
const CARD = {
  position: 'relative',
  display: 'flex',
  height: '100%',
  '@media (max-width: 599.95px)': { 'html[data-letters] &': { flexDirection: 'column' } },
  '&:hover:has(a), &:focus-within': { borderColor: 'secondary.main' },
} as const

const TEXT = { display: 'flex', flexDirection: 'column', gap: 1, flexGrow: 1, p: 2.5, minWidth: 0 } as const
