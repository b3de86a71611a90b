import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useSettings } from '@client/ui/settings'
import { TARGET_SIZE } from '@client/ui/target-size'

/** Whom to contact until tariffs can be paid for here. */
export function PaymentNote() {
  const { supportMessengerUrl } = useSettings()
  return (
    <Note aria-label="Об оплате">
      <p>
        Оплата и подключение тарифов появятся в следующих обновлениях. Если тариф нужен уже сейчас, обратитесь в
        поддержку или к организации, с которой мы сотрудничаем.
      </p>
      <ul>
        <li>
          <Link href={supportMessengerUrl} target="_blank" rel="noopener noreferrer">
            Написать в поддержку в мессенджере
          </Link>
        </li>
        <li>
          <Link component={RouterLink} to={paths.cooperation}>
            Сотрудничающие организации
          </Link>
        </li>
      </ul>
    </Note>
  )
}

const Note = styled('aside')(({ theme }) => ({
  ...theme.typography.body1,
  maxWidth: '68ch',
  marginTop: theme.spacing(6),
  paddingInlineStart: theme.spacing(2.5),
  borderInlineStart: `3px solid ${String(theme.vars?.palette.secondary.main)}`,
  '& p': { margin: 0 },
  '& ul': { margin: theme.spacing(1, 0, 0), padding: 0, listStyle: 'none' },
  '& li + li': { marginTop: theme.spacing(1) },
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE },
}))
