import { MemorialScreen } from '@client/features/memorial/MemorialScreen'
import { lazyProgram } from '@client/ui/lazy-program'
import { LoadFailed } from '@client/ui/LoadFailed'

const PromoCodeForm = lazyProgram(async () => (await import('@client/features/cabinet/PromoCodeForm')).PromoCodeForm, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить форму.</LoadFailed>,
})

/** A memorial, with the cabinet's form of a promo code for its owner: two features that know nothing of each other. */
export function MemorialWithPromoCode() {
  return <MemorialScreen promoCode={<PromoCodeForm />} />
}
