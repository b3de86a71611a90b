import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { PendingReport, ReportDecision } from '@contract/reports'
import { errorText } from '@client/api/errors'
import { useDecideOnReportMutation } from '@client/api/report-api'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'
import { DecisionDialog } from './DecisionDialog'

const FAILED = 'Не удалось сохранить решение. Пожалуйста, попробуйте ещё раз.'
const GONE = 'Этого сообщения больше нет: возможно, страницу удалили.'

export interface ReportDecisionsProps {
  report: PendingReport
  onClosed: () => void
}

/** Leaves the page as it is, or closes it. A dialog asks for the reason, and for an answer where one is wished. */
export function ReportDecisions({ report, onClosed }: ReportDecisionsProps) {
  const { id, memorial_id: memorialId, memorial_name: name, email } = report
  const [decide, { isLoading }] = useDecideOnReportMutation()
  const [asked, setAsked] = useState<ReportDecision>()
  const toast = useToast()

  /** Returns why it failed. A decision that came too late is told, and the list is asked for again. */
  async function save(decision: ReportDecision, text: string): Promise<string | undefined> {
    if (isLoading) return undefined
    const { error } = await decide({ id, memorialId, decision, text })
    if (error) return errorText(error, { fallback: FAILED, statuses: { 404: GONE } })
    if (decision === 'close') onClosed()
    else toast.success('Страница осталась как есть')
    return undefined
  }

  async function leave(): Promise<void> {
    if (email) {
      setAsked('dismiss')
      return
    }
    const failure = await save('dismiss', '')
    if (failure) toast.error(failure)
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Button
        ref={passFocusUp}
        variant="outlined"
        aria-label={`Оставить страницу: ${name}`}
        aria-disabled={isLoading}
        onClick={() => void leave()}
      >
        Оставить страницу
      </Button>
      <Button
        ref={passFocusUp}
        color="error"
        aria-label={`Закрыть страницу: ${name}`}
        aria-disabled={isLoading}
        onClick={() => setAsked('close')}
      >
        Закрыть страницу
      </Button>
      {asked && <DecisionDialog decision={asked} onDecided={save} onClose={() => setAsked(undefined)} />}
    </Box>
  )
}
