import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useGetPendingAccessRequestsQuery } from '@client/api/access-api'
import { useAccount } from '@client/store/use-account'
import { ActionRow, WaitingRequests, type WaitingRequestsProps } from '@client/ui/WaitingRequests'
import { AccessDecision, AccessRequestWords, DAY_OF_REQUEST } from './AccessRequest'

const PURPOSE =
  'Эти люди хотели бы увидеть закрытые страницы, которые вы храните. Тому, кого вы впустите, придёт письмо с личной ссылкой на 180 дней. Если откажете, мы никому об этом не напишем.'
const LOAD_FAILED = 'Не удалось загрузить просьбы открыть страницу.'

type Props = Pick<WaitingRequestsProps, 'onKnown'>

/** Pending access requests for all pages of the account, for the cabinet. Renders nothing if there are none. */
export function WaitingAccessRequests(props: Props) {
  return useAccount().user?.is_verified ? <Requests {...props} /> : null
}

function Requests({ onKnown }: Props) {
  const { data, isError, refetch } = useGetPendingAccessRequestsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <WaitingRequests
      title="Просьбы открыть страницу"
      purpose={PURPOSE}
      loadFailed={LOAD_FAILED}
      count={data?.result.length}
      isError={isError}
      onRetry={() => void refetch()}
      onKnown={onKnown}
    >
      {data?.result.map((request) => (
        <ActionRow key={request.id} actions={<AccessDecision memorialId={request.memorial_id} request={request} />}>
          <AccessRequestWords request={request} />
          <Typography variant="body2" color="textSecondary">
            Просьба от {DAY_OF_REQUEST.format(new Date(request.created_at))}, страница{' '}
            <Link component={RouterLink} to={paths.memorial(request.memorial_id)}>
              {request.memorial_name}
            </Link>
          </Typography>
        </ActionRow>
      ))}
    </WaitingRequests>
  )
}
