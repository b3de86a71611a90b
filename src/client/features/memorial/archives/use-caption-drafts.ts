import { useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { useDraftKey } from '@client/store/use-draft-key'
import { captionName, type Captions, readCaptions, replaceCaptions, typedCaptions } from './caption-drafts'

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
export function useCaptionDrafts(kind: ArchiveKind, memorialId: number): CaptionDrafts {
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
