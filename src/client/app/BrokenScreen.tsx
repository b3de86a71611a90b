import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Typography from '@mui/material/Typography'
import { useSettings } from '@client/ui/settings'

/** Shown in place of a screen that failed: a bug of ours, or a part of the program that did not load. */
export function BrokenScreen() {
  const { siteName } = useSettings()
  return (
    <Container maxWidth="sm" role="alert" sx={{ py: { xs: 8, md: 14 }, textAlign: 'center' }}>
      <title>{`Не удалось показать страницу — ${siteName}`}</title>
      <Typography variant="h1" gutterBottom>
        Не удалось показать страницу
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        Возможно, прервалась связь или сайт обновился, пока вы были здесь. Всё, что вы сохранили, на месте.
      </Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        Обновить страницу
      </Button>
    </Container>
  )
}
