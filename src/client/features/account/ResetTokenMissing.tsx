import Alert from '@mui/material/Alert'
import { Page } from '@client/ui/Page'
import { NewLetterLink } from './NewLetterLink'

const TOKEN_MISSING =
  'Отсутствует токен для сброса пароля. Откройте ссылку из письма целиком или запросите новое письмо.'

/** The link of the letter lost its end on the way. */
export function ResetTokenMissing() {
  return (
    <Page title="Новый пароль" width="sm">
      <Alert severity="error" variant="outlined" sx={{ mt: 4, mb: 3 }}>
        {TOKEN_MISSING}
      </Alert>
      <NewLetterLink />
    </Page>
  )
}
