import { useParams } from 'react-router-dom'
import { MemorialPage } from '@client/features/memorial/MemorialPage'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'

const PromoCodeForm = lazyChunk(async () => (await import('@client/features/cabinet/PromoCodeForm')).PromoCodeForm, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить форму.</LoadFailed>,
})

const ClosedByModerators = lazyChunk(
  async () => (await import('@client/features/moderation/reports/ClosedByModerators')).ClosedByModerators,
  { Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось узнать, почему страница закрыта.</LoadFailed> },
)

/**
 * A memorial with what other features add to it: the cabinet's promo code form for its owner, and the moderators' actions
 * on a page that they closed. The features do not know each other.
 */
export function MemorialRoute() {
  const memorialId = Number(useParams().memorialId)
  return <MemorialPage promoCode={<PromoCodeForm />} forModerators={<ClosedByModerators memorialId={memorialId} />} />
}
