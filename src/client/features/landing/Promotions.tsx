import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Promotion } from '@contract/catalogue'
import { useGetPromotionsQuery } from '@client/api/catalogue-api'
import { Section } from '@client/ui/Page'
import { TARGET_SIZE, visuallyHidden } from '@client/ui/styles'

const PHONE_HEIGHT = 800

const LOAD_FAILED = 'Ошибка загрузки акций'

/** Current offers of the operator. Renders nothing while they load, and if there are none. */
export function Promotions() {
  const { data: promotions = [], isError } = useGetPromotionsQuery()
  useWarnDeveloper(isError)

  if (isError || promotions.length === 0) return null
  return (
    <Section spacing="large" title="Акции" phoneHeight={PHONE_HEIGHT}>
      <Row>
        {promotions.map((promotion) => (
          <li key={promotion.id}>
            <PromotionCard promotion={promotion} />
          </li>
        ))}
      </Row>
    </Section>
  )
}

/** A visitor misses nothing, so the failure is reported in the developer's console only. */
function useWarnDeveloper(isError: boolean): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the console is where those who build the site look
    if (isError && process.env.NODE_ENV === 'development') console.warn(LOAD_FAILED)
  }, [isError])
}

const Row = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

function PromotionCard({ promotion }: { promotion: Promotion }) {
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

const LINK_TEXT = 'Подробнее'

interface PromotionLinkProps {
  to: string
  /** The id of the heading that describes the link. */
  titleId: string
}

/** A link to a page of this site, or to another site in a new tab. It covers its whole card. */
function PromotionLink({ to, titleId }: PromotionLinkProps) {
  if (isOwn(to)) {
    return (
      <MuiLink component={Link} to={to} aria-describedby={titleId} sx={LINK}>
        {LINK_TEXT}
      </MuiLink>
    )
  }
  return (
    <MuiLink href={to} target="_blank" rel="noopener" aria-describedby={titleId} sx={LINK}>
      {LINK_TEXT}
      <Box component="span" sx={visuallyHidden}>
        {' '}
        (откроется в новой вкладке)
      </Box>
    </MuiLink>
  )
}

function isOwn(link: string): boolean {
  return link.startsWith('/')
}

const LINK = {
  mt: 'auto',
  pt: 1,
  alignSelf: 'flex-start',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: TARGET_SIZE,
  fontWeight: 500,
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const

/** A decorative picture. Renders nothing if it does not load. */
function PromotionPicture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <Picture
      ref={(image) => {
        // It may have failed before React hydrated the page that the server rendered.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
      }}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  width: 112,
  flexShrink: 0,
  objectFit: 'cover',
  // Large letters need the whole width of a phone: then the text wraps below the picture.
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { width: '100%', aspectRatio: '2 / 1' } },
  backgroundColor: theme.vars?.palette.divider,
  ...theme.applyStyles('dark', { filter: 'brightness(0.78)' }),
}))
