import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { AcceptedEdition, GivenConsent } from '@contract/consents'
import { isDay } from '@contract/days'
import { editionPath } from '@contract/legal'
import { paths } from '@contract/paths'
import { dayInWords } from '@contract/shown-days'

const AGREEMENT = { title: 'пользовательское соглашение', path: paths.userAgreement }
const POLICY = { title: 'политика обработки персональных данных', path: paths.privacyPolicy }

/** The other documents accepted with a consent, each in the edition of that time. Renders nothing if none was recorded. */
export function AcceptedTexts({ consent: { agreement, policy } }: { consent: GivenConsent }) {
  if (!agreement && !policy) return null
  const verb = agreement && policy ? 'приняты' : agreement ? 'принято' : 'принята'

  return (
    <Typography variant="body2" color="textSecondary">
      Вместе с согласием {verb} {agreement && <AcceptedText {...AGREEMENT} accepted={agreement} />}
      {agreement && policy && ' и '}
      {policy && <AcceptedText {...POLICY} accepted={policy} />}.
    </Typography>
  )
}

function AcceptedText({ title, path, accepted }: { title: string; path: string; accepted: AcceptedEdition }) {
  const { edition, is_current: isCurrent } = accepted
  const address = isCurrent ? path : isDay(edition) ? editionPath(path, edition) : undefined
  const text = `${title} (${editionInWords(edition)})`
  if (!address) return text
  return (
    <Link component={RouterLink} to={address}>
      {text}
    </Link>
  )
}

/** An edition without a date has a name of its own: «Редакция № 3». */
function editionInWords(edition: string): string {
  if (isDay(edition)) return `редакция от ${dayInWords(edition)}`
  return edition.charAt(0).toLowerCase() + edition.slice(1)
}
