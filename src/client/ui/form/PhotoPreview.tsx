import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'

/** The photo as chosen, before it is sent; its name alone where the browser can't show such a file. */
export function PhotoPreview({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  const [brokenFile, setBrokenFile] = useState<File>()

  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Box
        component="img"
        ref={image}
        alt="Выбранное фото"
        hidden={brokenFile === file}
        onError={() => setBrokenFile(file)}
        sx={{ width: 96, height: 120, objectFit: 'cover', borderRadius: 1, '&[hidden]': { display: 'none' } }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Typography>
    </Box>
  )
}
