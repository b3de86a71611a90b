import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ArchiveKind } from '@contract/archive'
import { megabytes } from '@client/lib/bytes'
import { DescriptionField } from './DescriptionField'
import { FilePreview } from './FilePreview'

export interface ChosenFilesProps {
  kind: ArchiveKind
  files: File[]
  onRemove: (file: File) => void
}

/** Files that are about to be sent: how they look, name and size, and what is said of each where there are several. */
export function ChosenFiles({ kind, files, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <List aria-label="Выбранные файлы">
      {files.map((file, index) => (
        <li key={index}>
          {kind === 'photo' && <FilePreview file={file} />}
          <div>
            <header>
              <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {file.name}, {megabytes(file.size)}
              </Typography>
              <Button size="small" color="inherit" aria-label={`Убрать ${file.name}`} onClick={() => onRemove(file)}>
                Убрать
              </Button>
            </header>
            {files.length > 1 && <DescriptionField index={index} />}
          </div>
        </li>
      ))}
    </List>
  )
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  textAlign: 'start',
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: theme.spacing(2) },
  '& > li > div': { flexGrow: 1, minWidth: 0 },
  '& header': { display: 'flex', alignItems: 'center', gap: theme.spacing(1) },
}))
