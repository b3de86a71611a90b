import { useEffect, useState } from 'react'
import type { PortraitView } from '@contract/portrait-view'
import { lazyProgram } from '../lazy-program'
import type { PortraitCropperProps } from './PortraitCropper'
import { useFormField } from './use-form-field'

/** Where it does not load, a photo can still be sent as it is. */
const PortraitCropper = lazyProgram(async () => (await import('./PortraitCropper')).PortraitCropper, {
  Missing: () => null,
})

export interface PortraitViewFieldProps {
  name: string
  /** The photo that was chosen and not sent yet. */
  file: File | null
  /** The address of the whole photo that is there already. */
  address?: string | null | undefined
}

/** How a portrait is shown: the value is a `PortraitView`. Nothing while there is no photo. */
export function PortraitViewField({ name, file, address }: PortraitViewFieldProps) {
  const { value: view, change } = useFormField<PortraitView>(name)
  if (file) {
    const key = `${file.name} ${file.size} ${file.lastModified}`
    return <FileCropper key={key} file={file} view={view} onChange={change} />
  }
  return address ? <PortraitCropper address={address} view={view} onChange={change} /> : null
}

/** For a file of this browser. Another file needs another key. */
function FileCropper({ file, ...props }: { file: File } & Omit<PortraitCropperProps, 'address'>) {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <PortraitCropper address={address} {...props} />
}
