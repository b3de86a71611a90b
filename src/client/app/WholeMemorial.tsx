import { useParams } from 'react-router-dom'
import { MemorialScreen } from '@client/features/memorial/MemorialScreen'
import { lazyProgram } from '@client/ui/lazy-program'
import { LoadFailed } from '@client/ui/LoadFailed'

const PromoCodeForm = lazyProgram(async () => (await import('@client/features/cabinet/PromoCodeForm')).PromoCodeForm, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить форму.</LoadFailed>,
})

const ClosedByModerators = lazyProgram(
  async () => (await import('@client/features/moderation/reports/ClosedByModerators')).ClosedByModerators,
  { Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось узнать, почему страница закрыта.</LoadFailed> },
)

/**
 * A memorial with what other features add to it: the cabinet's form of a promo code for its owner, and what moderators do about a
 * page that they closed. The features know nothing of each other.
 */
export function WholeMemorial() {
  const memorialId = Number(useParams().memorialId)
  return <MemorialScreen promoCode={<PromoCodeForm />} forModerators={<ClosedByModerators memorialId={memorialId} />} />
}
