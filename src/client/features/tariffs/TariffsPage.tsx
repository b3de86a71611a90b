import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useGetTariffsQuery } from '@client/api/catalogue-api'
import { FreeNote } from '@client/ui/FreeNote'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { PaymentNote } from './PaymentNote'
import { TariffCard, TariffCardSkeleton } from './TariffCard'

const TARIFFS_FAILED = 'Не удалось загрузить тарифы. Попробуйте позже.'

/** The prices of memorials, and what they include. */
export function TariffsPage() {
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
          <CardGrid sx={COLUMNS}>
            {tariffs.map((tariff) => (
              <li key={tariff.id}>
                <TariffCard tariff={tariff} />
              </li>
            ))}
          </CardGrid>
        )}
        <PaymentNote />
      </>
    )
  }
  if (isError) return <LoadFailed onRetry={() => void refetch()}>{TARIFFS_FAILED}</LoadFailed>
  return <TariffsLoading />
}

/** The expected number of tariffs. */
const ONE_OF_EACH_TYPE = 4

function TariffsLoading() {
  return (
    <Loading text="Загрузка тарифов..." isInFirstCard>
      <CardGrid sx={COLUMNS}>
        {Array.from({ length: ONE_OF_EACH_TYPE }, (_nothing, index) => (
          <li key={index}>
            <TariffCardSkeleton />
          </li>
        ))}
      </CardGrid>
    </Loading>
  )
}

/** Three columns, as the texts are longer than a name. */
const THREE = 'repeat(3, minmax(0, 1fr))'
const COLUMNS = { gridTemplateColumns: { md: THREE, lg: THREE } } as const
