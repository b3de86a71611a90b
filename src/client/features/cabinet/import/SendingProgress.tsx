import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'

export interface SendingProgressProps {
  sentBytes: number
  bytes: number
  /** The text for the time after the upload. */
  done: string
}

/** The progress of an upload, and then a note that the server processes the file. */
export function SendingProgress({ sentBytes, bytes, done }: SendingProgressProps) {
  const percent = bytes === 0 ? 100 : Math.min(100, Math.floor((sentBytes / bytes) * 100))
  const isSent = percent === 100
  return (
    <Box>
      <LinearProgress
        variant={isSent ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label="Отправляем файл"
        sx={{ my: 1, height: 6, borderRadius: 3, backgroundColor: 'divider' }}
      />
      <Typography color="textSecondary" role="status">
        {isSent ? done : `Отправляем файл… ${percent} %`}
      </Typography>
    </Box>
  )
}
