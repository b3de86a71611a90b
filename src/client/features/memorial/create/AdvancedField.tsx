import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { MEMORIAL_LABELS, NO_ADVANCED_LEFT } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { CheckboxField } from '@client/ui/form/CheckboxField'

/** The checkbox for an advanced memorial. With none left it can't be checked, and a message says why. */
export function AdvancedField({ advancedLeft }: { advancedLeft: number }) {
  const [isRefused, setRefused] = useState(false)

  function allowIfLeft(checked: boolean): boolean {
    const isAllowed = !checked || advancedLeft > 0
    setRefused(!isAllowed)
    return isAllowed
  }

  return (
    <>
      <CheckboxField
        name="rate_check"
        label={MEMORIAL_LABELS.rate_check}
        hint="Архивы фотографий, аудио и видео до 250 МБ."
        onToggle={allowIfLeft}
      />
      {isRefused && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {typeset(NO_ADVANCED_LEFT)}
        </Alert>
      )}
    </>
  )
}
