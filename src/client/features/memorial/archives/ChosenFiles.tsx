import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { megabytes } from '@client/lib/bytes'

export interface ChosenFilesProps {
  files: File[]
  onRemove: (file: File) => void
}

/** Files that are about to be sent, by name and size. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <Box component="ul" aria-label="Выбранные файлы" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {files.map((file, index) => (
        <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {file.name}, {megabytes(file.size)}
          </Typography>
          <Button size="small" color="inherit" aria-label={`Убрать ${file.name}`} onClick={() => onRemove(file)}>
            Убрать
          </Button>
        </Box>
      ))}
    </Box>
  )
}
