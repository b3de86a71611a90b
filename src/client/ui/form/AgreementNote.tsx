import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { paths } from '@contract/paths'

/** What sending the form accepts, besides the consent, which has its own checkbox. `doing`: «Регистрируясь». */
export function AgreementNote({ doing }: { doing: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {doing}, вы принимаете{' '}
      <Link href={paths.userAgreement} target="_blank" rel="noopener">
        пользовательское соглашение
      </Link>{' '}
      и{' '}
      <Link href={paths.privacyPolicy} target="_blank" rel="noopener">
        политику обработки персональных данных
      </Link>
      .
    </Typography>
  )
}
