import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { ButtonRow } from './ButtonRow'
import { CreateMemorialLink } from './CreateMemorialLink'

/** The end of the page: how to begin, how it works and what it costs. */
export function Closing() {
  const titleId = useId()
  return (
    <Frame aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2">
        Сохраните память о близком человеке
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5, textWrap: 'balance' }}>
        Для начала нужны только имя и даты жизни. Остальное можно добавить позже.
      </Typography>
      <ButtonRow sx={{ justifyContent: { sm: 'center' } }}>
        <CreateMemorialLink />
        <Button component={Link} to={paths.howItWorks} variant="outlined" size="large">
          Как это работает
        </Button>
        <Button component={Link} to={paths.tariffs} variant="outlined" size="large">
          Тарифы и цены
        </Button>
      </ButtonRow>
    </Frame>
  )
}

const Frame = styled('section')(({ theme }) => ({
  marginTop: theme.spacing(8),
  padding: theme.spacing(5, 2.5),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
  textAlign: 'center',
  [theme.breakpoints.up('md')]: { marginTop: theme.spacing(12), padding: theme.spacing(8, 6) },
}))
