import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ImportProblem } from '@contract/import'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { type ImportKind, placeOf } from './import-texts'

/** No one reads more at a time. */
const SHOWN_MAX = 100

export interface ImportProblemsProps {
  /** For screen readers only. */
  title: string
  kind: ImportKind
  problems: ImportProblem[]
}

/** The problems or warnings, each with its place. */
export function ImportProblems({ title, kind, problems }: ImportProblemsProps) {
  const more = problems.length - SHOWN_MAX
  return (
    <Box sx={{ justifySelf: 'stretch' }}>
      <Typography component="h2" style={visuallyHidden}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
        {problems.slice(0, SHOWN_MAX).map((problem, nth) => (
          <Box key={nth} component="li" sx={ROW}>
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {placeOf(problem, kind)}
            </Typography>
            <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
              {problem.msg}
            </Typography>
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {`И ещё ${more}: здесь показаны первые ${SHOWN_MAX}.`}
        </Typography>
      )}
    </Box>
  )
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  columnGap: 3,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
