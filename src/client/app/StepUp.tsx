import { confirmationAnswered } from '@client/session/step-up-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'

const StepUpDialog = lazyChunk(async () => (await import('./StepUpDialog')).StepUpDialog, {
  Missing: missingDialog('Не удалось спросить пароль. Проверьте связь и попробуйте ещё раз.'),
})

/** Asks the account holder for confirmation, on any page, while a request waits for it. */
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
