import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren, ReactNode } from 'react'
import { useReturnedFocus } from '@client/ui/focus'
import { Done } from './Done'

export interface Disclosure {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** Events of the form of a setting. */
export interface SettingFormEvents {
  onDone: () => void
  onCancel: () => void
}

export interface SettingProps extends Omit<Disclosure, 'onClose'> {
  /** For links to the setting. */
  id?: string
  title: string
  description: ReactNode
  openLabel: string
  /** Reports the last change, until the form is opened again. */
  done?: string
}

/** A setting with a button. The button opens a form (the children) in its own place. */
export function Setting({
  id,
  title,
  description,
  openLabel,
  done,
  isOpen,
  onOpen,
  children,
}: PropsWithChildren<SettingProps>) {
  const button = useReturnedFocus(isOpen)
  return (
    <Box id={id} sx={{ py: 3, borderTop: 1, borderColor: 'divider', maxWidth: 640 }}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {description}
      </Typography>
      {done && (
        <Box sx={{ mb: 2 }}>
          <Done>{done}</Done>
        </Box>
      )}
      {isOpen ? (
        children
      ) : (
        <Button ref={button} variant="outlined" onClick={onOpen}>
          {openLabel}
        </Button>
      )}
    </Box>
  )
}
