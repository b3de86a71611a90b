import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useId } from 'react'
import type { Organization } from '@contract/catalogue'
import { useGetOrganizationsQuery } from '@client/api/catalogue-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { CARD_PADDING, TARGET_SIZE } from '@client/ui/styles'

const ORGANIZATIONS_FAILED =
  'Не удалось загрузить информацию об организациях. Пожалуйста, попробуйте обновить страницу позже.'
const NO_ORGANIZATIONS = 'Информация о сотрудничающих организациях пока не добавлена.'

/** The partners of the service. */
export function OrganizationsPage() {
  return (
    <Page title="Сотрудничество" lead="Организации, с которыми мы сотрудничаем.">
      <Box sx={{ mt: { xs: 3, md: 5 } }}>
        <Organizations />
      </Box>
    </Page>
  )
}

function Organizations() {
  const { data: organizations, isError, refetch } = useGetOrganizationsQuery()

  if (organizations?.length === 0) return <Typography color="textSecondary">{NO_ORGANIZATIONS}</Typography>
  if (organizations) {
    return (
      <OrganizationGrid>
        {organizations.map((organization) => (
          <li key={organization.id}>
            <OrganizationCard organization={organization} />
          </li>
        ))}
      </OrganizationGrid>
    )
  }
  if (isError) return <LoadFailed onRetry={() => void refetch()}>{ORGANIZATIONS_FAILED}</LoadFailed>
  return <OrganizationsLoading />
}

const AWAITED_ORGANIZATIONS = 4

function OrganizationsLoading() {
  return (
    <Loading text="Загрузка данных..." isInFirstCard>
      <OrganizationGrid>
        {Array.from({ length: AWAITED_ORGANIZATIONS }, (_nothing, index) => (
          <li key={index}>
            <OrganizationCardSkeleton />
          </li>
        ))}
      </OrganizationGrid>
    </Loading>
  )
}

/** Two columns at most, so that an address fits on one line. */
const OrganizationGrid = styled(CardGrid)(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

/** An organization with its address, phone and website, as far as they are known. */
function OrganizationCard({ organization }: { organization: Organization }) {
  const { name, address, phone, website } = organization
  const nameId = useId()
  return (
    <Card component="article" aria-labelledby={nameId} variant="outlined" sx={CARD}>
      <Typography id={nameId} variant="h3" component="h2">
        {name}
      </Typography>
      {(address || phone || website) && (
        <Facts>
          {address && <Fact label="Адрес офиса">{address}</Fact>}
          {phone && (
            <Fact label="Телефон">
              <Phone>{phone}</Phone>
            </Fact>
          )}
          {website && (
            <Fact label="Сайт">
              <Website>{website}</Website>
            </Fact>
          )}
        </Facts>
      )}
    </Card>
  )
}

/** Reserves the space of a card that is loading. The line of the name is free for the loading text. */
function OrganizationCardSkeleton() {
  return (
    <Card variant="outlined" sx={CARD}>
      <Box sx={{ height: NAME_HEIGHT }} />
      <Skeleton animation={false} variant="rounded" height={FACTS_HEIGHT} sx={{ mt: 2 }} />
    </Card>
  )
}

function Fact({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Phone({ children }: { children: string }) {
  const href = phoneAddress(children)
  return href ? <Link href={href}>{children}</Link> : children
}

function Website({ children }: { children: string }) {
  const page = webPage(children)
  if (!page) return children
  return (
    <Link href={page.href} target="_blank" rel="noopener noreferrer">
      {page.name}
    </Link>
  )
}

/** The heights of a one-line name, and of address, phone and website, in px. */
const NAME_HEIGHT = 30
const FACTS_HEIGHT = 187

const CARD = { height: '100%', p: CARD_PADDING } as const

const Facts = styled('dl')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: theme.spacing(2, 0, 0),
  '& dt': { ...theme.typography.body2, color: theme.vars?.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  // As tall as a finger needs, without pushing the lines apart.
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE, marginBlock: theme.spacing(-1) },
}))

const SHORTEST_PHONE = 3

/** The `tel:` URL of a number; undefined if there is none. An extension (доб. 12) is not dialled. */
function phoneAddress(phone: string): string | undefined {
  const [number = ''] = /\+?[\d\s()\-–.]+/.exec(phone) ?? []
  const digits = number.replace(/\D/g, '')
  if (digits.length < SHORTEST_PHONE) return undefined
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}`
}

/** The URL of a website and its readable name; undefined for anything but http and https, which must not be opened. */
function webPage(website: string): { href: string; name: string } | undefined {
  const url = parsed(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return {
    href: url.href,
    name: website
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  }
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
