import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { FreeNote } from '@client/ui/FreeNote'
import { ButtonRow } from './ButtonRow'
import { CreateMemorialLink } from './CreateMemorialLink'
import { Example } from './Example'
import { FindSomebody } from './FindSomebody'
import { Quote } from './Quote'

const LANDSCAPE_WIDTHS = [800, 1600, 2400]
/** On a phone half of the picture fills the window, so the whole picture is 200vw wide. */
const LANDSCAPE_SIZES = '(max-width: 599.95px) 200vw, (max-width: 1200px) 100vw, 1152px'

/** The service in one sentence, a page as an example, and a quotation. */
export function Opening() {
  return (
    <>
      <Beginning>
        <div>
          <Typography variant="h1" sx={{ maxWidth: '22ch' }}>
            Страницы памяти о{'\u00a0'}тех, кого нет рядом
          </Typography>
          <Typography variant="subtitle1" component="p" color="textSecondary" sx={{ mt: 2.5, maxWidth: '58ch' }}>
            Имя и даты, история жизни, место захоронения и слова тех, кто помнит. Страницу находят по имени или
            открывают по QR-коду на памятнике.
          </Typography>
          <ButtonRow>
            <CreateMemorialLink />
            <Button component={Link} to={paths.memorials} variant="outlined" size="large">
              Мемориалы
            </Button>
          </ButtonRow>
          <FreeNote />
          <FindSomebody />
        </div>
        <Example />
      </Beginning>
      <Landscape
        src="/landing/quote-1600.webp"
        srcSet={LANDSCAPE_WIDTHS.map((width) => `/landing/quote-${width}.webp ${width}w`).join()}
        sizes={LANDSCAPE_SIZES}
        alt=""
        width={1600}
        height={600}
        loading="lazy"
      />
      <Quote />
    </>
  )
}

const Beginning = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5),
  marginBlockEnd: theme.spacing(6),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
    alignItems: 'center',
    gap: theme.spacing(6),
    marginBlockEnd: theme.spacing(9),
    '& > :only-child': { gridColumn: '1 / -1' },
  },
}))

const Landscape = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '4 / 3',
  objectFit: 'cover',
  // On a phone it shows the birches of the left bank.
  objectPosition: '6% 50%',
  borderRadius: theme.shape.borderRadius,
  [theme.breakpoints.up('sm')]: { aspectRatio: '8 / 3' },
  ...theme.applyStyles('dark', { filter: 'brightness(0.78)' }),
}))
