import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { labelOf } from '@contract/history'
import type { Proposal } from '@contract/proposals'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure } from '@client/api/errors'
import { useDecideOnProposalMutation } from '@client/api/proposal-api'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { ReplyField, ProposedChange } from '@client/ui/Difference'
import { FOCUS_AREA } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

const PURPOSE =
  'Читатели подсказывают, что на странице уточнить. Зачёркнуто — как сейчас, подчёркнуто — как они предлагают.'
const GONE = 'Не получилось: этого на странице больше нет.'

/** What readers propose, for keepers to accept or reject. */
export function WaitingProposals({ proposals }: { proposals: Proposal[] }) {
  return (
    <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(PURPOSE)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {proposals.map((proposal) => (
          <WaitingProposal key={proposal.id} proposal={proposal} />
        ))}
      </Box>
    </Box>
  )
}

function WaitingProposal({ proposal }: { proposal: Proposal }) {
  const { id, memorial_id: memorialId, field, current, value, author, created_at: at } = proposal
  const [note, setNote] = useState('')
  const [decide, { isLoading }] = useDecideOnProposalMutation()
  const toast = useToast()
  const label = labelOf(field)
  const hasValue = value !== null

  async function accept(): Promise<void> {
    if (isLoading) return
    const { error } = await decide({ memorialId, id, decision: 'accepted', expected: current, note })
    if (error) toast.error(actionFailure(error, { statuses: { 404: GONE } }))
    else toast.success(hasValue ? 'Принято: на странице уже новые слова' : 'Спасибо: отмечено')
  }

  async function reject(): Promise<ActionOutcome> {
    const { error } = await decide({ memorialId, id, decision: 'rejected', expected: undefined, note })
    return error
      ? { isDone: false, message: actionFailure(error) }
      : { isDone: true, message: 'На странице всё осталось как было' }
  }

  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
      <Typography variant="body2" color="textSecondary">
        {[author, dayOfInstantInWords(at)].join(' · ')}
      </Typography>
      <ProposedChange proposal={proposal} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 1 }}>
        <Button
          variant="contained"
          size="small"
          aria-label={`${hasValue ? 'Принять' : 'Прочитано'}: ${label}, ${author}`}
          aria-disabled={isLoading}
          onClick={() => void accept()}
        >
          {hasValue ? 'Принять' : 'Прочитано'}
        </Button>
        {hasValue && (
          <ConfirmButton
            label="Оставить как есть"
            fullLabel={`Оставить как есть: ${label}, ${author}`}
            size="small"
            isDestructive={false}
            questions={[
              {
                title: 'Оставить как есть?',
                text: 'На странице ничего не изменится. Автор прочитает по своей ссылке, что вы решили пока оставить всё как есть.',
              },
            ]}
            action={reject}
          />
        )}
        <ReplyField value={note} onChange={setNote} author={author} />
      </Box>
    </Box>
  )
}
