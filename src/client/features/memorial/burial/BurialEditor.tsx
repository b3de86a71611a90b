import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import {
  type Burial,
  BURIAL_EMPTY,
  BURIAL_LABELS,
  BURIAL_TEXTS,
  type BurialForm,
  burialFormSchema,
  cleanCoordinates,
  type ExpectedOfBurial,
} from '@contract/burial'
import { pointAt, writeCoordinates } from '@contract/coordinates'
import { readMapLink } from '@contract/map-link'
import {
  useCreateBurialMutation,
  useDeleteBurialMutation,
  useLazyGetBurialQuery,
  useUpdateBurialMutation,
} from '@client/api/burial-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { type FormFailure, useFormField } from '@client/ui/form/Form'
import { PhotoField } from '@client/ui/form/PhotoField'
import { TextField } from '@client/ui/form/TextField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { deletionOutcome, SAVE_FAILED, useSaving } from '../edit/use-saving'
import { BurialPhoto } from './BurialPhoto'
import { PlacePicker } from './PlacePicker'

const DELETED = 'Пока вы писали, место захоронения удалили. Если сохранить ещё раз, останется то, что здесь.'

/** A burial place; without an id if none is stored. */
type BurialOrNone = Pick<Burial, (typeof BURIAL_TEXTS)[number]> & { id?: number }
const PARTS: FormPart<BurialForm>[] = BURIAL_TEXTS.map((field) => ({ label: BURIAL_LABELS[field], fields: [field] }))
const NO_BURIAL: BurialOrNone = { burial_address: null, cemetery: null, plot: null, burial_coordinates: null }

export interface BurialEditorProps {
  memorialId: number
  /** The stored burial place; null if there is none. */
  burial: Burial | null
  onClose: () => void
}

/** The form in which keepers describe the burial place. */
export function BurialEditor({ memorialId, burial, onClose }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()
  const [readAgain] = useLazyGetBurialQuery()
  const saving = useSaving<BurialOrNone, BurialForm>({
    thing: burial ?? NO_BURIAL,
    valuesOf: formOf,
    parts: PARTS,
    send: (form, before) =>
      before.id === undefined
        ? createBurial({ memorialId, form })
        : updateBurial({ id: before.id, memorialId, form, expected: textsOf(before) }),
    readAgain: async () => (await readAgain(memorialId)).data ?? undefined,
    failedText: SAVE_FAILED,
    deleted: { text: DELETED, leaves: NO_BURIAL },
    fileField: 'burial_photo_file',
  })

  async function saveUnlessEmpty(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    return saving.save(form)
  }

  return (
    <EditForm
      {...saving}
      schema={burialFormSchema}
      save={saveUnlessEmpty}
      savedText="Место захоронения сохранено"
      onClose={onClose}
      draftOf={['burial', memorialId]}
    >
      <BurialFields storedPhoto={burial?.photo_path ?? null} />
    </EditForm>
  )
}

function textsOf({ burial_address, cemetery, plot, burial_coordinates }: BurialOrNone): ExpectedOfBurial {
  return { burial_address, cemetery, plot, burial_coordinates }
}

/** The initial values. A stored photo is not among them: it stays until another one is chosen. */
function formOf({ burial_address, cemetery, plot, burial_coordinates }: BurialOrNone): BurialForm {
  return {
    burial_address: burial_address ?? '',
    cemetery: cemetery ?? '',
    plot: plot ?? '',
    burial_coordinates: burial_coordinates ?? '',
    burial_photo_file: null,
  }
}

function isEmptyForm(form: BurialForm): boolean {
  return Object.values(form).every((value) => !value)
}

function BurialFields({ storedPhoto }: { storedPhoto: string | null }) {
  return (
    <>
      <TextField
        name="burial_address"
        label={BURIAL_LABELS.burial_address}
        hint="Страна, город, улица: всё, что поможет доехать."
        rows={2}
        autoCapitalize="sentences"
      />
      <TextField name="cemetery" label={BURIAL_LABELS.cemetery} autoCapitalize="sentences" />
      <TextField
        name="plot"
        label={BURIAL_LABELS.plot}
        hint="Всё, что поможет найти могилу на самом кладбище."
        autoCapitalize="sentences"
      />
      <TextField
        name="burial_coordinates"
        label={BURIAL_LABELS.burial_coordinates}
        hint="Широта и долгота, например: 55.7558, 37.6173. Или ссылка из Яндекс Карт, 2ГИС, Google Карт или OpenStreetMap. Или поставьте метку на карте."
        autoCapitalize="none"
        rewrite={asCoordinates}
      />
      <PlacePicker />
      {storedPhoto && (
        <Box>
          <BurialPhoto path={storedPhoto} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Сохранённое фото. Если выбрать новое, оно заменит это.
          </Typography>
        </Box>
      )}
      <PhotoField
        name="burial_photo_file"
        label={BURIAL_LABELS.burial_photo_file}
        hint={`Необязательно. ${PICTURE_HINT}`}
      />
      <PhotoPlace />
    </>
  )
}

/** A link becomes coordinates at once, since no one types a link. Coordinates are normalized only after typing ends. */
function asCoordinates(text: string, isBeingTyped: boolean): string {
  return isBeingTyped && typeof readMapLink(text) !== 'object' ? text : cleanCoordinates(text)
}

/**
 * Offers the place where the chosen photo was taken. The browser reads it: the server removes it from the photo, and stores it
 * only if the keeper uses it for the grave.
 */
function PhotoPlace() {
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

export interface DeleteBurialProps {
  memorialId: number
  burial: Burial
}

export function DeleteBurial({ memorialId, burial }: DeleteBurialProps) {
  const [deleteBurial] = useDeleteBurialMutation()
  const loss = `Пропадёт то, что сохранено: ${listed(partsOf(burial))}. Вернуть это будет нельзя.`

  return (
    <ConfirmButton
      variant="text"
      label="Удалить место захоронения"
      questions={[{ title: 'Удалить место захоронения?', confirmLabel: 'Удалить', text: loss }]}
      action={async () => {
        const { error } = await deleteBurial({ id: burial.id, memorialId })
        return deletionOutcome(error, 'Место захоронения удалено')
      }}
      sx={{ mt: 2, mx: 0.5 }}
    />
  )
}

function partsOf({ burial_address, cemetery, plot, burial_coordinates, photo_path, road }: Burial): string[] {
  return [
    ...(burial_address ? ['адрес'] : []),
    ...(cemetery ? ['кладбище'] : []),
    ...(plot ? ['участок'] : []),
    ...(burial_coordinates ? ['метка на карте'] : []),
    ...(photo_path ? ['фото'] : []),
    ...(road?.length ? ['фотографии дороги'] : []),
  ]
}

/** 'адрес, метка на карте и фото' */
function listed(parts: string[]): string {
  return new Intl.ListFormat('ru', { type: 'conjunction' }).format(parts)
}
