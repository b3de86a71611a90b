import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Typography from '@mui/material/Typography'
import { passFocusUp } from '@client/ui/focus'
import type { MissingProps } from '@client/ui/lazy-chunk'
import { useSettings } from '@client/ui/settings'

/**
 * Shown in place of a page that failed: a bug of ours, or a chunk that did not load. The chunk is retried without a reload;
 * if a new release is out, only a reload helps.
 */
export function BrokenPage({ onRetry }: Partial<MissingProps>) {
  const { siteName } = useSettings()
  const reload = () => window.location.reload()

  return (
    <Container maxWidth="sm" role="alert" sx={{ py: { xs: 8, md: 14 }, textAlign: 'center' }}>
      <title>{`Не удалось показать страницу — ${siteName}`}</title>
      <Typography variant="h1" gutterBottom>
        Не удалось показать страницу
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        Возможно, прервалась связь или сайт обновился, пока вы были здесь. Всё, что вы сохранили, на месте.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
        {onRetry && (
          <Button ref={passFocusUp} variant="contained" onClick={onRetry}>
            Попробовать ещё раз
          </Button>
        )}
        <Button variant={onRetry ? 'outlined' : 'contained'} onClick={reload}>
          Обновить страницу
        </Button>
      </Box>
    </Container>
  )
}
