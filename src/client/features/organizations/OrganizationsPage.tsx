import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useGetOrganizationsQuery } from '@client/api/catalogue-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { OrganizationCard, OrganizationCardSkeleton } from './OrganizationCard'

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
