import { type ApiFailure, errorText } from '@client/api/errors'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { UPDATE_FAILED } from '../edit/texts'

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
export function Purchase({ label, title, children, progressText, done, buy, onBought }: PurchaseProps) {
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
