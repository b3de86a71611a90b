import { styled } from '@mui/material/styles'
import { preload } from 'react-dom'
import { memorialApi, useGetHeroesQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { HeroesSearch } from './HeroesSearch'
import { listQuery, SHOWN_BEFORE } from './list-query'
import { MemorialList } from './MemorialList'
import { useListAddress } from './use-list-address'

/** Public memorials of those who fell in the special military operation, searched by name. */
export function HeroesPage() {
  const address = useListAddress()
  const answer = useGetHeroesQuery(listQuery(address.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getHeroes')

  return (
    <Page title="Герои СВО">
      <HeroesQuotation />
      <HeroesSearch address={address} />
      <MemorialList
        address={address}
        answer={answer}
        emptyTitle="Герои не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...address.state, page }))}
      />
    </Page>
  )
}

const WORDS = 'Нет больше той любви, как если кто положит душу свою за друзей своих.'
/** Phones get only the region of the picture that they show. */
const PICTURES = {
  phone: { href: '/landing/heroes-phone.webp', media: '(max-width: 599.95px)' },
  wider: { href: '/landing/heroes.webp', media: '(min-width: 600px)' },
}
const SOURCE = 'Евангелие от Иоанна, 15:13'

/** A quotation over an evening field. */
function HeroesQuotation() {
  // A style sheet would start the download only at layout.
  for (const { href, media } of Object.values(PICTURES)) preload(href, { as: 'image', fetchPriority: 'high', media })
  return (
    <Banner>
      <blockquote>
        <p>«{WORDS}»</p>
      </blockquote>
      <figcaption>{SOURCE}</figcaption>
    </Banner>
  )
}

/** The picture is dark on the left, behind the text, and is decorative only. */
const Banner = styled('figure')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(1.5),
  // On a phone the text stands above the lantern, elsewhere next to it.
  minHeight: 300,
  margin: theme.spacing(3, 0, 0),
  padding: theme.spacing(4, 3),
  borderRadius: theme.shape.borderRadius,
  color: '#fffdf9',
  backgroundColor: '#1b2f33',
  backgroundImage: shaded(PICTURES.phone.href),
  backgroundSize: 'cover',
  backgroundPosition: '66% 60%',
  [theme.breakpoints.up('sm')]: {
    justifyContent: 'center',
    minHeight: 280,
    padding: theme.spacing(6, 7),
    backgroundImage: shaded(PICTURES.wider.href),
  },
  [theme.breakpoints.up('md')]: { marginTop: theme.spacing(4) },
  '& blockquote': { margin: 0 },
  '& p': { ...theme.typography.h3, maxWidth: '26ch', margin: 0, fontWeight: 400 },
  '& figcaption': { ...theme.typography.body2 },
  'html[data-contrast] &': { minHeight: 0, color: 'inherit', background: 'none', border: '1px solid currentcolor' },
  // On paper only the text remains.
  '@media print': { minHeight: 0, padding: 0, color: 'inherit', background: 'none' },
}))

function shaded(picture: string): string {
  return `linear-gradient(90deg, rgb(20 34 37 / 88%) 0%, rgb(20 34 37 / 72%) 55%, rgb(20 34 37 / 12%) 100%), url(${picture})`
}
