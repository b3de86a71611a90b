import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'
import { BURIAL_LABELS, type BurialForm } from '@contract/burial'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PhotoField } from '@client/ui/form/PhotoField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useUnsavedChanges } from '@client/ui/unsaved-changes'
import { BurialPhoto } from './BurialPhoto'
import { PlacePicker } from './PlacePicker'

export interface BurialFieldsProps {
  /** The form starts anew from these when they change. */
  stored: BurialForm
  storedPhoto: string | null
}

export function BurialFields({ stored, storedPhoto }: BurialFieldsProps) {
  const { dirty } = useFormikContext()
  useUnsavedChanges(dirty)
  useStartAnew(stored)

  return (
    <FormStack>
      <TextField
        name="burial_address"
        label={BURIAL_LABELS.burial_address}
        hint="Город, кладбище, участок, ряд: всё, что поможет найти."
        rows={2}
        autoCapitalize="sentences"
      />
      <TextField
        name="burial_coordinates"
        label={BURIAL_LABELS.burial_coordinates}
        hint="Широта и долгота через запятую, например: 55.7558, 37.6173. Или поставьте метку на карте."
      />
      <PlacePicker />
      {storedPhoto && (
        <Box>
          <BurialPhoto path={storedPhoto} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Сохранённое фото. Если выбрать новое, оно заменит это.
          </Typography>
        </Box>
      )}
      <PhotoField
        name="burial_photo_file"
        label={BURIAL_LABELS.burial_photo_file}
        hint="Необязательно. JPEG, PNG, WebP или HEIC до 20 МБ."
      />
      <FormAlert />
      <SubmitButton progressText="Сохраняем...">Сохранить</SubmitButton>
    </FormStack>
  )
}

/** In place, so that the focus stays where it is. */
function useStartAnew(stored: BurialForm): void {
  const { resetForm } = useFormikContext()
  const start = useRef(stored)

  useEffect(() => {
    if (start.current === stored) return
    start.current = stored
    resetForm({ values: stored })
  }, [stored, resetForm])
}
