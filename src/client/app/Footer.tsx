import Box from '@mui/material/Box'
import Container from '@mui/material/Container'
import { styled, type Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { belowTheFold, TARGET_SIZE } from '@client/ui/styles'
import { useSettings } from '@client/ui/settings'
import { ABOUT_LINKS } from './NavigationLink'

const COPYRIGHT_YEAR = 2025

const DOCUMENTS = [
  { title: 'Политика обработки персональных данных', to: paths.privacyPolicy },
  { title: 'Политика конфиденциальности', to: paths.confidentialityPolicy },
  { title: 'Пользовательское соглашение', to: paths.userAgreement },
  { title: 'Согласие на обработку персональных данных', to: paths.consent },
]

/** On a memorial, which is about someone else, it is short. */
export function Footer({ isShort }: { isShort: boolean }) {
  const { siteName, supportEmail, supportMessengerUrl } = useSettings()
  if (isShort) return <ShortFooter />
  return (
    <Box component="footer" sx={FOOTER}>
      <Container maxWidth="lg" sx={COLUMNS}>
        <section aria-labelledby="about">
          <Typography id="about" variant="h4" component="h2" gutterBottom>
            О сервисе
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '38ch', pt: 1 }}>
            «{siteName}» хранит память о близких: имена и даты, историю жизни, фотографии, место на карте и слова тех,
            кто помнит.
          </Typography>
          <Links>
            {ABOUT_LINKS.map(({ title, to }) => (
              <li key={to}>
                <Link to={to}>{title}</Link>
              </li>
            ))}
          </Links>
        </section>
        <nav aria-labelledby="documents">
          <Typography id="documents" variant="h4" component="h2" gutterBottom>
            Документы
          </Typography>
          <DocumentLinks />
        </nav>
        <section aria-labelledby="support">
          <Typography id="support" variant="h4" component="h2" gutterBottom>
            Поддержка
          </Typography>
          <Links>
            <li>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
            <li>
              <a href={supportMessengerUrl} target="_blank" rel="noopener noreferrer">
                Написать в мессенджер
              </a>
            </li>
          </Links>
        </section>
        <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          © {COPYRIGHT_YEAR} {siteName}
        </Typography>
      </Container>
    </Box>
  )
}

/** On a phone it takes three lines: the service, how it works and its documents, support. */
function ShortFooter() {
  const { siteName, supportEmail, supportMessengerUrl } = useSettings()
  return (
    <Box component="footer" sx={SHORT}>
      <p>
        © {COPYRIGHT_YEAR} «{siteName}»: память о близких
      </p>
      <Link to={paths.howItWorks}>Как это работает</Link>
      <Box component="details">
        <summary>Документы</summary>
        <DocumentLinks />
      </Box>
      <div>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>{' '}
        <a href={supportMessengerUrl} target="_blank" rel="noopener noreferrer">
          Мессенджер
        </a>
      </div>
    </Box>
  )
}

function DocumentLinks() {
  return (
    <Links>
      {DOCUMENTS.map(({ title, to }) => (
        <li key={to}>
          <Link to={to}>{title}</Link>
        </li>
      ))}
    </Links>
  )
}

/** The approximate height on a phone, in px. */
const FOOTER_HEIGHT = 800

const FOOTER = {
  ...belowTheFold(FOOTER_HEIGHT),
  mt: 'auto',
  borderTop: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
  '@media print': { display: 'none' },
} as const

const SHORT = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 3,
  mt: 'auto',
  px: 2,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  textAlign: 'center',
  typography: 'body2',
  color: 'text.secondary',
  '& > p': { m: 0 },
  '& > p, & > details[open]': { flexBasis: '100%' },
  '& > a, & > div > a, & summary': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: TARGET_SIZE,
    mx: 0.75,
    color: 'text.primary',
    textUnderlineOffset: '0.2em',
    textDecorationColor: ({ vars }: Theme) => vars?.palette.divider,
  },
  '& summary': { cursor: 'pointer', textDecoration: 'underline' },
  // The bar of a memorial on a phone.
  'body:has([data-bar]) &': { pb: { xs: 9, sm: 2 } },
  '@media print': { display: 'none' },
} as const

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', md: '1.2fr 1.2fr 1fr' },
  columnGap: 6,
  rowGap: 4,
  py: { xs: 5, md: 7 },
} as const

const Links = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: TARGET_SIZE,
    paddingBlock: '0.25em',
    color: theme.vars?.palette.text.primary,
    textUnderlineOffset: '0.2em',
    textDecorationColor: theme.vars?.palette.divider,
    overflowWrap: 'anywhere',
  },
  '& a:hover': { textDecorationColor: 'currentcolor' },
}))
