import { useEffect, useRef, useState } from 'react'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import { megabytes } from '@client/lib/formats'

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
/** Many systems report no type for iPhone photos, so the file extension counts too. */
const PICTURE_ENDINGS = ['.heic', '.heif']

/** For the `accept` attribute of an <input>. The server checks the content. */
export const PICTURE_KINDS = [...PICTURE_TYPES, ...PICTURE_ENDINGS].join(',')

/** The hint of a file chooser. */
export const PICTURE_HINT = `JPEG, PNG, WebP или HEIC до ${megabytes(PICTURE_MAX_BYTES)}.`

/** Why a chosen file can't be used as a photo, checked before it is sent. */
export function pictureProblem({ name, type, size }: File): string | undefined {
  const isPicture =
    PICTURE_TYPES.includes(type) || PICTURE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
  if (!isPicture) return 'Подойдёт фотография в формате JPEG, PNG, WebP или HEIC.'
  if (size === 0) return 'Файл пуст. Выберите другую фотографию.'
  if (size > PICTURE_MAX_BYTES) return `Фотография больше ${megabytes(PICTURE_MAX_BYTES)}. Выберите файл поменьше.`
  return undefined
}

/** Props of an <img> or a <video> that shows a chosen file; hidden where the browser can't show such a file. */
export function useFilePicture<Shown extends HTMLImageElement | HTMLVideoElement = HTMLImageElement>(file: File) {
  const ref = useRef<Shown>(null)
  const [brokenFile, setBrokenFile] = useState<File>()

  useEffect(() => {
    const address = URL.createObjectURL(file)
    // Safari shows no frame of a film until a time is requested.
    if (ref.current) ref.current.src = ref.current instanceof HTMLVideoElement ? `${address}#t=0.1` : address
    return () => URL.revokeObjectURL(address)
  }, [file])

  return { ref, hidden: brokenFile === file, onError: () => setBrokenFile(file) }
}
