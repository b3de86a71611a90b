import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Tariff } from '@contract/catalogue'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useGetTariffsQuery } from '@client/api/catalogue-api'
import { rubles } from '@client/lib/formats'
import { FreeNote } from '@client/ui/FreeNote'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { CardGrid } from '@client/ui/CardGrid'
import { useSettings } from '@client/ui/settings'
import { ARIA_DISABLED_LOOK, CARD_PADDING, TARGET_SIZE } from '@client/ui/styles'

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

const TYPE_NAMES: Record<Tariff['type'], string> = {
  base: 'Базовый',
  advanced: 'Продвинутый',
  upgrade: 'Улучшение',
  storage: 'Расширение',
}

function TariffCard({ tariff }: { tariff: Tariff }) {
  const { type, title, description, features, storage_limit: storageMb, price } = tariff
  const titleId = useId()

  return (
    <Card component="article" aria-labelledby={titleId} variant="outlined" sx={CARD}>
      <Chip label={TYPE_NAMES[type]} color="secondary" variant="outlined" sx={BADGE} />
      <Typography id={titleId} variant="h3" component="h2">
        {title}
      </Typography>
      <Typography color="textSecondary">{description}</Typography>
      {features.length > 0 && (
        <Features>
          {features.map((feature, index) => (
            <li key={index}>{feature}</li>
          ))}
        </Features>
      )}
      {storageMb > 0 && <Typography variant="body2">Хранилище: {`${storageMb} МБ`}</Typography>}
      <Box sx={PRICE}>
        <FreeNow type={type} />
        <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {rubles(price)}
        </Typography>
      </Box>
      <BuyLater />
    </Card>
  )
}

const STAYS = 'То, что вы создадите, останется.'

/** That a price is not asked for yet, where it is so; above the price, so that the prices of a row stay aligned. */
function FreeNow({ type }: Pick<Tariff, 'type'>) {
  const { freeNote, isAdvancedFree } = useSettings()
  if (!freeNote) return null
  if (type === 'base') return <Typography sx={FREE_NOW}>{typeset(`Сейчас бесплатно.\n${STAYS}`)}</Typography>
  if (type !== 'advanced' || !isAdvancedFree) return null
  return <Typography sx={FREE_NOW}>{typeset(`Один сейчас бесплатно.\n${STAYS}`)}</Typography>
}

const FREE_NOW = { mb: 1, color: 'secondary.main', fontWeight: 500, whiteSpace: 'pre-line' } as const

/** Reserves the space of a card that is loading. The corner of the badge is free for the loading text. */
function TariffCardSkeleton() {
  return (
    <Card variant="outlined" sx={CARD}>
      <Box sx={{ ...BADGE, height: BADGE_HEIGHT }} />
      <Skeleton animation={false} width="70%" height={TITLE_HEIGHT} />
      <Skeleton animation={false} variant="rounded" width="100%" height={TEXTS_HEIGHT} />
      <Skeleton animation={false} width="40%" height={PRICE_HEIGHT} />
      <Skeleton animation={false} variant="rounded" width="100%" height={TARGET_SIZE} />
    </Card>
  )
}

const CARD = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 1.5,
  height: '100%',
  p: CARD_PADDING,
} as const

const BADGE = { mb: 0.5 } as const

/** The heights of the elements of a card with about four features, in px. */
const BADGE_HEIGHT = 33
const TITLE_HEIGHT = 30
const TEXTS_HEIGHT = 340
const PRICE_HEIGHT = 50

/** Aligns the prices of a row. */
const PRICE = { mt: 'auto', pt: 2 } as const

const Features = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: theme.spacing(0.75),
  margin: theme.spacing(0.5, 0),
  paddingInlineStart: '1.25em',
  listStyle: 'disc',
  '& li::marker': { color: theme.vars?.palette.secondary.main },
}))

const SHOWN_AFTER_TOUCH_MS = 4000

/**
 * Nothing can be bought yet. The button is disabled by `aria-disabled` only, so that keyboard and touch can still open the
 * tooltip with the reason.
 */
function BuyLater() {
  return (
    <Tooltip
      title="Скоро будет доступно"
      describeChild
      arrow
      enterTouchDelay={0}
      leaveTouchDelay={SHOWN_AFTER_TOUCH_MS}
      slotProps={{ tooltip: { sx: TOOLTIP }, arrow: { sx: { color: 'text.primary' } } }}
    >
      <Button variant="outlined" fullWidth aria-disabled sx={ARIA_DISABLED_LOOK}>
        Купить (скоро)
      </Button>
    </Tooltip>
  )
}

const TOOLTIP = { fontSize: '0.9375rem', color: 'background.paper', backgroundColor: 'text.primary' } as const
