import Typography from '@mui/material/Typography'
import { paragraphsOf } from '@client/lib/paragraphs'

/** A long text as its author divided it: empty lines separate paragraphs, line breaks stay. */
export function Prose({ children }: { children: string }) {
  return paragraphsOf(children).map((paragraph, index) => (
    <Typography
      key={index}
      sx={{ maxWidth: '68ch', whiteSpace: 'pre-line', textWrap: 'pretty', mt: index === 0 ? 0 : 2 }}
    >
      {paragraph}
    </Typography>
  ))
}
