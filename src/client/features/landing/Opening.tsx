import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { useCreateMemorialUrl } from '@client/store/use-account'
import { FilterInput } from '@client/ui/FilterInput'
import { FreeNote } from '@client/ui/FreeNote'
import { TARGET_SIZE } from '@client/ui/styles'
import { Example } from './Example'

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

/** The search of the list of memorials. Without scripts the browser submits the form itself. */
function FindSomebody() {
  const [q, setQ] = useState('')
  const navigate = useNavigate()
  return (
    <Form
      role="search"
      method="get"
      action={paths.memorials}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = q.trim()
        void navigate(wanted ? `${paths.memorials}?${new URLSearchParams({ q: wanted }).toString()}` : paths.memorials)
      }}
    >
      <FilterInput
        name="q"
        type="search"
        label="Найти страницу"
        placeholder="Имя, год, город"
        maxLength={SEARCH_MAX_LENGTH}
        value={q}
        onChange={setQ}
      />
      <Button type="submit" variant="outlined">
        Найти
      </Button>
    </Form>
  )
}

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.spacing(1.5),
  maxWidth: 520,
  marginTop: theme.spacing(4),
  '& > button': { minHeight: TARGET_SIZE },
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

const LINES = [
  'Два чувства дивно близки нам\u00a0—',
  'В них обретает сердце пищу\u00a0—',
  'Любовь к родному пепелищу,',
  'Любовь к отеческим гробам.',
]

/** Pushkin's lines of 1830, on a card that lies on the lower edge of the landscape above it. */
function Quote() {
  return (
    <Frame>
      <blockquote>
        {LINES.map((line) => (
          <Line key={line}>{line}</Line>
        ))}
      </blockquote>
      <Typography component="figcaption" variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        Александр Пушкин, 1830
      </Typography>
    </Frame>
  )
}

const Frame = styled('figure')(({ theme }) => ({
  position: 'relative',
  width: 'fit-content',
  maxWidth: `calc(100% - ${theme.spacing(2)})`,
  margin: theme.spacing(-5, 'auto', 0),
  padding: theme.spacing(3, 2.5),
  border: '1px solid',
  borderColor: theme.vars?.palette.divider,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
  '& blockquote': { margin: 0 },
  [theme.breakpoints.up('md')]: { marginTop: theme.spacing(-11), padding: theme.spacing(4, 6) },
}))

/** A line of verse; if it has to wrap, the rest is indented. */
const Line = styled('span')(({ theme }) => ({
  display: 'block',
  paddingInlineStart: '1.25em',
  textIndent: '-1.25em',
  fontFamily: theme.typography.h2.fontFamily,
  fontSize: 'clamp(1rem, 0.8rem + 1.1vw, 1.5rem)',
  lineHeight: 1.55,
}))

/** Large buttons side by side; on a phone stacked, each as wide as the page. */
export const ButtonRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(4),
  [theme.breakpoints.up('sm')]: { display: 'flex', flexWrap: 'wrap' },
}))

export function CreateMemorialLink() {
  return (
    <Button component={Link} to={useCreateMemorialUrl()} variant="contained" size="large">
      Создать мемориал
    </Button>
  )
}
