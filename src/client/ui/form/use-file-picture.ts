import { useEffect, useRef, useState } from 'react'

/** Props of an <img> that shows a chosen file; it is hidden where the browser can't show such a file. */
export function useFilePicture(file: File) {
  const ref = useRef<HTMLImageElement>(null)
  const [brokenFile, setBrokenFile] = useState<File>()

  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (ref.current) ref.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])

  return { ref, hidden: brokenFile === file, onError: () => setBrokenFile(file) }
}
