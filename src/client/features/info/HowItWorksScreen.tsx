import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { selectAccountToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { Step } from './Step'
import { STEPS } from './steps'

/** The way from a registration to the plate with a QR code, in seven steps. */
export function HowItWorksScreen() {
  return (
    <Page
      title="Как это работает"
      lead="Семь шагов, от регистрации до QR-кода. Спешить не нужно: начатое можно дополнить в любой день."
      width="md"
    >
      <Steps>
        {STEPS.map((step, index) => (
          <Step key={step.title} number={index + 1} {...step} />
        ))}
      </Steps>
      <Typography sx={{ maxWidth: '60ch', mb: 3 }}>
        Для начала достаточно имени и дат. Остальное можно добавить, когда будут силы.
      </Typography>
      <BeginButton />
    </Page>
  )
}

/** Whoever holds a token is not sent to register while the server has yet to tell who they are. */
function BeginButton() {
  const { status } = useAccount()
  const hasToken = useAppSelector(selectAccountToken) !== undefined
  const isGuest = status === 'guest' || !hasToken
  return (
    <Button component={Link} to={isGuest ? screens.register : screens.createMemorial} variant="contained" size="large">
      Создать мемориал
    </Button>
  )
}

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(5, 0, 6),
  padding: 0,
}))
