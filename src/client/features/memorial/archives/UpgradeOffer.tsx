import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import { screens } from '@contract/paths'
import { useUpgradeMemorialMutation } from '@client/api/memorial-change-api'
import { useAccount } from '@client/store/use-account'
import { Purchase } from './Purchase'

export interface UpgradeOfferProps {
  memorial: Memorial
  onUpgraded: () => void
}

/** How the owner of a basic memorial makes it an advanced one. */
export function UpgradeOffer({ memorial, onUpgraded }: UpgradeOfferProps) {
  const { user } = useAccount()
  const [upgrade] = useUpgradeMemorialMutation()

  const left = user?.advanced_memorials_left ?? 0

  if (left === 0) {
    return (
      <Typography color="textSecondary">
        У вас сейчас нет доступных продвинутых мемориалов.{' '}
        <Link component={RouterLink} to={screens.tariffs}>
          Тарифы и цены
        </Link>
      </Typography>
    )
  }
  return (
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
  )
}
