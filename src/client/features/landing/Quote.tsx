import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'

const LINES = [
  'Два чувства дивно близки нам\u00a0—',
  'В них обретает сердце пищу\u00a0—',
  'Любовь к родному пепелищу,',
  'Любовь к отеческим гробам.',
]

/** Pushkin's lines of 1830, on a card that lies on the lower edge of the landscape above it. */
export function Quote() {
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
