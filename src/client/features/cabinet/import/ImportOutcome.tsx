import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ImportTrial } from '@contract/import'
import { screens } from '@contract/paths'
import { counted } from '@contract/plurals'
import { Link } from 'react-router-dom'
import { usePlacesLeft } from '@client/store/use-places-left'
import { EmptyState } from '@client/ui/EmptyState'
import { focusElement } from '@client/ui/focus'
import { ALERT_WITH_BUTTON } from '@client/ui/LoadFailed'
import { Done } from '../Done'
import { type ImportKind, PAGES, PAGES_TO_MAKE, ROWS } from './import-texts'
import { ImportProblems } from './ImportProblems'
import type { Import, Refusal } from './use-import'

export interface ImportOutcomeProps {
  kind: ImportKind
  work: Import
  onCheck: () => void
  onCreate: () => void
}

/** What came of the check, and of the creation after it. */
export function ImportOutcome({ kind, work, onCheck, onCreate }: ImportOutcomeProps) {
  const { trial, created, refusal } = work
  if (created !== undefined) return <Created count={created} />
  return (
    <>
      {refusal && <Refused refusal={refusal} onRetry={refusal.isOfCreation ? onCreate : onCheck} />}
      {trial && <Checked kind={kind} trial={trial} onCreate={onCreate} />}
    </>
  )
}

function Created({ count }: { count: number }) {
  return (
    <Box ref={focusElement} tabIndex={-1} sx={{ display: 'grid', gap: 2, justifyItems: 'start', outline: 'none' }}>
      <Done>{`Готово: ${counted(count, PAGES)} среди ваших мемориалов.`}</Done>
      <Button component={Link} to={screens.myMemorials} variant="contained" size="large">
        Мои мемориалы
      </Button>
    </Box>
  )
}

function Refused({ refusal: { text, isLimit }, onRetry }: { refusal: Refusal; onRetry: () => void }) {
  const action = isLimit ? (
    <Button color="inherit" component={Link} to={screens.tariffs}>
      Тарифы и цены
    </Button>
  ) : (
    <Button color="inherit" onClick={onRetry}>
      Повторить
    </Button>
  )
  return (
    <Alert severity="error" variant="outlined" action={action} sx={ALERT_WITH_BUTTON}>
      {text}
    </Alert>
  )
}

interface CheckedProps extends Pick<ImportOutcomeProps, 'kind' | 'onCreate'> {
  trial: ImportTrial
}

function Checked({ kind, trial, onCreate }: CheckedProps) {
  const placesLeft = usePlacesLeft()
  const { rows, ready, problems } = trial
  if (rows === 0 && problems.length === 0) {
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
  if (problems.length > 0) {
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning" variant="outlined">
          {rows === 0 ? 'Файл не подходит.' : readyInWords(trial, kind)} Исправьте то, что перечислено ниже, и выберите
          файл снова: создаются либо все страницы, либо ни одной.
        </Alert>
        <ImportProblems kind={kind} problems={problems} />
      </Box>
    )
  }
  const isOverLimit = placesLeft !== undefined && placesLeft < ready
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Done>{`Ошибок нет. ${readyInWords(trial, kind)}`}</Done>
      {isOverLimit ? (
        <Alert
          severity="error"
          variant="outlined"
          sx={ALERT_WITH_BUTTON}
          action={
            <Button color="inherit" component={Link} to={screens.tariffs}>
              Тарифы и цены
            </Button>
          }
        >
          {`В файле ${counted(ready, PAGES)}, а свободных мест на вашей учётной записи: ${Math.max(0, placesLeft)}.`}
        </Alert>
      ) : (
        <>
          <Button variant="contained" size="large" onClick={onCreate}>
            {`Создать ${counted(ready, PAGES_TO_MAKE)}`}
          </Button>
          {kind === 'pages' && (
            <Typography color="textSecondary" sx={{ maxWidth: '60ch' }}>
              Страницы из архива будут закрытыми: откройте их, когда посмотрите, всё ли на месте.
            </Typography>
          )}
        </>
      )}
    </Box>
  )
}

function readyInWords({ rows, ready }: ImportTrial, kind: ImportKind): string {
  return `Готово к созданию: ${ready} из ${counted(rows, ROWS[kind].of)}.`
}
