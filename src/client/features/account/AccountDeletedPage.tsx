import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { counted, DAYS } from '@contract/plurals'
import { LEAVING_DAYS } from '@contract/retention'
import { dayOfInstantInWords } from '@contract/shown-days'
import { Page } from '@client/ui/Page'

const LETTER =
  'Если вы передумаете, откройте ссылку из письма, которое мы отправили на ваш адрес: всё станет как прежде. Проверьте и папку «Спам».'

/** For a visitor who has just deleted their account: how long and how they can return. */
export function AccountDeletedPage() {
  const destroyedAt = dayAfterDeletion(useLocation().state)
  const until = destroyedAt ? `до ${dayOfInstantInWords(destroyedAt)}` : `в течение ${counted(LEAVING_DAYS, DAYS)}`
  return (
    <Page
      title="Аккаунт удалён"
      lead={`Вы вышли на всех устройствах, ваши страницы закрыты. Вернуться можно ${until}; потом всё будет уничтожено.`}
      width="sm"
    >
      <Typography sx={{ mt: 3 }}>{LETTER}</Typography>
      <Button component={Link} to={paths.landing} variant="outlined" sx={{ mt: 3 }}>
        На главную
      </Button>
    </Page>
  )
}

/** Undefined for a visitor who opened the URL directly. */
function dayAfterDeletion(state: unknown): string | undefined {
  const { destroyedAt } = (state ?? {}) as { destroyedAt?: unknown }
  return typeof destroyedAt === 'string' ? destroyedAt : undefined
}
