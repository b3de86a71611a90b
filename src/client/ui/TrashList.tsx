import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { ActionRow } from './WaitingRequests'
import { type ActionOutcome, ConfirmButton } from './ConfirmButton'
import { passFocusUp } from './focus'
import { useToast } from './toasts'

const DAY_MS = 24 * 3600 * 1000
const PLURALS = new Intl.PluralRules('ru')
const DAYS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'день', few: 'дня', many: 'дней' }

interface TrashEntryProps {
  name: string
  /** A tiny picture as a `data:` URL. */
  preview?: string | null
  details?: string | undefined
  /** When it will be destroyed. */
  destroyedAt: string
  /** What is destroyed with it. */
  loss: string
  restore: () => Promise<ActionOutcome>
  destroy: () => Promise<ActionOutcome>
}

interface TrashListProps {
  /** The number of entries. */
  count: number
  /** What is destroyed with all of them. */
  loss: string
  destroyAll: () => Promise<ActionOutcome>
}

/** The contents of the trash, one below the other. The children are `TrashEntry`. */
export function TrashList({ count, loss, destroyAll, children }: PropsWithChildren<TrashListProps>) {
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
      {count > 1 && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 2, textAlign: 'end' }}>
          <ConfirmButton
            label="Очистить корзину"
            size="small"
            questions={[{ title: 'Очистить корзину?', text: loss }]}
            progressText="Удаляем..."
            action={destroyAll}
          />
        </Box>
      )}
    </>
  )
}

/** A deleted item, which can be restored or destroyed. */
export function TrashEntry({ name, preview, details, destroyedAt, loss, restore, destroy }: TrashEntryProps) {
  const toast = useToast()

  async function restoreItem(): Promise<void> {
    const { isDone, message = '' } = await restore()
    if (isDone) toast.success(message)
    else toast.error(message)
  }

  return (
    <ActionRow
      picture={preview}
      actions={
        <>
          <Button
            ref={passFocusUp}
            variant="contained"
            size="small"
            aria-label={`Вернуть: ${name}`}
            onClick={() => void restoreItem()}
          >
            Вернуть
          </Button>
          <ConfirmButton
            label="Удалить навсегда"
            fullLabel={`Удалить навсегда: ${name}`}
            size="small"
            questions={[{ title: 'Удалить навсегда?', text: `${name}. ${loss}` }]}
            action={destroy}
          />
        </>
      }
    >
      <Typography>{name}</Typography>
      {details && (
        <Typography variant="body2" color="textSecondary">
          {details}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {timeLeft(destroyedAt)}
      </Typography>
    </ActionRow>
  )
}

function timeLeft(destroyedAt: string): string {
  const days = Math.ceil((Date.parse(destroyedAt) - Date.now()) / DAY_MS)
  if (days <= 1) return 'Исчезнет в течение суток'
  return `Вернуть можно ещё ${days} ${DAYS[PLURALS.select(days)] ?? 'дня'}`
}
