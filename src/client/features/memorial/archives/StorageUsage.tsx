import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { STORAGE_STEP_MAX_BYTES } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { paths } from '@contract/paths'
import { type ApiFailure, errorText } from '@client/api/errors'
import { useAddStorageMutation, useUpgradeMemorialMutation } from '@client/api/memorial-change-api'
import { megabytes } from '@client/lib/formats'
import { useAccount } from '@client/store/use-account'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, focusInPlace } from '@client/ui/focus'
import { UPDATE_FAILED } from '../edit/use-saving'

/** How full the storage of an advanced memorial is, and how its owner extends it. For keepers. */
export function StorageUsage({ memorial }: { memorial: Memorial }) {
  const { user } = useAccount()
  const [addStorage] = useAddStorageMutation()
  const [hasGrown, setGrown] = useState(false)
  const { media_storage_limit: limit, used_storage_bytes: used } = memorial

  // The server sends these to keepers only.
  if (!limit || used === undefined) return null

  const bonusLeft = user?.bonus_gb_left ?? 0
  const text = `Хранилище: ${megabytes(used)} из ${megabytes(limit)}`
  const isOwner = user?.id === memorial.user_id
  const canGrow = isOwner && bonusLeft > 0 && limit <= STORAGE_STEP_MAX_BYTES
  return (
    <Box sx={{ maxWidth: 640, '@media print': { display: 'none' } }}>
      <Typography {...FOCUS_AREA} ref={hasGrown && !canGrow ? focusInPlace : undefined}>
        {text}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, Math.round((used / limit) * 100))}
        aria-label={text}
        sx={{ mt: 1, mb: 2, height: 8, borderRadius: 4, backgroundColor: 'divider' }}
      />
      {canGrow && (
        <Purchase
          label="Добавить 1 ГБ"
          title="Добавить 1 ГБ к хранилищу?"
          progressText="Добавляем..."
          done="Хранилище увеличено на 1 ГБ"
          buy={() => addStorage(memorial.id)}
          onBought={() => setGrown(true)}
        >
          {`Будет использован 1 ГБ из доступных вам (сейчас: ${bonusLeft} ГБ). Вернуть его нельзя.`}
        </Purchase>
      )}
    </Box>
  )
}

export interface UpgradeOfferProps {
  memorial: Memorial
  /** The promo code form, which may give the account an advanced memorial. */
  promoCode: ReactNode
  onUpgraded: () => void
}

/** How the owner of a basic memorial upgrades it. */
export function UpgradeOffer({ memorial, promoCode, onUpgraded }: UpgradeOfferProps) {
  const { user } = useAccount()
  const [upgrade] = useUpgradeMemorialMutation()
  const [isEntering, setEntering] = useState(false)

  // The number of memorials left comes with the account.
  if (!user) return null
  const { advanced_memorials_left: left } = user

  if (left === 0) {
    return (
      <>
        <Typography color="textSecondary">
          Альбом, голос и видео открывает продвинутый мемориал. Сейчас у вас такого нет.{' '}
          <Link component={RouterLink} to={paths.tariffs} sx={{ whiteSpace: 'nowrap' }}>
            Тарифы и цены
          </Link>
        </Typography>
        {isEntering ? (
          <Box sx={{ maxWidth: 440, mx: 'auto', textAlign: 'start' }}>{promoCode}</Box>
        ) : (
          <Button variant="outlined" onClick={() => setEntering(true)} sx={{ mt: 2 }}>
            У меня есть промокод
          </Button>
        )}
      </>
    )
  }
  return (
    // The focused form disappears after its code is accepted.
    <Box ref={isEntering ? focusInPlace : undefined} tabIndex={-1} sx={{ outline: 'none !important' }}>
      <Purchase
        label="Открыть альбом, голос и видео"
        title="Открыть альбом, голос и видео?"
        progressText="Открываем..."
        done="Архивы памяти открыты"
        buy={() => upgrade(memorial.id)}
        onBought={onUpgraded}
      >
        {`Будет использован один продвинутый мемориал из доступных вам (сейчас: ${left}). Вернуть его нельзя.`}
      </Purchase>
    </Box>
  )
}

export interface PurchaseProps {
  label: string
  /** The question. The text below it says what is spent. */
  title: string
  children: string
  progressText: string
  /** The toast after a success. */
  done: string
  buy: () => Promise<{ error?: ApiFailure }>
  onBought: () => void
}

/** A button that spends a credit of the account, after a confirmation. */
function Purchase({ label, title, children, progressText, done, buy, onBought }: PurchaseProps) {
  return (
    <ConfirmButton
      label={label}
      questions={[{ title, text: children }]}
      progressText={progressText}
      isDestructive={false}
      action={async () => {
        const { error } = await buy()
        return { isDone: !error, message: error ? errorText(error, { fallback: UPDATE_FAILED }) : done }
      }}
      onDone={onBought}
    />
  )
}
