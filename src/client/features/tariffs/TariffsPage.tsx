import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useGetTariffsQuery } from '@client/api/catalogue-api'
import { FreeNote } from '@client/ui/FreeNote'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { useSettings } from '@client/ui/settings'
import { TARGET_SIZE } from '@client/ui/styles'
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

/** Whom to contact until tariffs can be paid for here. */
function PaymentNote() {
  const { supportMessengerUrl } = useSettings()
  return (
    <Note aria-label="Об оплате">
      <p>
        Оплата и подключение тарифов появятся в следующих обновлениях. Если тариф нужен уже сейчас, обратитесь в
        поддержку или к организации, с которой мы сотрудничаем.
      </p>
      <ul>
        <li>
          <Link href={supportMessengerUrl} target="_blank" rel="noopener noreferrer">
            Написать в поддержку в мессенджере
          </Link>
        </li>
        <li>
          <Link component={RouterLink} to={paths.cooperation}>
            Сотрудничающие организации
          </Link>
        </li>
      </ul>
    </Note>
  )
}

const Note = styled('aside')(({ theme }) => ({
  ...theme.typography.body1,
  maxWidth: '68ch',
  marginTop: theme.spacing(6),
  paddingInlineStart: theme.spacing(2.5),
  borderInlineStart: `3px solid ${String(theme.vars?.palette.secondary.main)}`,
  '& p': { margin: 0 },
  '& ul': { margin: theme.spacing(1, 0, 0), padding: 0, listStyle: 'none' },
  '& li + li': { marginTop: theme.spacing(1) },
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE },
}))
