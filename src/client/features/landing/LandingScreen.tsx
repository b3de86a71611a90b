import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { PageTitle } from '@client/ui/Page'

/** What the service is for, and the two ways into it. */
export function LandingScreen() {
  return (
    <Container maxWidth="lg" sx={{ pt: { xs: 5, md: 9 }, pb: { xs: 7, md: 11 } }}>
      <PageTitle>Страницы памяти о близких</PageTitle>
      <Typography variant="h1" sx={{ maxWidth: '22ch' }}>
        Страницы памяти о{'\u00a0'}тех, кого нет рядом
      </Typography>
      <Typography variant="subtitle1" component="p" color="textSecondary" sx={{ mt: 2.5, maxWidth: '58ch' }}>
        Имя и даты, история жизни, место захоронения и слова тех, кто помнит. Страницу находят по имени или открывают по
        QR-коду на памятнике.
      </Typography>
      <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button component={Link} to={screens.createMemorial} variant="contained" size="large">
          Создать мемориал
        </Button>
        <Button component={Link} to={screens.memorials} variant="outlined" size="large">
          Мемориалы
        </Button>
      </Box>
      <Landscape src="/landing/quote.svg" alt="" />
    </Container>
  )
}

const Landscape = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  aspectRatio: '8 / 3',
  objectFit: 'cover',
  marginTop: theme.spacing(7),
  borderRadius: theme.shape.borderRadius,
}))
