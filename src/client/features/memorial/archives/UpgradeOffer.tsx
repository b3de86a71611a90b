import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import { paths } from '@contract/paths'
import { useUpgradeMemorialMutation } from '@client/api/memorial-change-api'
import { useAccount } from '@client/store/use-account'
import { focusInPlace } from '@client/ui/focus'
import { Purchase } from './Purchase'

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
          У вас сейчас нет доступных продвинутых мемориалов.{' '}
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
        label="Перейти на «Продвинутый»"
        title="Перейти на тариф «Продвинутый»?"
        progressText="Переходим..."
        done="Архивы памяти открыты"
        buy={() => upgrade(memorial.id)}
        onBought={onUpgraded}
      >
        {`Будет использован один продвинутый мемориал из доступных вам (сейчас: ${left}). Вернуть его нельзя.`}
      </Purchase>
    </Box>
  )
}
