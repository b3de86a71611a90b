import { useEffect, useState } from 'react'
import type { PortraitView } from '@contract/portrait-view'
import { lazyChunk } from '../lazy-chunk'
import type { PortraitCropperProps } from './PortraitCropper'
import { useFormField } from './Form'

/** If it does not load, a photo can still be sent uncropped. */
const PortraitCropper = lazyChunk(async () => (await import('./PortraitCropper')).PortraitCropper, {
  Missing: () => null,
})

interface PortraitViewFieldProps {
  name: string
  /** The photo that was chosen but not sent yet. */
  file: File | null
  /** The URL of the whole existing photo. */
  url?: string | null | undefined
}

/** The crop of a portrait: the value is a `PortraitView`. Nothing without a photo. */
export function PortraitViewField({ name, file, url }: PortraitViewFieldProps) {
  const { value: view, change } = useFormField<PortraitView>(name)
  // So that it opens at once when a photo is chosen.
  useEffect(() => void PortraitCropper.preload(), [])
  if (file) {
    const key = `${file.name} ${file.size} ${file.lastModified}`
    return <FileCropper key={key} file={file} view={view} onChange={change} />
  }
  return url ? <PortraitCropper url={url} view={view} onChange={change} /> : null
}

/** For a local file. Another file needs another key. */
function FileCropper({ file, ...props }: { file: File } & Omit<PortraitCropperProps, 'url'>) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <PortraitCropper url={url} {...props} />
}
