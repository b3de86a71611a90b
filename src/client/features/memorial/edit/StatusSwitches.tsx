import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { type ChangeEvent, useId, useState } from 'react'
import { type Memorial, MEMORIAL_LABELS } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { type StatusChange, useChangeStatusMutation } from '@client/api/memorial-change-api'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { STATUS_FAILED } from './texts'

/**
 * Who may see the page and find it, and whether it is listed among the heroes. Saved at once; undone on failure. Opening a
 * closed page asks first.
 */
export function StatusSwitches({ memorial: { id, public_status, swo_status, indexable } }: { memorial: Memorial }) {
  const [changeStatus, { isLoading }] = useChangeStatusMutation()
  const [isAsking, setAsking] = useState(false)
  const toast = useToast()

  async function change(status: Omit<StatusChange, 'id'>): Promise<void> {
    // Two concurrent requests may arrive in either order.
    if (isLoading) return
    const { error } = await changeStatus({ id, ...status })
    if (error) toast.error(STATUS_FAILED)
  }

  return (
    <Box role="group" aria-label="Кто видит страницу" aria-busy={isLoading}>
      <StatusSwitch
        label={MEMORIAL_LABELS.public_status}
        hint={
          public_status
            ? 'Страницу видят все.'
            : 'Страницу видите вы и те, кому вы дали PIN-код. PIN-код задаётся в личном кабинете.'
        }
        isOn={public_status}
        onChange={(isOn) => (isOn ? setAsking(true) : void change({ public_status: false }))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Открыть страницу для всех?"
        confirmLabel="Открыть для всех"
        cancelLabel="Оставить закрытой"
        isDestructive={false}
        onConfirm={() => {
          setAsking(false)
          void change({ public_status: true })
        }}
        onCancel={() => setAsking(false)}
      >
        {openingText(indexable)}
      </ConfirmDialog>
      <StatusSwitch
        label={MEMORIAL_LABELS.swo_status}
        hint={heroHint(public_status, swo_status)}
        isOn={swo_status}
        isDisabled={!public_status}
        onChange={(isOn) => void change({ swo_status: isOn })}
      />
      <StatusSwitch
        label={MEMORIAL_LABELS.indexable}
        hint={searchHint(public_status, indexable)}
        isOn={public_status && indexable}
        isDisabled={!public_status}
        onChange={(isOn) => void change({ indexable: isOn })}
      />
    </Box>
  )
}

interface StatusSwitchProps {
  label: string
  hint: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

function StatusSwitch({ label, hint, isOn, isDisabled, onChange }: StatusSwitchProps) {
  const hintId = useId()

  function changed({ target }: ChangeEvent<HTMLInputElement>): void {
    // Safari does not focus a clicked switch, and a dialog returns the focus to the element that had it.
    target.focus()
    onChange(target.checked)
  }

  return (
    <Box sx={{ py: 0.5 }}>
      <FormControlLabel
        label={label}
        disabled={isDisabled}
        sx={{ minHeight: TARGET_SIZE, ml: 0, mr: 0, gap: 1 }}
        control={
          <Switch
            checked={isOn}
            onChange={changed}
            slotProps={{ input: { role: 'switch', 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="body2" color="textSecondary" sx={{ pl: BESIDE_SWITCH }}>
        {typeset(hint)}
      </Typography>
    </Box>
  )
}

/** The width of the switch and the gap next to it. */
const BESIDE_SWITCH = '66px'

function openingText(isIndexable: boolean): string {
  const search = isIndexable ? ', и её можно будет найти через Яндекс и Google' : ''
  return `Сейчас её читают только те, кому вы это разрешили. Если открыть страницу, её увидит каждый: она появится в списках сайта${search}. Закрыть её снова можно будет этим же переключателем.`
}

function heroHint(isPublic: boolean, isHero: boolean): string {
  if (!isPublic) return 'Доступно только для публичной страницы.'
  return isHero ? 'Страница стоит и в разделе «Герои СВО».' : 'Страница появится и в разделе «Герои СВО».'
}

function searchHint(isPublic: boolean, isIndexable: boolean): string {
  if (!isPublic) return 'Закрытую страницу поисковые системы не видят.'
  return isIndexable
    ? 'Страницу можно найти через Яндекс и Google.'
    : 'Мы просим поисковые системы не показывать эту страницу. Её открывают по ссылке, QR-коду и из списков сайта.'
}
