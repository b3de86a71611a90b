import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useSettings } from '@client/ui/settings'

/** Words of the documents that each installation fills in for itself. */

export function Operator() {
  return useSettings().operatorName
}

export function SiteName() {
  return `«${useSettings().siteName}»`
}

export function SiteAddress() {
  const { publicUrl } = useSettings()
  return <Link href={publicUrl}>{publicUrl}</Link>
}

export function Email() {
  const { supportEmail } = useSettings()
  return <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
}

export function Messenger() {
  const { supportMessengerUrl } = useSettings()
  return (
    <Link href={supportMessengerUrl} target="_blank" rel="noopener noreferrer">
      мессенджер поддержки
    </Link>
  )
}

const DOCUMENTS = {
  [screens.privacyPolicy]: 'Политика обработки персональных данных',
  [screens.confidentialityPolicy]: 'Политика конфиденциальности',
  [screens.userAgreement]: 'Пользовательское соглашение',
  [screens.consent]: 'Согласие на обработку персональных данных',
}

/** Another of the documents, by its title. */
export function DocumentLink({ to }: { to: keyof typeof DOCUMENTS }) {
  return (
    <Link component={RouterLink} to={to}>
      {DOCUMENTS[to]}
    </Link>
  )
}
