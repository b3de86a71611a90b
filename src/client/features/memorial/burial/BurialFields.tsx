import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { BURIAL_LABELS, cleanCoordinates } from '@contract/burial'
import { readMapLink } from '@contract/map-link'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-problem'
import { TextField } from '@client/ui/form/TextField'
import { BurialPhoto } from './BurialPhoto'
import { PhotoPlace } from './PhotoPlace'
import { PlacePicker } from './PlacePicker'

export function BurialFields({ storedPhoto }: { storedPhoto: string | null }) {
  return (
    <>
      <TextField
        name="burial_address"
        label={BURIAL_LABELS.burial_address}
        hint="Страна, город, улица: всё, что поможет доехать."
        rows={2}
        autoCapitalize="sentences"
      />
      <TextField name="cemetery" label={BURIAL_LABELS.cemetery} autoCapitalize="sentences" />
      <TextField
        name="plot"
        label={BURIAL_LABELS.plot}
        hint="Всё, что поможет найти могилу на самом кладбище."
        autoCapitalize="sentences"
      />
      <TextField
        name="burial_coordinates"
        label={BURIAL_LABELS.burial_coordinates}
        hint="Широта и долгота, например: 55.7558, 37.6173. Или ссылка из Яндекс Карт, 2ГИС, Google Карт или OpenStreetMap. Или поставьте метку на карте."
        autoCapitalize="none"
        rewrite={asCoordinates}
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
      <PhotoPlace />
    </>
  )
}

/** A link becomes coordinates at once, since no one types a link. Coordinates are normalized only after typing ends. */
function asCoordinates(text: string, isBeingTyped: boolean): string {
  return isBeingTyped && typeof readMapLink(text) !== 'object' ? text : cleanCoordinates(text)
}
