import Typography from '@mui/material/Typography'
import { paragraphsOf } from '@client/lib/paragraphs'

/** A long text as its author divided it: an empty line parts paragraphs, a line break stays one. */
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
