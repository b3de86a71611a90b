import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { lifeInYears } from '@contract/life'
import { fullName } from '@contract/names'
import {
  destroyOutcome,
  restoreOutcome,
  useDestroyMemorialMutation,
  useDestroyMemorialsMutation,
  useGetTrashedMemorialsQuery,
  useRestoreMemorialMutation,
} from '@client/api/trash-api'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { Section } from '@client/ui/Page'
import { TrashEntry, TrashList } from '@client/ui/TrashList'

const WAY_BACK =
  'Ещё трое суток вернуть можно по ссылке из письма, которое мы отправим вам и тем, кто хранит страницу вместе с вами. Потом вернуть не сможет никто, и поддержка тоже.'

/** Deleted memorials that their owner may restore. Renders nothing if there are none. */
export function TrashedMemorials() {
  const { data } = useGetTrashedMemorialsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [restore] = useRestoreMemorialMutation()
  const [destroy] = useDestroyMemorialMutation()
  const [destroyEach] = useDestroyMemorialsMutation()

  if (!data || data.length === 0) return null
  return (
    <Section spacing="medium" title="Корзина">
      <Box {...FOCUS_AREA} ref={passFocusUp} sx={{ ...FOCUS_AREA.sx, maxWidth: 760 }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          Удалённые страницы лежат здесь 30 дней. Их не видит никто, кроме вас; вернуть их можно вместе со всем, что на
          них было.
        </Typography>
        <TrashList
          count={data.length}
          loss={`Страницы исчезнут из корзины со всем, что на них есть. ${WAY_BACK}`}
          destroyAll={async () => destroyOutcome(await destroyEach(data.map(({ id }) => id)))}
        >
          {data.map((memorial) => (
            <TrashEntry
              key={memorial.id}
              name={fullName(memorial)}
              details={lifeInYears(memorial) || undefined}
              preview={memorial.photo_preview}
              destroyedAt={memorial.destroyed_at}
              loss={`Страница исчезнет из корзины со всем, что на ней есть. ${WAY_BACK}`}
              restore={async () => restoreOutcome(await restore(memorial.id))}
              destroy={async () => destroyOutcome(await destroy(memorial.id))}
            />
          ))}
        </TrashList>
      </Box>
    </Section>
  )
}
