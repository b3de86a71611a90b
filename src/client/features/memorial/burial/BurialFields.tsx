import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { BURIAL_LABELS } from '@contract/burial'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-problem'
import { TextField } from '@client/ui/form/TextField'
import { BurialPhoto } from './BurialPhoto'
import { PlacePicker } from './PlacePicker'

export function BurialFields({ storedPhoto }: { storedPhoto: string | null }) {
  return (
    <>
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
        hint={`Необязательно. ${PICTURE_HINT}`}
      />
    </>
  )
}
