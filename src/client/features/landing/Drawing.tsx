import { styled } from '@mui/material/styles'
import { DRAWINGS } from './drawings'
import type { FeatureId } from './feature-texts'

/** A small line drawing of what a feature is about; the words beside it say the same. */
export function Drawing({ of }: { of: FeatureId }) {
  const { line, mark, shape } = DRAWINGS[of]
  return (
    <Lines viewBox="0 0 96 96" aria-hidden>
      <path className="line" d={line} vectorEffect={THIN} />
      {shape && <path className="mark shape" d={shape} vectorEffect={THIN} />}
      <path className="mark" d={mark} vectorEffect={THIN} />
    </Lines>
  )
}

/** Lines are as thin however large the drawing is. */
const THIN = 'non-scaling-stroke'

const Lines = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: '100%',
  fill: 'none',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '.line': { stroke: theme.vars?.palette.primary.main },
  '.mark': { stroke: theme.vars?.palette.secondary.main },
  '.shape': { fill: theme.vars?.palette.background.paper },
}))
