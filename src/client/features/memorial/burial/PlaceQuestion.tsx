import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { readCoordinates, writeCoordinates } from '@contract/coordinates'
import type { PlaceDoubt } from './place-doubt'

export interface PlaceQuestionProps {
  /** 'latitude, longitude'; absent while nothing valid is typed. */
  coordinates: string | undefined
  address: string
  onCorrect: (coordinates: string) => void
}

const PAUSE_MS = 600

/** Asks for a check if the marker is in a sea, or in another country than the address names. It forbids nothing. */
export function PlaceQuestion({ coordinates, address, onCorrect }: PlaceQuestionProps) {
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
