import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Memory } from '@contract/memory'
import { pictureSrcSet } from '@contract/picture'
import { useFilePicture } from './form/picture'

export type MemoryPhotoProps = Pick<Memory, 'author' | 'photo_path' | 'photo_width' | 'photo_height'>

/** The uncropped photo of a memory. Its space is reserved while it loads; nothing is shown when it fails. */
export function MemoryPhoto({ author, photo_path: path, photo_width: width, photo_height: height }: MemoryPhotoProps) {
  const [brokenPath, setBrokenPath] = useState<string>()
  if (path === null || path === brokenPath) return null
  return (
    <Picture
      // React sets attributes in this order, and a browser that sees `src` first starts to load it.
      loading="lazy"
      decoding="async"
      width={width ?? undefined}
      height={height ?? undefined}
      alt={altOf(author)}
      sizes="(min-width: 688px) 640px, 94vw"
      srcSet={pictureSrcSet(path)}
      src={path}
      onError={() => setBrokenPath(path)}
    />
  )
}

type SentPhotoProps = Omit<MemoryPhotoProps, 'photo_path'> & { file: File }

/** The same from the local file, until the page is reloaded; nothing where the browser can't show it. */
export function SentPhoto({ file, author, photo_width: width, photo_height: height }: SentPhotoProps) {
  const picture = useFilePicture(file)
  return <Picture {...picture} width={width ?? undefined} height={height ?? undefined} alt={altOf(author)} />
}

function altOf(author: string): string {
  return `Фотография к словам. Подпись: ${author}`
}

/**
 * Its attributes define the proportions before it has loaded. A picture that is too high for the viewport is scaled
 * down within its space, aligned to the start.
 */
const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  maxWidth: 'min(100%, 640px)',
  height: 'auto',
  maxHeight: 'min(80vh, 640px)',
  marginBlockStart: theme.spacing(2),
  objectFit: 'contain',
  objectPosition: '0 0',
  ...theme.applyStyles('dark', { filter: 'brightness(0.88)' }),
  '&[hidden]': { display: 'none' },
  '@media print': { maxHeight: '12cm', breakInside: 'avoid' },
}))
