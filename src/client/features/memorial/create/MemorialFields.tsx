import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { MEMORIAL_LABELS } from '@contract/memorial'
import { DateField } from '@client/ui/form/DateField'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { NameField } from '@client/ui/form/NameField'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-problem'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { AdvancedField } from './AdvancedField'
import { VisibilityFields } from './VisibilityFields'

const OPTIONAL = 'Необязательно'
/** The calendar opens near the years when most people were born. */
const CALENDAR_OPENS_AT = '1940-01-01'

export interface MemorialFieldsProps {
  /** How many advanced memorials the account may still create. */
  advancedLeft: number
}

export function MemorialFields({ advancedLeft }: MemorialFieldsProps) {
  return (
    <FormStack sx={{ mt: 4 }}>
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint={OPTIONAL} />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint={OPTIONAL} />
      <DateField
        name="birth_date"
        precisionName="birth_precision"
        label={MEMORIAL_LABELS.birth_date}
        calendarStart={CALENDAR_OPENS_AT}
      />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
      <TextField
        name="biography"
        label={MEMORIAL_LABELS.biography}
        hint={OPTIONAL}
        rows={7}
        autoCapitalize="sentences"
      />
      <PhotoField name="file" label={MEMORIAL_LABELS.file} hint={`${OPTIONAL}. ${PICTURE_HINT}`} viewName="view" />
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 500, mb: 0.5, p: 0 }}>
          Кто увидит страницу и что на ней будет
        </Typography>
        <VisibilityFields />
        <AdvancedField advancedLeft={advancedLeft} />
      </Box>
      <FormAlert />
      <SubmitButton progressText="Создаём мемориал...">Создать мемориал</SubmitButton>
    </FormStack>
  )
}
