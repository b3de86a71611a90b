import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'
import { Link } from 'react-router-dom'
import type { MemorialCard as MemorialCardData } from '@contract/memorial'
import { screens } from '@contract/paths'
import { lifeInDigits } from '@client/lib/days'
import { fullName } from '@contract/names'
import type { MemorialLinkState } from './memorial-link-state'
import { Photo } from './Photo'

export interface MemorialCardProps {
  memorial: MemorialCardData
  /** Nothing of a closed page may be kept in the history of the browser. */
  isClosed?: boolean
}

/** A memorial in a list: photo, name, dates of life, link to the page. The children are further notes. */
export function MemorialCard({ memorial, isClosed, children }: PropsWithChildren<MemorialCardProps>) {
  const nameId = useId()
  const name = fullName(memorial)
  const linkState: MemorialLinkState | undefined = isClosed ? undefined : { memorial }

  return (
    <Card component="article" variant="outlined" sx={CARD}>
      <Photo path={memorial.photo_path} alt={`Фото: ${name}`} sizes={CARD_WIDTH} ratio={CARD_PHOTO_RATIO} />
      <Box sx={TEXT}>
        <Typography id={nameId} variant="h4" component="h2">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {lifeInDigits(memorial)}
        </Typography>
        {children}
        <Box sx={{ mt: 'auto', pt: 1.5 }}>
          <Button
            component={Link}
            to={screens.memorial(memorial.id)}
            state={linkState}
            variant="outlined"
            aria-describedby={nameId}
            sx={LINK}
          >
            Посетить страницу
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

export const CARD_PHOTO_RATIO = '4 / 3.6'
const CARD_WIDTH = '(min-width: 1200px) 270px, (min-width: 900px) 30vw, (min-width: 600px) 48vw, 94vw'

const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  '&:hover, &:focus-within': { borderColor: 'secondary.main' },
} as const

const TEXT = { display: 'flex', flexDirection: 'column', gap: 0.5, flexGrow: 1, p: 2.5 } as const

/** The link covers the whole card, so a finger can't miss it. */
const LINK = {
  width: '100%',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const
