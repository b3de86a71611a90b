import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { RoadStep } from '@contract/burial'
import { typeset } from '@contract/typeset'
import { Photo, type StoredPicture } from '@client/ui/Photo'

export function BurialPhoto(photo: StoredPicture) {
  return (
    <Box sx={{ borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
      <Photo {...photo} alt="Фото места захоронения" sizes="(min-width: 688px) 640px, 94vw" frame="grave" />
    </Box>
  )
}

/** The way to a grave in numbered photos, each of them whole. */
export function RoadSteps({ steps }: { steps: RoadStep[] }) {
  return (
    <Steps>
      {steps.map((step, index) => (
        <li key={step.id}>
          <StepPhoto step={step} index={index} />
          {typeset(step.line)}
        </li>
      ))}
    </Steps>
  )
}

export function StepPhoto({ step, index }: { step: RoadStep; index: number }) {
  return (
    <StepFrame>
      <Photo
        path={step.photo_path}
        width={step.photo_width}
        height={step.photo_height}
        alt={`Дорога, шаг ${index + 1}`}
        sizes="(min-width: 600px) 310px, 94vw"
        frame="whole"
      />
    </StepFrame>
  )
}

export const RoadTitle = styled('h3')(({ theme }) => ({
  margin: theme.spacing(2, 0),
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.25rem',
  fontWeight: 400,
}))

export const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3, 2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  counterReset: 'step',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& > li': { position: 'relative', counterIncrement: 'step', breakInside: 'avoid' },
  '& > li::before': {
    content: 'counter(step)',
    position: 'absolute',
    zIndex: 1,
    insetBlockStart: theme.spacing(1),
    insetInlineStart: theme.spacing(1),
    display: 'grid',
    placeContent: 'center',
    width: '2em',
    height: '2em',
    borderRadius: '50%',
    fontWeight: 600,
    color: theme.vars?.palette.primary.contrastText,
    backgroundColor: theme.vars?.palette.primary.main,
  },
}))

const StepFrame = styled('div')(({ theme }) => ({
  // Of most photos: they fill it.
  aspectRatio: '4 / 3',
  marginBlockEnd: theme.spacing(1),
  overflow: 'hidden',
  borderRadius: 6,
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
}))
