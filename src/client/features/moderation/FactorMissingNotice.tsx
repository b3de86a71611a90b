import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { PROTECTION_ANCHOR, paths } from '@contract/paths'

/** For a moderator without a second factor: until they add one, they cannot moderate pages of others. */
export function FactorMissingNotice() {
  return (
    <Alert role="status" severity="warning" variant="outlined" sx={{ mt: 4, maxWidth: 760 }}>
      Вы модератор, но пока входите с одним паролем. Решать о чужих страницах вы сможете, когда подключите второй способ
      входа: ключ доступа или одноразовые коды.{' '}
      <Link component={RouterLink} to={`${paths.profile}#${PROTECTION_ANCHOR}`}>
        Подключить
      </Link>
    </Alert>
  )
}
