import { confirmationAnswered } from '@client/session/step-up-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'

const StepUpDialog = lazyChunk(async () => (await import('./StepUpDialog')).StepUpDialog, {
  Missing: missingDialog('Не удалось спросить пароль. Проверьте связь и попробуйте ещё раз.'),
})

/** Asks the account's holder to show that it is them, whatever screen is open, while some request waits for that. */
export function StepUp() {
  const isAsked = useAppSelector(({ stepUp }) => stepUp.isAsked)
  const dispatch = useAppDispatch()

  if (!isAsked) return null
  return (
    <StepUpDialog
      onConfirmed={() => void dispatch(confirmationAnswered({ isConfirmed: true }))}
      onClose={() => void dispatch(confirmationAnswered({ isConfirmed: false }))}
    />
  )
}
