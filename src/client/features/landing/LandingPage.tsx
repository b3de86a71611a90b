import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type MouseEvent, useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { memorialApi, RANDOM_MEMORIALS_COUNT, useGetRandomMemorialsQuery } from '@client/api/memorial-api'
import { CardGrid } from '@client/ui/CardGrid'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { MemorialCardSkeleton } from '@client/ui/MemorialCard'
import { MemorialCardGrid } from '@client/ui/MemorialCardGrid'
import { CachedFragment } from '@client/ui/cached-fragment'
import { PageTitle, Section } from '@client/ui/Page'
import { focusInPlace } from '@client/ui/focus'
import { TARGET_SIZE } from '@client/ui/styles'
import { ButtonRow, CreateMemorialLink, Opening } from './Opening'
import { FeatureIllustration } from './FeatureIllustration'
import { Promotions } from './Promotions'
import { type Feature, FEATURES } from './feature-texts'

/** What the service is for, what a memorial contains, and how to begin. */
export function LandingPage() {
  return (
    <Container maxWidth="lg" sx={{ pt: { xs: 4, md: 8 }, pb: { xs: 7, md: 11 } }}>
      <PageTitle>Страницы памяти о близких</PageTitle>
      <Opening />
      <CachedFragment name="features">
        <Features />
      </CachedFragment>
      <RandomMemorials />
      <Promotions />
      <CachedFragment name="closing">
        <Closing />
      </CachedFragment>
    </Container>
  )
}

/** The end of the page: how to begin, how it works and what it costs. */
function Closing() {
  const titleId = useId()
  return (
    <Frame aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2">
        Сохраните память о близком человеке
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5, textWrap: 'balance' }}>
        Для начала нужны только имя и даты жизни. Остальное можно добавить позже.
      </Typography>
      <ButtonRow sx={{ justifyContent: { sm: 'center' } }}>
        <CreateMemorialLink />
        <Button component={Link} to={paths.howItWorks} variant="outlined" size="large">
          Как это работает
        </Button>
        <Button component={Link} to={paths.tariffs} variant="outlined" size="large">
          Тарифы и цены
        </Button>
      </ButtonRow>
    </Frame>
  )
}

const Frame = styled('section')(({ theme }) => ({
  marginTop: theme.spacing(8),
  padding: theme.spacing(5, 2.5),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
  textAlign: 'center',
  [theme.breakpoints.up('md')]: { marginTop: theme.spacing(12), padding: theme.spacing(8, 6) },
}))

const PHONE_HEIGHT = 4700

/** The features of a memorial: in eight words, and below in full. */
function Features() {
  useFocusOnBlock()
  return (
    <Section spacing="large" title="Что хранит страница памяти" phoneHeight={PHONE_HEIGHT}>
      <Typography color="textSecondary" sx={{ mt: -1.5, mb: 4, maxWidth: '58ch' }}>
        О чём рассказать подробнее?
      </Typography>
      <FeatureCards />
      {FEATURES.map((feature) => (
        <FeatureBlock key={feature.id} feature={feature} />
      ))}
    </Section>
  )
}

/** One feature in full, next to an illustration of it. On wide windows the illustrations alternate between left and right. */
function FeatureBlock({ feature }: { feature: Feature }) {
  const { id, title, paragraphs } = feature
  const titleId = useId()
  return (
    <Block id={id} tabIndex={-1} aria-labelledby={titleId}>
      <Panel aria-hidden>
        <FeatureIllustration of={id} />
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

/** Links to the blocks below. Real links, so that Back returns to the cards, and other pages can link to a block. */
function FeatureCards() {
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

/** The router's key of a history entry that the browser itself opened. */
const FIRST_KEY = 'default'

/**
 * Moves the focus to the block that the URL names, so that Tab and a screen reader continue from there. The shell scrolls to it
 * before this runs, except if the site is opened there: then the block did not exist yet.
 */
function useFocusOnBlock(): void {
  const { hash, key } = useLocation()

  useEffect(() => {
    document.documentElement.style.scrollBehavior = ''
    const block = hash && document.getElementById(hash.slice(1))
    if (!block) return
    if (key === FIRST_KEY) block.scrollIntoView()
    focusInPlace(block)
  }, [hash, key])
}

/** Makes the page scroll smoothly for this one click, unless the visitor prefers reduced motion. Back scrolls at once. */
function scrollSmoothly({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const opensElsewhere = ctrlKey || metaKey || shiftKey
  if (opensElsewhere || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.documentElement.style.scrollBehavior = 'smooth'
}

const RANDOM_MEMORIALS_PHONE_HEIGHT = 830

const LOAD_FAILED = 'Ошибка загрузки данных'
const TITLE = 'Страницы памяти'

/** A few public memorials; renders nothing if there are none. */
function RandomMemorials() {
  const { data: memorials, isError, refetch } = useGetRandomMemorialsQuery()
  const prefetchMemorial = memorialApi.usePrefetch('getMemorial')

  if (!memorials) {
    return (
      <Section spacing="large" title={TITLE} phoneHeight={RANDOM_MEMORIALS_PHONE_HEIGHT}>
        {isError ? <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed> : <CardsLoading />}
      </Section>
    )
  }
  if (memorials.length === 0) return null

  return (
    <Section spacing="large" title={TITLE} phoneHeight={RANDOM_MEMORIALS_PHONE_HEIGHT}>
      <MemorialCardGrid memorials={memorials} onCardHover={prefetchMemorial} />
      <Box sx={{ mt: 4, textAlign: 'center' }}>
        <Button component={Link} to={paths.memorials} variant="text" size="large">
          Все мемориалы
        </Button>
      </Box>
    </Section>
  )
}

function CardsLoading() {
  return (
    <Loading>
      <CardGrid>
        {Array.from({ length: RANDOM_MEMORIALS_COUNT }, (_nothing, index) => (
          <li key={index}>
            <MemorialCardSkeleton />
          </li>
        ))}
      </CardGrid>
    </Loading>
  )
}
