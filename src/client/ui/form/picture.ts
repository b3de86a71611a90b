import { useEffect, useRef, useState } from 'react'

/** Props of an <img> or a <video> that shows a chosen file; hidden where the browser can't show such a file. */
export function useFilePicture<Shown extends HTMLImageElement | HTMLVideoElement = HTMLImageElement>(file: File) {
  const ref = useRef<Shown>(null)
  const [brokenFile, setBrokenFile] = useState<File>()

  useEffect(() => {
    const url = URL.createObjectURL(file)
    // Safari shows no frame of a film until a time is requested.
    if (ref.current) ref.current.src = ref.current instanceof HTMLVideoElement ? `${url}#t=0.1` : url
    return () => URL.revokeObjectURL(url)
  }, [file])

  return { ref, hidden: brokenFile === file, onError: () => setBrokenFile(file) }
}
