import Typography from '@mui/material/Typography'
import { Prose } from './Prose'
import { Section } from './Section'

export function Biography({ text }: { text: string | null }) {
  return (
    <Section title="Биография">
      {text?.trim() ? (
        <Prose>{text}</Prose>
      ) : (
        <Typography color="textSecondary">Биография пока не написана.</Typography>
      )}
    </Section>
  )
}
