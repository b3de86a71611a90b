import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { Page } from '@client/ui/Page'
import { BackLink } from './account-links'

export interface RecoveryLetterSentProps {
  email: string
  onOnceMore: () => void
}

/** Shown after the letter was sent: the next steps. */
export function RecoveryLetterSent({ email, onOnceMore }: RecoveryLetterSentProps) {
  return (
    <Box ref={focusElement} {...FOCUS_AREA}>
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
          <BackLink email={email} />
        </Box>
      </Page>
    </Box>
  )
}
