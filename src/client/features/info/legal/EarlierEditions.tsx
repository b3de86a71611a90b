import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { editionPath, type LegalName } from '@contract/legal'
import { dayInWords } from '@contract/shown-days'

const EARLIER = 'Это прежняя редакция: она больше не действует.'
const UNKNOWN = 'Такой редакции нет.'

/** Lists the earlier editions below a document. */
export function EarlierEditions({ name, days }: { name: LegalName; days: string[] }) {
  if (days.length === 0) return null
  return (
    <Box component="section" aria-labelledby="earlier-editions" sx={{ mt: 6, '@media print': { display: 'none' } }}>
      <Typography id="earlier-editions" variant="subtitle2" component="h2">
        Прежние редакции
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {days.map((day) => (
          <li key={day}>
            <Link component={RouterLink} to={editionPath(`/${name}`, day)}>
              От {dayInWords(day)}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** A notice above an edition that the URL names. */
export function EarlierNotice({ name, isAvailable }: { name: LegalName; isAvailable: boolean }) {
  return (
    <Typography sx={{ mb: 4 }}>
      {isAvailable ? EARLIER : UNKNOWN}{' '}
      <Link component={RouterLink} to={`/${name}`}>
        Прочитать нынешнюю
      </Link>
    </Typography>
  )
}
