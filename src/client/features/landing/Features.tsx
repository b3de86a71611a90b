import Typography from '@mui/material/Typography'
import { FeatureBlock } from './FeatureBlock'
import { FeatureCards } from './FeatureCards'
import { FEATURES } from './feature-texts'
import { Section } from '@client/ui/Section'
import { useFocusOnBlock } from './use-focus-on-block'

const PHONE_HEIGHT = 4700

/** The features of a memorial: in eight words, and below in full. */
export function Features() {
  useFocusOnBlock()
  return (
    <Section spacing="large" title="Что хранит страница памяти" phoneHeight={PHONE_HEIGHT}>
      <Typography color="textSecondary" sx={{ mt: -1.5, mb: 4, maxWidth: '58ch' }}>
        Выберите, о чём рассказать подробнее.
      </Typography>
      <FeatureCards />
      {FEATURES.map((feature) => (
        <FeatureBlock key={feature.id} feature={feature} />
      ))}
    </Section>
  )
}
