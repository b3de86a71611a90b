import Typography from '@mui/material/Typography'
import { counted } from '@client/lib/plurals'
import type { OwnLocation } from './use-own-location'

/** In the genitive: с точностью до 1 метра, до 2 метров. */
const UP_TO_METRES = ['метра', 'метров', 'метров'] as const

/** What came of «Я сейчас здесь». */
export function LocationNote({ location }: { location: OwnLocation }) {
  return (
    <Typography
      role="status"
      variant="body2"
      color={location.problem ? 'error' : 'textSecondary'}
      sx={{ mt: 1, minHeight: '1.6em' }}
    >
      {sentence(location)}
    </Typography>
  )
}

function sentence({ isAsked, problem, accuracyMetres }: OwnLocation): string {
  if (isAsked) return 'Определяем, где вы находитесь...'
  if (problem) return problem
  if (accuracyMetres === undefined) return ''
  const accuracy = counted(accuracyMetres, UP_TO_METRES)
  return `Место определено с точностью до ${accuracy}. Если метка стоит не там, подвиньте её.`
}
