import CrosshairIcon from '@mui/icons-material/FilterCenterFocus'
import HereIcon from '@mui/icons-material/MyLocationOutlined'
import RemoveIcon from '@mui/icons-material/WrongLocationOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Map as LeafletMap } from 'leaflet'
import { useRef, useState } from 'react'
import Typography from '@mui/material/Typography'
import { cleanCoordinates, readCoordinates, writeCoordinates } from '@contract/burial'
import { useFormField } from '@client/ui/form/use-form-field'
import { counted } from '@contract/plurals'
import { MapArea } from './MapArea'
import { type OwnLocation, useOwnLocation } from './use-own-location'

/** Sets the coordinates: by a click on the map, from its centre, or from the device's location. Can also clear them. */
export function PlacePicker() {
  const { value: typed, change } = useFormField<string>('burial_coordinates')
  const [placedOnMap, setPlacedOnMap] = useState<string>()
  const hereButton = useRef<HTMLButtonElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const { location, locate } = useOwnLocation((point) => change(writeCoordinates(point)))
  const cleaned = cleanCoordinates(typed.trim())
  const coordinates = readCoordinates(cleaned) ? cleaned : undefined

  function place(chosen: string): void {
    setPlacedOnMap(chosen)
    change(chosen)
  }

  function takeAway(): void {
    change('')
    // The button that was pressed disappears with the mark.
    hereButton.current?.focus()
  }

  function placeAtCentre({ lat, lng }: { lat: number; lng: number }): void {
    place(writeCoordinates({ latitude: lat, longitude: lng }))
  }

  return (
    <Box role="group" aria-label="Метка на карте">
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
          startIcon={<HereIcon />}
          onClick={locate}
          aria-disabled={location.isAsked}
        >
          Я сейчас здесь
        </Button>
        {map && (
          <Button variant="outlined" startIcon={<CrosshairIcon />} onClick={() => placeAtCentre(map.getCenter())}>
            Поставить метку в центр карты
          </Button>
        )}
        {typed !== '' && (
          <Button variant="outlined" color="inherit" startIcon={<RemoveIcon />} onClick={takeAway}>
            Убрать метку
          </Button>
        )}
      </Box>
      <LocationNote location={location} />
    </Box>
  )
}

/** In the genitive: с точностью до 1 метра, до 2 метров. */
const UP_TO_METRES = ['метра', 'метров', 'метров'] as const

/** What came of «Я сейчас здесь». */
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
  if (isAsked) return 'Определяем, где вы находитесь...'
  if (problem) return problem
  if (accuracyMetres === undefined) return ''
  const accuracy = counted(accuracyMetres, UP_TO_METRES)
  return `Место определено с точностью до ${accuracy}. Если метка стоит не там, подвиньте её.`
}
