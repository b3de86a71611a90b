import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { paths } from '@contract/paths'
import { counted } from '@contract/plurals'
import { Link } from 'react-router-dom'
import { focusElement } from '@client/ui/focus'
import { ALERT_WITH_BUTTON } from '@client/ui/LoadFailed'
import { Done } from '../Done'
import { type ImportKind, PAGES } from './import-texts'
import { TrialOutcome } from './TrialOutcome'
import type { Import, Refusal } from './use-import'

export interface ImportOutcomeProps {
  kind: ImportKind
  work: Import
  onCheck: () => void
  onCreate: () => void
}

/** The result of the check, and of the creation after it. */
export function ImportOutcome({ kind, work, onCheck, onCreate }: ImportOutcomeProps) {
  const { trial, created, refusal } = work
  if (created !== undefined) return <Created count={created} />
  return (
    <>
      {refusal && <Refused refusal={refusal} onRetry={refusal.isOfCreation ? onCreate : onCheck} />}
      {trial && <TrialOutcome kind={kind} trial={trial} onCreate={onCreate} />}
    </>
  )
}

function Created({ count }: { count: number }) {
  return (
    <Box ref={focusElement} tabIndex={-1} sx={{ display: 'grid', gap: 2, justifyItems: 'start', outline: 'none' }}>
      <Done>{`Готово: ${counted(count, PAGES)} среди ваших мемориалов.`}</Done>
      <Button component={Link} to={paths.myMemorials} variant="contained" size="large">
        Мои мемориалы
      </Button>
    </Box>
  )
}

function Refused({ refusal: { text, isLimit }, onRetry }: { refusal: Refusal; onRetry: () => void }) {
  const action = isLimit ? (
    <Button color="inherit" component={Link} to={paths.tariffs}>
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
