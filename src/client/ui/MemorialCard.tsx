import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'
import { Link } from 'react-router-dom'
import type { MemorialCard as MemorialCardData } from '@contract/memorial'
import { screens } from '@contract/paths'
import { lifeInDigits } from '@client/lib/days'
import { familyName, fullName } from '@contract/names'
import type { MemorialLinkState } from './memorial-link-state'
import { Photo } from './Photo'
import { portraitOf } from './portrait-of'

export interface MemorialCardProps {
  memorial: MemorialCardData
  /** Nothing of a closed page may be kept in the history of the browser. */
  isClosed?: boolean
  /** It may be seen without scrolling: its photo is loaded at once. */
  isNearTop?: boolean
}

/** A memorial in a list: photo, name, dates of life, link to the page. The children are further notes. */
export function MemorialCard({ memorial, isClosed, isNearTop, children }: PropsWithChildren<MemorialCardProps>) {
  const nameId = useId()
  const name = fullName(memorial)
  const linkState: MemorialLinkState | undefined = isClosed ? undefined : { memorial }

  return (
    <Card component="article" variant="outlined" sx={CARD}>
      <Photo
        {...portraitOf(memorial)}
        alt={`Фото: ${name}`}
        frame="card"
        sizes={CARD_WIDTH}
        loads={isNearTop ? 'early' : 'late'}
      />
      <Box sx={CARD_TEXT}>
        <Typography id={nameId} variant="h4" component="h2">
          {fullName({ ...memorial, lastname: familyName(memorial) })}
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

/** On a phone a card is as wide as the screen. Where pixels are so small, two thirds of them look the same. */
const CARD_WIDTH =
  '(min-width: 1200px) 270px, (min-width: 900px) 30vw, (min-width: 600px) 48vw, (min-resolution: 2dppx) 62vw, 94vw'

const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  '&:hover, &:focus-within': { borderColor: 'secondary.main' },
} as const

export const CARD_TEXT = { display: 'flex', flexDirection: 'column', gap: 0.5, flexGrow: 1, p: 2.5 } as const

/** The link covers the whole card, so a finger can't miss it. */
const LINK = {
  width: '100%',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const
