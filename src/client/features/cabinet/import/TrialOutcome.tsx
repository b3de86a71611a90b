import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { ImportProblem, ImportTrial } from '@contract/import'
import { paths } from '@contract/paths'
import { counted } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { Link } from 'react-router-dom'
import { ALERT_WITH_BUTTON, EmptyState } from '@client/ui/Loading'
import { visuallyHidden } from '@client/ui/styles'
import { Done } from '../Setting'
import { CorrectableRow } from './CorrectableRow'
import { type ImportKind, PAGES, PAGES_TO_MAKE, placeOf, ROWS, whoWillSee } from './import-texts'
import type { Import } from './use-import'

const MAYBE_TWICE =
  'Похоже, некоторые из этих людей уже есть среди ваших страниц или названы в файле дважды. Посмотрите список ниже: если создать страницы, у человека их станет две.'

const SOME_READY =
  'Что помешало остальным, перечислено ниже. Их можно пропустить, или исправить файл и выбрать его снова.'
const SOME_CORRECTABLE = 'Что помешало остальным, сказано ниже. Их можно исправить прямо здесь или пропустить.'
const NONE_READY = 'Исправьте то, что перечислено ниже, и выберите файл снова.'
const NONE_BUT_CORRECTABLE = 'Исправьте то, что перечислено ниже: прямо здесь или в самом файле.'
const PRESUMED = (count: number) =>
  `Создать и страницы тех, кто родился больше 110 лет назад, хотя о смерти в древе не сказано: ${counted(count, PRESUMED_PEOPLE)}`
const PRESUMED_PEOPLE = ['человек', 'человека', 'человек'] as const
const ENOUGH_FOR_READY = (places: number) => `Свободных мест у вас ${places}: на тех, кто готов, хватит.`

interface TrialOutcomeProps {
  kind: ImportKind
  trial: ImportTrial
  work: Import
  onCheck: () => void
  onCreate: () => void
}

/** The result of the check of a file, and the button that creates the pages that are ready. */
export function TrialOutcome({ kind, trial, work, onCheck, onCreate }: TrialOutcomeProps) {
  const { rows, presumed, problems, warnings, places_left: placesLeft } = trial
  const ready = work.takesPresumed ? trial.ready : trial.ready - presumed
  const readyInWords = `Готово к созданию: ${ready} из ${counted(rows, ROWS[kind].of)}.`
  const repeats = warnings.filter(({ field }) => field === 'page')
  const notes = warnings.filter(({ field }) => field !== 'page')
  const skipped = rows - trial.ready
  const isOverLimit = placesLeft < (ready || rows)
  if (rows === 0) {
    return problems.length > 0 ? (
      <Faults kind={kind} trial={trial} work={work} lead="Файл не подходит." />
    ) : (
      <>
        <EmptyFile kind={kind} />
        {notes.length > 0 && <ImportProblems title="На что обратить внимание" kind={kind} problems={notes} />}
      </>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {problems.length === 0 && <Done>{`Ошибок нет. ${readyInWords}`}</Done>}
      {isOverLimit ? (
        <NoPlaces trial={trial} />
      ) : (
        <Typography>
          {placesLeft < rows ? ENOUGH_FOR_READY(placesLeft) : `Свободных мест нужно ${rows}, у вас их ${placesLeft}.`}
        </Typography>
      )}
      {problems.length > 0 && <Faults kind={kind} trial={trial} work={work} lead={readyInWords} />}
      {ready > 0 &&
        whoWillSee({ ...trial, ready }, kind).map((line) => <Typography key={line}>{typeset(line)}</Typography>)}
      {repeats.length > 0 && (
        <Alert severity="info" variant="outlined">
          {MAYBE_TWICE}
        </Alert>
      )}
      {presumed > 0 && (
        <FormControlLabel
          label={typeset(PRESUMED(presumed))}
          control={
            <Checkbox checked={work.takesPresumed} onChange={(_event, checked) => work.setTakesPresumed(checked)} />
          }
        />
      )}
      {work.hasUnchecked && (
        <Button variant="contained" size="large" onClick={onCheck}>
          Проверить исправленное
        </Button>
      )}
      {ready > 0 && !isOverLimit && !work.hasUnchecked && (
        <Button variant="contained" size="large" onClick={onCreate}>
          {[
            `Создать ${counted(ready, PAGES_TO_MAKE)}`,
            skipped > 0 && `${counted(skipped, ROWS[kind].skipped)} пропустить`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Button>
      )}
      {repeats.length > 0 && <ImportProblems title="Возможные повторы" kind={kind} problems={repeats} />}
      {notes.length > 0 && <ImportProblems title="На что обратить внимание" isShown kind={kind} problems={notes} />}
    </Box>
  )
}

function EmptyFile({ kind }: { kind: ImportKind }) {
  return (
    <EmptyState
      title="В файле никого нет"
      hint={
        kind === 'tree'
          ? 'Из семейного древа мы берём тех, о ком в нём сказано, что они умерли.'
          : 'В таблице есть заголовки, но нет ни одной строки под ними.'
      }
    />
  )
}

function NoPlaces({ trial: { rows, places_left: placesLeft } }: { trial: ImportTrial }) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={ALERT_WITH_BUTTON}
      action={
        <Button color="inherit" component={Link} to={paths.tariffs}>
          Тарифы и цены
        </Button>
      }
    >
      {`В файле ${counted(rows, PAGES)}, а свободных мест на вашей учётной записи: ${placesLeft}.`}
    </Alert>
  )
}

interface FaultsProps {
  kind: ImportKind
  trial: ImportTrial
  work: Import
  lead: string
}

function Faults({ kind, trial, work, lead }: FaultsProps) {
  const canCorrect = trial.to_correct.length > 0
  const advice =
    trial.ready > 0 ? (canCorrect ? SOME_CORRECTABLE : SOME_READY) : canCorrect ? NONE_BUT_CORRECTABLE : NONE_READY
  return (
    <Box sx={{ display: 'grid', gap: 2, justifySelf: 'stretch' }}>
      <Alert severity="warning" variant="outlined">
        {lead} {advice}
      </Alert>
      <ImportProblems title="Что исправить" kind={kind} problems={trial.problems} trial={trial} work={work} />
    </Box>
  )
}

/** No one reads more at a time. */
const SHOWN_MAX = 100

interface ImportProblemsProps {
  title: string
  /** The title is visible, not only for screen readers. */
  isShown?: boolean
  kind: ImportKind
  problems: ImportProblem[]
  /** For problems that can be corrected. */
  trial?: ImportTrial
  work?: Import
}

/** The problems or warnings, each with its place. */
function ImportProblems({ title, isShown = false, kind, problems, trial, work }: ImportProblemsProps) {
  const more = problems.length - SHOWN_MAX
  const shown = problems.slice(0, SHOWN_MAX)
  return (
    <Box sx={{ justifySelf: 'stretch' }}>
      <Typography component="h2" variant="h6" style={isShown ? undefined : visuallyHidden} sx={{ mt: 2, mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
        {shown.map((problem, nth) => {
          const correctable = trial?.to_correct.find(({ row }) => row === problem.row)
          if (!correctable || !work) return <Problem key={nth} kind={kind} problem={problem} />
          const ofRow = problems.filter(({ row }) => row === problem.row)
          // All problems of a row are corrected together, where the first one stands.
          if (ofRow[0] !== problem) return null
          return <CorrectableRow key={nth} kind={kind} problems={ofRow} correctable={correctable} work={work} />
        })}
      </Box>
      {more > 0 && (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {`И ещё ${more}: здесь показаны первые ${SHOWN_MAX}.`}
        </Typography>
      )}
    </Box>
  )
}

function Problem({ kind, problem }: { kind: ImportKind; problem: ImportProblem }) {
  return (
    <Box component="li" sx={ROW}>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {placeOf(problem, kind)}
      </Typography>
      <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
        {typeset(problem.msg)}
      </Typography>
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
