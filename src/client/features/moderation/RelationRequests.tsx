import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { lifeInYears } from '@contract/life'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { PendingRelation, RelationKind } from '@contract/relations'
import { actionFailure, okOrNotFound } from '@client/api/errors'
import { useDecideOnRelationMutation, useGetPendingRelationsQuery } from '@client/api/relation-api'
import { useAccount } from '@client/store/use-account'
import { ActionRow, WaitingRequests, type WaitingRequestsProps } from '@client/ui/WaitingRequests'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

const LOAD_FAILED = 'Не удалось загрузить просьбы родных.'
const PURPOSE =
  'Близкие с других страниц просят связать их с вашими. Если согласитесь, родство увидят на обеих страницах все, кому они открыты.'
const AMONG: Record<RelationKind, string> = {
  parent: 'среди родителей',
  spouse: 'среди супругов',
  sibling: 'среди братьев и сестёр',
  child: 'среди детей',
}

type Props = Pick<WaitingRequestsProps, 'onKnown'>

/** Requests to be linked as a relative on the pages of the account. Renders nothing if there are none. */
export function RelationRequests(props: Props) {
  return useAccount().user?.is_verified ? <Requests {...props} /> : null
}

function Requests({ onKnown }: Props) {
  const { data, isError, refetch } = useGetPendingRelationsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <WaitingRequests
      title="Просьбы о родстве"
      purpose={PURPOSE}
      loadFailed={LOAD_FAILED}
      count={data?.result.length}
      isError={isError}
      onRetry={() => void refetch()}
      onKnown={onKnown}
    >
      {data?.result.map((request) => (
        <ActionRow key={request.id} actions={<Decisions request={request} />}>
          <Asked request={request} />
        </ActionRow>
      ))}
    </WaitingRequests>
  )
}

function Asked({ request: { kind, memorial, page_id, page_name } }: { request: PendingRelation }) {
  const years = lifeInYears(memorial)
  return (
    <>
      <Typography>
        <Link component={RouterLink} to={paths.memorial(memorial.id)}>
          {fullName(memorial)}
        </Link>
        {years && `, ${years}`}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        Просят назвать {AMONG[kind]} на странице{' '}
        <Link component={RouterLink} to={paths.memorial(page_id)}>
          {page_name}
        </Link>
      </Typography>
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
    if (error) toast.error(actionFailure(error))
    else toast.success(`Страницы связаны: ${name}`)
  }

  async function decline(): Promise<ActionOutcome> {
    const { error } = await decide({ id, decision: 'rejected' })
    return okOrNotFound(error)
      ? { isDone: true, message: 'Вы отказали' }
      : { isDone: false, message: actionFailure(error) }
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
