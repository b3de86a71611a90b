import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { counted, MEMORIALS, POSSIBLE } from '@contract/plurals'
import { useOwnMemorialsPage } from './use-own-memorials-page'

/** How many memorials the account has and may have, and a button to create one below the limit. */
export function NewMemorial({ maxMemorials }: { maxMemorials: number }) {
  const { data: mine } = useOwnMemorialsPage()
  // Memorials of other owners do not count towards the limit.
  const own = mine?.in_all.own
  const isFull = own !== undefined && own >= maxMemorials

  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Typography color="textSecondary" sx={{ minHeight: 29 }}>
        {own !== undefined && `У вас ${counted(own, MEMORIALS)} из ${counted(maxMemorials, POSSIBLE)}.`}
      </Typography>
      {isFull ? (
        <Typography sx={{ mt: 1, maxWidth: '60ch' }}>
          Свободных мест больше нет. Как получить ещё одно, рассказано на странице{' '}
          <Link component={RouterLink} to={paths.tariffs}>
            «Тарифы и цены»
          </Link>
          .
        </Typography>
      ) : (
        <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button component={RouterLink} to={paths.createMemorial} variant="contained" size="large">
            Создать мемориал
          </Button>
          <Button component={RouterLink} to={paths.importMemorials} variant="outlined" size="large">
            Перенести из файла
          </Button>
        </Box>
      )}
    </Box>
  )
}
