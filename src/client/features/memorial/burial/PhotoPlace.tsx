import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { pointAt, writeCoordinates } from '@contract/coordinates'
import { useFormField } from '@client/ui/form/use-form-field'

/**
 * Offers the place where the chosen photo was taken. The browser reads it: the server removes it from the photo, and stores it
 * only if the keeper uses it for the grave.
 */
export function PhotoPlace() {
  const { value: photo } = useFormField<File | null>('burial_photo_file')
  const { value: coordinates, change } = useFormField<string>('burial_coordinates')
  const [found, setFound] = useState<{ photo: File; place: string }>()

  useEffect(() => {
    if (!photo) return
    let isAwaited = true
    placeIn(photo).then(
      (place) => {
        if (isAwaited && place) setFound({ photo, place })
      },
      // A photo that cannot be read has no place. The server decides whether it is a photo at all.
      () => undefined,
    )
    return () => {
      isAwaited = false
    }
  }, [photo])

  if (!found || found.photo !== photo || found.place === coordinates.trim()) return null
  return (
    <Alert
      role="status"
      severity="info"
      icon={false}
      action={
        <Button color="inherit" size="small" onClick={() => change(found.place)}>
          {coordinates ? 'Переставить метку туда' : 'Поставить метку там'}
        </Button>
      }
    >
      Телефон записал в фото место съёмки: {found.place}. При сохранении из самого фото оно стирается.
    </Alert>
  )
}

/** 'latitude, longitude' of the photo's EXIF; undefined if it has none. */
async function placeIn(photo: File): Promise<string | undefined> {
  const { gps } = await import('exifr')
  const gpsData = (await gps(new Uint8Array(await photo.arrayBuffer()))) as
    { latitude?: number; longitude?: number } | undefined
  const point = pointAt(gpsData?.latitude, gpsData?.longitude)
  // Some phones write zeros until they have a fix.
  return point && (point.latitude !== 0 || point.longitude !== 0) ? writeCoordinates(point) : undefined
}
