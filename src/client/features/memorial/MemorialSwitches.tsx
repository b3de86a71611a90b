import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { MEMORIAL_LABELS, type MemorialForm, NO_ADVANCED_LEFT } from '@contract/memorial'
import { useAccount } from '@client/store/use-account'
import { CheckboxField } from '@client/ui/form/CheckboxField'

/** Who may see the page, whether it is a hero's, and whether it has archives. */
export function MemorialSwitches() {
  const { values, setFieldValue } = useFormikContext<MemorialForm>()

  /** A hero's page is public, so a page that is closed again is no hero's. */
  function openOrClose(isPublic: boolean): undefined {
    if (!isPublic) void setFieldValue('swo_status', false)
    return undefined
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <CheckboxField
        name="public_status"
        label={MEMORIAL_LABELS.public_status}
        hint="Страницу увидят все. Без отметки её увидите вы и те, кому вы сообщите PIN-код."
        onToggle={openOrClose}
      />
      <CheckboxField
        name="swo_status"
        label={MEMORIAL_LABELS.swo_status}
        hint="Страница появится в разделе «Герои СВО». Только для публичной страницы."
        disabled={!values.public_status}
      />
      <AdvancedField />
    </Box>
  )
}

function AdvancedField() {
  const { user } = useAccount()
  const [isRefused, setRefused] = useState(false)

  /** False, so that the tick does not come, where no advanced memorial is left. */
  function spendCredit(isAdvanced: boolean): boolean {
    const hasRight = (user?.advanced_memorials_left ?? 0) > 0
    setRefused(isAdvanced && !hasRight)
    return !isAdvanced || hasRight
  }

  return (
    <>
      <CheckboxField
        name="rate_check"
        label={MEMORIAL_LABELS.rate_check}
        hint="С архивами фотографий, аудио и видео до 250 МБ."
        onToggle={spendCredit}
      />
      {isRefused && (
        <Alert severity="warning" variant="outlined">
          {NO_ADVANCED_LEFT}
        </Alert>
      )}
    </>
  )
}
