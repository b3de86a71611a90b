import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import Typography from '@mui/material/Typography'
import { cleanCoordinates } from '@contract/burial'
import { readCoordinates, writeCoordinates } from '@contract/coordinates'
import { useSettings } from '@client/ui/settings'
import { useFormField } from '@client/ui/form/Form'
import { CrosshairIcon, MyLocationIcon, SearchIcon, WrongLocationIcon } from '@client/ui/tool-icons'
import { ADDRESS_MAX_LENGTH } from '@contract/limits'
import { counted } from '@contract/plurals'
import { useLazyFindPlacesQuery } from '@client/api/geocoding-api'
import { errorText } from '@client/api/errors'
import { MapArea } from './MapArea'
import type { PlaceDoubt } from './place-doubt'
import { type OwnLocation, useOwnLocation } from './use-own-location'

/** Sets the coordinates: by a click on the map, from its centre, or from the device's location. Can also clear them. */
export function PlacePicker() {
  const { value: typed, change } = useFormField<string>('burial_coordinates')
  const [placedOnMap, setPlacedOnMap] = useState<string>()
  const hereButton = useRef<HTMLButtonElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const { location, locate, stop } = useOwnLocation((point) => change(writeCoordinates(point)))
  const { value: address } = useFormField<string>('burial_address')
  const { value: cemetery } = useFormField<string>('cemetery')
  const { hasGeocoder } = useSettings()
  const cleaned = cleanCoordinates(typed.trim())
  const coordinates = readCoordinates(cleaned) ? cleaned : undefined

  function place(chosen: string): void {
    setPlacedOnMap(chosen)
    change(chosen)
  }

  function takeAway(): void {
    change('')
    // The pressed button disappears with the marker.
    hereButton.current?.focus()
  }

  function placeAtCentre({ lat, lng }: { lat: number; lng: number }): void {
    place(writeCoordinates({ latitude: lat, longitude: lng }))
  }

  return (
    <Box role="group" aria-label="Метка на карте">
      {hasGeocoder && <AddressSearch address={searchOf(cemetery, address)} onChoose={change} />}
      <PlaceQuestion coordinates={coordinates} address={address} onCorrect={change} />
      <MapArea
        coordinates={coordinates}
        onPlace={place}
        isPlacedOnMap={coordinates !== undefined && coordinates === placedOnMap}
        onReady={setMap}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <Button
          ref={hereButton}
          variant="outlined"
          startIcon={<MyLocationIcon />}
          onClick={locate}
          aria-disabled={location.isAsked}
        >
          Я сейчас здесь
        </Button>
        {location.isAsked && (
          <Button color="inherit" onClick={stop}>
            {location.accuracyMetres === undefined ? 'Не определять' : 'Достаточно'}
          </Button>
        )}
        {map && (
          <Button variant="outlined" startIcon={<CrosshairIcon />} onClick={() => placeAtCentre(map.getCenter())}>
            Поставить метку в центр карты
          </Button>
        )}
        {typed !== '' && (
          <Button color="inherit" startIcon={<WrongLocationIcon />} onClick={takeAway}>
            Убрать метку
          </Button>
        )}
      </Box>
      <LocationNote location={location} />
    </Box>
  )
}

/** The query for the geocoder: on one line, the cemetery first. */
function searchOf(...parts: string[]): string {
  return parts
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join(', ')
    .slice(0, ADDRESS_MAX_LENGTH)
}

/** A less accurate location did not come from a satellite. */
const ROUGH_METRES = 500

/** In the genitive: с точностью до 1 метра, до 2 метров. */
const UP_TO_METRES = ['метра', 'метров', 'метров'] as const

/** The outcome of «Я сейчас здесь». */
function LocationNote({ location }: { location: OwnLocation }) {
  return (
    <Typography
      role="status"
      variant="body2"
      color={location.problem ? 'error' : 'textSecondary'}
      sx={{ mt: 1, minHeight: '1.6em' }}
    >
      {sentence(location)}
    </Typography>
  )
}

function sentence({ isAsked, problem, accuracyMetres }: OwnLocation): string {
  if (problem) return problem
  if (accuracyMetres === undefined) return isAsked ? 'Определяем, где вы находитесь...' : ''
  const accuracy = counted(accuracyMetres, UP_TO_METRES)
  if (isAsked) return `Постойте на месте: уточняем. Сейчас точность до ${accuracy}.`
  if (accuracyMetres > ROUGH_METRES) {
    return `Место определено лишь с точностью до ${accuracy}: так бывает без спутников. Поставьте метку на карте.`
  }
  return `Место определено с точностью до ${accuracy}. Если метка стоит не там, подвиньте её.`
}

export interface AddressSearchProps {
  /** The address and the cemetery typed in the form. */
  address: string
  onChoose: (coordinates: string) => void
}

const NOTHING_WRITTEN = 'Сначала напишите адрес или название кладбища.'
const NOTHING_FOUND = 'Ничего не нашлось. Попробуйте написать короче или поставьте метку на карте.'
const SEARCH_FAILED = 'Не удалось найти адрес. Поставьте метку на карте.'

/** Geocodes the typed address and offers the results. Shown if the server has a geocoder. */
function AddressSearch({ address, onChoose }: AddressSearchProps) {
  const [findPlaces, { originalArgs, data, error, isFetching, isUninitialized }] = useLazyFindPlacesQuery()
  const places = isFetching || error ? [] : (data ?? [])

  function search(): void {
    if (!isFetching && address) void findPlaces(address, true)
  }

  function note(): string {
    if (!address) return NOTHING_WRITTEN
    if (isUninitialized || originalArgs !== address) return ''
    if (isFetching) return 'Ищем...'
    if (error) return errorText(error, { fallback: SEARCH_FAILED })
    return places.length > 0 ? 'Выберите подходящее место:' : NOTHING_FOUND
  }

  return (
    <Box sx={{ mb: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<SearchIcon />}
        onClick={search}
        aria-disabled={isFetching || !address}
        aria-describedby={NOTE_ID}
      >
        Найти по адресу
      </Button>
      <Typography id={NOTE_ID} role="status" variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {note()}
      </Typography>
      {originalArgs === address && places.length > 0 && (
        <Box component="ul" aria-label="Найденные места" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {places.map(({ title, burial_coordinates: coordinates }) => (
            <li key={coordinates + title}>
              <Button
                fullWidth
                onClick={() => onChoose(coordinates)}
                sx={{ justifyContent: 'start', textAlign: 'start' }}
              >
                {title}
              </Button>
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}

const NOTE_ID = 'address-search-note'

export interface PlaceQuestionProps {
  /** 'latitude, longitude'; absent while nothing valid is typed. */
  coordinates: string | undefined
  address: string
  onCorrect: (coordinates: string) => void
}

const PAUSE_MS = 600

/** Asks for a check if the marker is in a sea, or in another country than the address names. It forbids nothing. */
function PlaceQuestion({ coordinates, address, onCorrect }: PlaceQuestionProps) {
  const [doubt, setDoubt] = useState<PlaceDoubt & { of: string }>()
  const [confirmed, setConfirmed] = useState<string>()

  useEffect(() => {
    const point = readCoordinates(coordinates ?? '')
    if (!point || coordinates === undefined) return
    let isAwaited = true
    const timer = setTimeout(() => {
      void import('./place-doubt')
        .then(({ doubtAbout }) => doubtAbout(point, address))
        // Without the outlines of countries there is no check.
        .catch(() => undefined)
        .then((found) => {
          if (isAwaited) setDoubt(found && { ...found, of: coordinates })
        })
    }, PAUSE_MS)
    return () => {
      isAwaited = false
      clearTimeout(timer)
    }
  }, [coordinates, address])

  const { swapped } = doubt ?? {}
  const isAsked = doubt !== undefined && doubt.of === coordinates && confirmed !== coordinates
  return (
    <Box role="status">
      {isAsked && (
        <Alert severity="warning" icon={false} sx={{ mb: 1.5 }}>
          {doubt.question}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            {swapped && (
              <Button size="small" variant="outlined" onClick={() => onCorrect(writeCoordinates(swapped))}>
                Поменять широту и долготу местами
              </Button>
            )}
            <Button size="small" color="inherit" onClick={() => setConfirmed(coordinates)}>
              Всё верно
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  )
}
