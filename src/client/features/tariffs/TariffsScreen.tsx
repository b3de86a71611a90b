import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useGetTariffsQuery } from '@client/api/catalogue-api'
import { FreeNote } from '@client/ui/FreeNote'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { PaymentNote } from './PaymentNote'
import { TariffCard } from './TariffCard'

const TARIFFS_FAILED = 'Не удалось загрузить тарифы. Попробуйте позже.'

/** What memorials cost, and what is in it. */
export function TariffsScreen() {
  return (
    <Page title="Тарифы и цены" lead="Сколько стоит страница памяти и что в неё входит.">
      <FreeNote />
      <Box sx={{ mt: { xs: 3, md: 5 } }}>
        <Tariffs />
      </Box>
    </Page>
  )
}

function Tariffs() {
  const { data: tariffs, isError, refetch } = useGetTariffsQuery()

  if (tariffs) {
    return (
      <>
        {tariffs.length === 0 ? (
          <Typography color="textSecondary">Тарифы пока не добавлены.</Typography>
        ) : (
          <TariffGrid>
            {tariffs.map((tariff) => (
              <li key={tariff.id}>
                <TariffCard tariff={tariff} />
              </li>
            ))}
          </TariffGrid>
        )}
        <PaymentNote />
      </>
    )
  }
  if (isError) return <LoadFailed onRetry={() => void refetch()}>{TARIFFS_FAILED}</LoadFailed>
  return <Loading text="Загрузка тарифов..." />
}

/** Three columns at the most: their texts are longer than a name. */
const TariffGrid = styled(CardGrid)(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@media print': { '& > li': { breakInside: 'avoid' } },
}))
