import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, Outlet, useParams } from 'react-router-dom'
import { isMemorialId, paths } from '@contract/paths'
import { useSettings } from '@client/ui/settings'

export function NotFoundPage() {
  const { siteName, supportEmail } = useSettings()
  return (
    <Container maxWidth="sm" sx={{ py: { xs: 8, md: 14 }, textAlign: 'center' }}>
      <title>{`Страница не найдена — ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <Typography variant="h1" gutterBottom>
        Страница не найдена
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        Возможно, адрес введён с ошибкой или страницу удалили.
      </Typography>
      <Button component={RouterLink} to={paths.landing} variant="contained">
        На главную
      </Button>
      <Typography color="textSecondary" sx={{ mt: 5, textWrap: 'balance' }}>
        Если вы уверены, что страница должна быть здесь, напишите нам:{' '}
        <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
      </Typography>
    </Container>
  )
}

/** /memorials/{id} and the routes below it. An id that is not a positive integer never existed. */
export function MemorialUrlGuard() {
  const { memorialId = '' } = useParams()
  return isMemorialId(memorialId) ? <Outlet /> : <NotFoundPage />
}
