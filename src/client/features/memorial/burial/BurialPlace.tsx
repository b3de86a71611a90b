import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Burial } from '@contract/burial'
import { typeset } from '@contract/typeset'
import { useGetBurialQuery } from '@client/api/burial-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { Section } from '@client/ui/Page'
import { CopyIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'
import { EditInPlace } from '../edit/EditInPlace'
import { BurialEditor, DeleteBurial } from '../edit-mode'
import { BurialPhoto } from './BurialPhoto'
import { MapArea } from './MapArea'
import { RouteLinks } from './RouteLinks'

const BURIAL_FAILED = 'Не удалось загрузить сведения о захоронении.'

export interface BurialPlaceProps {
  memorialId: number
  /** Keepers edit it; everyone else reads. */
  isEditing: boolean
}

export function BurialPlace({ memorialId, isEditing }: BurialPlaceProps) {
  const query = useGetBurialQuery(memorialId)
  const { data: burial, isError, isLoading, refetch } = query
  const renew = useMediaRefetch(query)

  return (
    <Section title="Место захоронения">
      {isLoading && (
        <Loading>
          <Skeleton animation={false} sx={{ width: '60%', height: 29 }} />
        </Loading>
      )}
      {isError && <LoadFailed onRetry={() => void refetch()}>{BURIAL_FAILED}</LoadFailed>}
      {burial !== undefined && (
        <Box {...FOCUS_AREA} onErrorCapture={renew}>
          {/* Stays when a refetch fails: a form may be open here. */}
          <EditInPlace
            isEditing={isEditing}
            label={burial ? 'Изменить место захоронения' : 'Указать место захоронения'}
            form={(close) => <BurialEditor memorialId={memorialId} burial={burial} onClose={close} />}
            beside={burial && <DeleteBurial memorialId={memorialId} burial={burial} />}
          >
            <BurialFacts burial={burial} />
          </EditInPlace>
        </Box>
      )}
    </Section>
  )
}

/** The burial place: in words, as coordinates for a navigator, on a map. */
function BurialFacts({ burial }: { burial: Burial | null }) {
  if (!burial)
    return (
      <Typography data-not-printed color="textSecondary">
        Место захоронения не указано.
      </Typography>
    )
  const { burial_address: address, cemetery, plot, burial_coordinates: coordinates, photo_path: photo } = burial
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {address && <Typography sx={{ whiteSpace: 'pre-line', textWrap: 'balance' }}>{typeset(address)}</Typography>}
      {(cemetery ?? plot) && (
        <Box>
          {cemetery && <Typography>{typeset(cemetery)}</Typography>}
          {plot && <Typography>{typeset(plot)}</Typography>}
        </Box>
      )}
      {coordinates && <CoordinatesLine>{coordinates}</CoordinatesLine>}
      {coordinates && <MapArea coordinates={coordinates} />}
      {photo && <BurialPhoto path={photo} width={burial.photo_width} height={burial.photo_height} />}
    </Box>
  )
}

/** Coordinates as stored, with buttons to copy or open them. */
function CoordinatesLine({ children }: { children: string }) {
  const toast = useToast()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(children)
      toast.success('Координаты скопированы')
    } catch {
      toast.error('Не удалось скопировать. Выделите координаты и скопируйте их сами.')
    }
  }

  return (
    <Box sx={LINE}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', width: { sm: '100%' } }}>Координаты: {children}</Typography>
      <Button size="small" startIcon={<CopyIcon />} onClick={() => void copy()} sx={ON_SCREEN}>
        Скопировать координаты
      </Button>
      <RouteLinks coordinates={children} />
    </Box>
  )
}

/** On a phone the buttons are stacked. */
const LINE = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 1,
} as const

const ON_SCREEN = { '@media print': { display: 'none' } } as const
