import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Map as LeafletMap } from 'leaflet'
import { useRef, useState } from 'react'
import Typography from '@mui/material/Typography'
import { cleanCoordinates } from '@contract/burial'
import { readCoordinates, writeCoordinates } from '@contract/coordinates'
import { useSettings } from '@client/ui/settings'
import { useFormField } from '@client/ui/form/Form'
import { CrosshairIcon, MyLocationIcon, WrongLocationIcon } from '@client/ui/tool-icons'
import { ADDRESS_MAX_LENGTH } from '@contract/limits'
import { counted } from '@contract/plurals'
import { AddressSearch } from './AddressSearch'
import { MapArea } from './MapArea'
import { PlaceQuestion } from './PlaceQuestion'
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
