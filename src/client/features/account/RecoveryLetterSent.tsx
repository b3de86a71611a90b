import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Page } from '@client/ui/Page'
import { WayBack } from './WayBack'

export interface RecoveryLetterSentProps {
  email: string
  onOnceMore: () => void
}

/** What to do now that the letter is on its way. It takes the focus: the button that had it is gone. */
export function RecoveryLetterSent({ email, onOnceMore }: RecoveryLetterSentProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])

  return (
    <Box ref={box} tabIndex={-1} sx={{ outline: 'none !important' }}>
      <Page
        title="Письмо отправлено"
        lead={`Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы задать новый пароль: она действует один час.`}
        width="sm"
      >
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          Если письма нет через несколько минут, проверьте папку «Спам».
        </Typography>
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
          <Button variant="outlined" onClick={onOnceMore}>
            Запросить ещё раз
          </Button>
          <WayBack email={email} />
        </Box>
      </Page>
    </Box>
  )
}
