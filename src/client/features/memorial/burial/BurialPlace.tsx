import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useSyncExternalStore } from 'react'
import type { Burial } from '@contract/burial'
import { type Coordinates, readCoordinates } from '@contract/coordinates'
import { typeset } from '@contract/typeset'
import { useGetBurialQuery } from '@client/api/burial-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { Section } from '@client/ui/Page'
import { CopyIcon, DirectionsIcon } from '@client/ui/icons'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { EditInPlace, PartButton, useOpenPart, WhileOpen } from '../edit/EditInPlace'
import { BurialEditor, DeleteBurial, RoadEditor } from '../edit-mode'
import { ProposeButton, SECTIONS } from '../VisitorLinks'
import { BurialPhoto, RoadSteps, RoadTitle } from './BurialPhoto'
import { MapArea } from './MapArea'

const BURIAL_FAILED = 'Не удалось загрузить сведения о захоронении.'

export interface BurialPlaceProps {
  memorialId: number
  /** Keepers edit it; everyone else reads. */
  isEditing: boolean
  mayPropose?: boolean
}

export function BurialPlace({ memorialId, isEditing, mayPropose }: BurialPlaceProps) {
  const query = useGetBurialQuery(memorialId)
  const { data: burial, isError, isLoading, refetch } = query
  const renew = useMediaRefetch(query)

  if (burial === null && !isEditing && !isError) return null
  return (
    <Section id={SECTIONS.road} title="Место захоронения">
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
            part={SECTIONS.road}
            label={burial ? 'Изменить место захоронения' : 'Указать место захоронения'}
            form={(close) => <BurialEditor memorialId={memorialId} burial={burial} onClose={close} />}
            beside={burial && <DeleteBurial memorialId={memorialId} burial={burial} />}
          >
            {burial && <BurialFacts burial={burial} isEditing={isEditing} />}
            {burial && mayPropose && <ProposeButton memorialId={memorialId} part="burial" about="место захоронения" />}
          </EditInPlace>
          {burial && isEditing && <RoadPart memorialId={memorialId} burial={burial} />}
        </Box>
      )}
    </Section>
  )
}

/** The way from the gate in photographs, as keepers edit it. */
function RoadPart({ memorialId, burial }: { memorialId: number; burial: Burial }) {
  const part = useOpenPart('road-photos')
  const { road = [] } = burial
  return (
    <Box sx={{ mt: 5 }}>
      <RoadTitle>Дорога к могиле</RoadTitle>
      <PartButton {...part} label={road.length > 0 ? 'Изменить' : 'Добавить'} about="дорогу к могиле" />
      <WhileOpen isOpen={part.isOpen} tools={() => <RoadEditor memorialId={memorialId} burial={burial} />}>
        <RoadSteps steps={road} />
      </WhileOpen>
    </Box>
  )
}

/** The burial place: in words, as coordinates for a navigator, on a map. */
function BurialFacts({ burial, isEditing }: { burial: Burial; isEditing: boolean }) {
  const { burial_address: address, cemetery, plot, burial_coordinates: coordinates, photo_path: photo } = burial
  // Copies of earlier versions have none.
  const { road = [] } = burial
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
      {road.length > 0 && !isEditing && (
        <div>
          <RoadTitle>Дорога к могиле</RoadTitle>
          <RoadSteps steps={road} />
        </div>
      )}
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

/** Links to a grave in the map apps of the reader. They open without scripts too. */
function RouteLinks({ coordinates }: { coordinates: string }) {
  // The server does not know the device.
  const platform = useSyncExternalStore<Platform>(
    neverChanges,
    () => platformOf(navigator),
    () => 'other',
  )
  const point = readCoordinates(coordinates)
  if (!point) return null

  return (
    <Box component="details" sx={ROUTES}>
      <Box component="summary">
        <DirectionsIcon fontSize="small" aria-hidden />
        Проложить маршрут
      </Box>
      <Box component="ul">
        {routesTo(point, platform).map(({ label, href }) => (
          <li key={label}>
            <Link
              href={href}
              {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
              sx={{ display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE, px: 1.5 }}
            >
              {label}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

const neverChanges = () => () => undefined

/** Closed, it looks like the buttons next to it; open, the list takes a line of its own. */
const ROUTES = {
  textAlign: 'center',
  '&[open]': { flexBasis: '100%' },
  '& summary': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    minHeight: TARGET_SIZE,
    px: 1,
    borderRadius: 1,
    typography: 'button',
    fontSize: '0.9375rem',
    color: 'primary.main',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { bgcolor: 'action.hover' },
  },
  '@media (max-width: 599.95px)': { 'html[data-letters] & summary': { fontSize: 'min(1.0625rem, 7vw)' } },
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    m: 0,
    p: 0,
    listStyle: 'none',
  },
  '@media print': { display: 'none' },
} as const

export interface Route {
  label: string
  href: string
}

/** The device of the reader, as far as map apps differ by it. */
type Platform = 'apple' | 'android' | 'other'

function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return 'apple'
  // Phones with other systems understand `geo:` as Android does.
  return /Android/.test(userAgent) || (/Mobile/.test(userAgent) && maxTouchPoints > 0) ? 'android' : 'other'
}

/** Links that open the route to a place, by car or on foot, in each app that works on the device. */
export function routesTo({ latitude, longitude }: Coordinates, platform: Platform): Route[] {
  const latitudeFirst = `${latitude},${longitude}`
  const routes = [
    { label: 'Яндекс Карты', href: `https://yandex.ru/maps/?rtext=~${latitudeFirst}&rtt=auto` },
    { label: '2ГИС', href: `https://2gis.ru/routeSearch/rsType/car/to/${longitude},${latitude}` },
    { label: 'Google Карты', href: `https://www.google.com/maps/dir/?api=1&destination=${latitudeFirst}` },
  ]
  if (platform === 'apple') {
    return [...routes, { label: 'Apple Карты', href: `https://maps.apple.com/?daddr=${latitudeFirst}` }]
  }
  // The query (`?q=`) makes apps place a marker. Without an app that understands it, the link would do nothing.
  return platform === 'android'
    ? [...routes, { label: 'Другое приложение', href: `geo:${latitudeFirst}?q=${latitudeFirst}` }]
    : routes
}
