import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { lifeInYears } from '@contract/life'
import { fullName } from '@contract/names'
import { screens } from '@contract/paths'
import type { PendingRelation, RelationKind } from '@contract/relations'
import { errorText, isGone } from '@client/api/errors'
import { useDecideOnRelationMutation, useGetPendingRelationsQuery } from '@client/api/relation-api'
import { useAccount } from '@client/store/use-account'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Section } from '@client/ui/Section'
import { useToast } from '@client/ui/toasts'

const LOAD_FAILED = 'Не удалось загрузить просьбы родных.'
const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'
const PURPOSE =
  'Близкие с других страниц просят связать их с вашими. Если согласитесь, родство увидят на обеих страницах все, кому они открыты.'
const NOTHING_WAITS = 'Больше просьб нет.'
const AMONG: Record<RelationKind, string> = {
  parent: 'среди родителей',
  spouse: 'среди супругов',
  sibling: 'среди братьев и сестёр',
  child: 'среди детей',
}

/** Who asks to be named as a relative on the pages that the account keeps. Nothing where nobody does. */
export function RelationRequests() {
  return useAccount().user?.is_verified ? <Requests /> : null
}

function Requests() {
  const { data, isError, refetch } = useGetPendingRelationsQuery(undefined, { refetchOnMountOrArgChange: true })
  /** The section stays when the last request was decided on, so that the focus does. */
  const [hadAny, setHadAny] = useState(false)
  const requests = data?.result ?? []
  if (requests.length > 0 && !hadAny) setHadAny(true)

  if (!hadAny && !(isError && !data)) return null
  return (
    <Section spacing="small" title="Просьбы о родстве">
      <Box {...FOCUS_AREA}>
        {isError && !data && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
        {data && (
          <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
            {requests.length > 0 ? PURPOSE : NOTHING_WAITS}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {requests.map((request) => (
            <Box key={request.id} component="li" sx={ROW}>
              <Request request={request} />
            </Box>
          ))}
        </Box>
      </Box>
    </Section>
  )
}

function Request({ request }: { request: PendingRelation }) {
  const { kind, memorial, page_id, page_name } = request
  const years = lifeInYears(memorial)
  return (
    <>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>
          <Link component={RouterLink} to={screens.memorial(memorial.id)}>
            {fullName(memorial)}
          </Link>
          {years && `, ${years}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Просят назвать {AMONG[kind]} на странице{' '}
          <Link component={RouterLink} to={screens.memorial(page_id)}>
            {page_name}
          </Link>
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Decisions request={request} />
      </Box>
    </>
  )
}

function Decisions({ request: { id, memorial } }: { request: PendingRelation }) {
  const [decide, { isLoading }] = useDecideOnRelationMutation()
  const toast = useToast()
  const name = fullName(memorial)

  async function agree(): Promise<void> {
    if (isLoading) return
    const { error } = await decide({ id, decision: 'approved' })
    if (error) toast.error(errorText(error, { fallback: FAILED }))
    else toast.success(`Страницы связаны: ${name}`)
  }

  async function decline(): Promise<ActionOutcome> {
    const { error } = await decide({ id, decision: 'rejected' })
    return isGone(error)
      ? { isDone: true, message: 'Вы отказали' }
      : { isDone: false, message: errorText(error, { fallback: FAILED }) }
  }

  return (
    <>
      <Button
        ref={passFocusUp}
        variant="contained"
        size="small"
        aria-label={`Согласиться: ${name}`}
        aria-disabled={isLoading}
        onClick={() => void agree()}
      >
        {isLoading ? 'Связываем...' : 'Согласиться'}
      </Button>
      <ConfirmButton
        label="Отказать"
        fullLabel={`Отказать: ${name}`}
        size="small"
        progressText="Отказываем..."
        questions={[{ title: 'Отказать?', text: 'Письма об этом не будет. Снова попросить смогут через месяц.' }]}
        action={decline}
      />
    </>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
