import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { Page } from '@client/ui/Page'

/** No such memorial: it was deleted, or the address is mistyped. */
export function MemorialNotFound() {
  return (
    <Page title="Мемориал не найден" lead="Возможно, его удалили или адрес введён с ошибкой." width="sm">
      <meta name="robots" content="noindex" />
      <Button component={Link} to={screens.memorials} variant="contained" sx={{ mt: 4, mr: 2 }}>
        Все мемориалы
      </Button>
      <Button component={Link} to={screens.landing} sx={{ mt: 4 }}>
        На главную
      </Button>
    </Page>
  )
}
