import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Form as FormikForm, Formik, type FormikHelpers, useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { array, mixed, object } from 'yup'
import { archiveDescriptionText, type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { describedByName, FilesField, type FilesFieldProps } from '@client/features/memorial/archives/FilesField'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'
import { useAppDispatch } from '@client/store/hooks'
import { useDraftKey } from '@client/store/use-draft-key'
import { passFocusUp } from '@client/ui/focus'
import { FormStack, ReportUnsaved, useFocusOnFirstInvalid } from '@client/ui/form/Form'
import { useSettings } from '@client/ui/settings'
import { upload } from '../uploads/upload-queue'
import '../uploads/upload-news'
import { useBytesUnderWay } from '../uploads/upload-slice'
import { DescriptionField } from './ChosenFiles'

const uploadSchema = object({
  files: array(mixed<File>().required()).min(1, FILE_REQUIRED).required(),
  descriptions: array(archiveDescriptionText).required(),
})

interface UploadForm {
  files: File[]
  /** One per file; a single one before any file is chosen. */
  descriptions: string[]
}

const NOTHING_CHOSEN: UploadForm = { files: [], descriptions: [''] }

export interface UploaderProps {
  kind: ArchiveKind
  memorial: Memorial
}

/** Where an owner chooses files for an archive. They are uploaded in the background. */
export function Uploader({ kind, memorial }: UploaderProps) {
  const dispatch = useAppDispatch()
  const bytesLeft = useBytesLeft(memorial)
  const { preparesFilms } = useSettings()
  const areToBePrepared = kind === 'video' && !preparesFilms

  function queue({ files, descriptions }: UploadForm, { resetForm }: FormikHelpers<UploadForm>): void {
    const described = files.map((file, index) => ({
      file,
      description: archiveDescriptionText.cast(descriptions[index]) ?? '',
    }))
    dispatch(upload({ memorialId: memorial.id, kind, files: described, areToBePrepared }))
    resetForm()
  }

  return (
    <Formik initialValues={NOTHING_CHOSEN} validationSchema={uploadSchema} validateOnBlur={false} onSubmit={queue}>
      <UploadFields kind={kind} memorialId={memorial.id} bytesLeft={bytesLeft} areToBePrepared={areToBePrepared} />
    </Formik>
  )
}

interface UploadFieldsProps extends Omit<FilesFieldProps, 'captionBefore'> {
  memorialId: number
}

function UploadFields({ memorialId, ...props }: UploadFieldsProps) {
  const form = useRef<HTMLFormElement>(null)
  const { files } = useFormikContext<UploadForm>().values
  const drafts = useCaptionDrafts(props.kind, memorialId)
  useFocusOnFirstInvalid(form)

  return (
    <FormikForm ref={form} noValidate style={{ marginBlockEnd: 32 }}>
      <ReportUnsaved onDiscard={drafts.forgetChosen} />
      <FormStack sx={{ maxWidth: 640, mx: 'auto', gap: 2, textAlign: 'start' }}>
        {drafts.areWaiting && <CaptionsWait onForget={drafts.forgetWaiting} />}
        <FilesField {...props} captionBefore={drafts.take} />
        {files.length < 2 && <DescriptionField index={0} />}
        <Button type="submit" variant="contained" sx={{ alignSelf: { sm: 'start' } }}>
          Добавить на страницу
        </Button>
      </FormStack>
    </FormikForm>
  )
}

/** The free storage in bytes. Uploads in progress count as stored. */
function useBytesLeft({ id, media_storage_limit: limit = 0, used_storage_bytes: used = 0 }: Memorial): number {
  return limit - used - useBytesUnderWay(id)
}

/** Says that captions typed earlier return with their files. */
function CaptionsWait({ onForget }: { onForget: () => void }) {
  return (
    <Alert severity="info" variant="outlined">
      Описания, которые вы не успели отправить, сохранились. Выберите те же файлы ещё раз, и они вернутся.{' '}
      <Button ref={passFocusUp} size="small" color="inherit" onClick={onForget} sx={{ px: 1 }}>
        Не нужны
      </Button>
    </Alert>
  )
}

export interface CaptionDrafts {
  /** Whether there are captions of files that are not chosen yet. */
  areWaiting: boolean
  /** Returns the caption typed earlier for a file, and removes it; undefined if there is none. */
  take: (file: File) => string | undefined
  /** Deletes the captions of files that are not chosen. */
  forgetWaiting: () => void
  /** Deletes the captions of the files that are chosen now. */
  forgetChosen: () => void
}

/** Saves the captions typed in an `Uploader` as drafts until they are sent. */
function useCaptionDrafts(kind: ArchiveKind, memorialId: number): CaptionDrafts {
  const draftKey = useDraftKey(['captions', memorialId])
  const { values, setFieldValue } = useFormikContext<{ files: File[]; descriptions: string[] }>()
  const { files, descriptions } = values
  const [waiting, setWaiting] = useState<Captions>({})
  const isRestored = useRef(false)
  const ownNames = useRef(new Set<string>())

  useEffect(() => {
    if (isRestored.current) {
      for (const file of files) ownNames.current.add(captionName(kind, file))
      const typed = typedCaptions(kind, files, descriptions)
      for (const name of Object.keys(typed)) ownNames.current.add(name)
      replaceCaptions(draftKey, ownNames.current, typed)
      return
    }
    isRestored.current = true
    const { [captionName(kind)]: withoutFile, ...ofFiles } = readCaptions(draftKey, kind)
    setWaiting(ofFiles)
    if (withoutFile) void setFieldValue('descriptions.0', withoutFile)
  }, [draftKey, kind, files, descriptions, setFieldValue])

  return {
    areWaiting: Object.keys(waiting).length > 0,
    take: (file) => {
      const name = captionName(kind, file)
      setWaiting(({ [name]: _taken, ...others }) => others)
      return waiting[name]
    },
    forgetWaiting: () => {
      replaceCaptions(draftKey, Object.keys(waiting), {})
      setWaiting({})
    },
    forgetChosen: () => replaceCaptions(draftKey, ownNames.current, {}),
  }
}

/**
 * Captions of files that are chosen but not sent yet, stored in the browser as drafts. It cannot store the files: a file that
 * is chosen again is recognized by its name and size.
 */
type Captions = Record<string, string>

/** The key of the caption of a file; without a file, of the caption typed before any was chosen. */
function captionName(kind: ArchiveKind, file?: File): string {
  return file ? `${kind}/${file.size}/${file.name}` : `${kind}/`
}

/** Only captions that were typed, without those derived from file names. */
function typedCaptions(kind: ArchiveKind, files: File[], descriptions: string[]): Captions {
  if (files.length === 0) return descriptions[0] ? { [captionName(kind)]: descriptions[0] } : {}
  const captions = files.map((file, index) => [captionName(kind, file), descriptions[index] ?? ''] as const)
  return Object.fromEntries(
    captions.filter(([, text], index) => text !== describedByName(kind, files[index]?.name ?? '')),
  )
}

/** The captions of one archive. */
function readCaptions(key: DraftKey, kind: ArchiveKind): Captions {
  return Object.fromEntries(Object.entries(readAll(key)).filter(([name]) => name.startsWith(captionName(kind))))
}

/** Replaces the captions with these names. */
function replaceCaptions(key: DraftKey, names: Iterable<string>, captions: Captions): void {
  const before = readAll(key)
  const replaced = new Set(names)
  const others = Object.entries(before).filter(([name]) => !replaced.has(name))
  const all = { ...Object.fromEntries(others), ...captions }
  if (Object.keys(all).length > 0) writeDraft(key, { captions: all })
  else if (Object.keys(before).length > 0) dropDraft(key)
}

/** The storage of a browser may contain anything. */
function readAll(key: DraftKey): Captions {
  const captions: unknown = readDraft(key)?.captions
  if (typeof captions !== 'object' || captions === null) return {}
  const entries = Object.entries(captions as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
