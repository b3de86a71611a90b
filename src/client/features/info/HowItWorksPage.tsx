import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { useCreateMemorialAddress } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { Step } from './Step'
import { STEPS } from './steps'

/** Seven steps, from the registration to the plate with a QR code. */
export function HowItWorksPage() {
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
      <Button component={Link} to={useCreateMemorialAddress()} variant="contained" size="large">
        Создать мемориал
      </Button>
    </Page>
  )
}

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(5, 0, 6),
  padding: 0,
}))
