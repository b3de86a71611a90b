import Button from '@mui/material/Button'
import StepLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Link, Link as RouterLink } from 'react-router-dom'
import { ARCHIVE_LIMIT_BYTES, PASSWORD_MIN_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { countedOnOneLine, OF_DAYS, OF_HOURS } from '@contract/plurals'
import { SESSION_DAYS, VERIFICATION_LINK_HOURS } from '@contract/retention'
import { typeset } from '@contract/typeset'
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@contract/user'
import { megabytes } from '@client/lib/formats'
import { useCreateMemorialUrl } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { TARGET_SIZE } from '@client/ui/styles'

/** Seven steps, from the registration to the plate with a QR code. */
export function HowItWorksPage() {
  return (
    <Page
      title="Как это работает"
      lead="Семь шагов, от регистрации до QR-кода. Спешить не нужно: начатое можно дополнить в любой день."
      width="md"
    >
      <Steps>
        {STEPS.map((step, index) => (
          <Step key={step.title} number={index + 1} {...step} />
        ))}
      </Steps>
      <Typography sx={{ maxWidth: '60ch', mb: 3 }}>
        Для начала достаточно имени и дат. Остальное можно добавить, когда будут силы.
      </Typography>
      <Button component={Link} to={useCreateMemorialUrl()} variant="contained" size="large">
        Создать мемориал
      </Button>
    </Page>
  )
}

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(5, 0, 6),
  padding: 0,
}))

export interface StepProps {
  number: number
  title: string
  sentences: string[]
  /** A link to further reading, or to the first step. */
  link?: { to: string; text: string }
}

export function Step({ number, title, sentences, link }: StepProps) {
  const titleId = useId()
  return (
    <Item aria-labelledby={titleId}>
      <Number aria-hidden="true">{number}</Number>
      <div>
        <Typography id={titleId} variant="h3" component="h2">
          {title}
        </Typography>
        {sentences.map((sentence) => (
          <Typography key={sentence} sx={{ mt: 1.25, maxWidth: '62ch', textWrap: 'pretty' }}>
            {typeset(sentence)}
          </Typography>
        ))}
        {link && (
          <StepLink
            component={RouterLink}
            to={link.to}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: TARGET_SIZE, mt: 0.5 }}
          >
            {link.text}
          </StepLink>
        )}
      </div>
    </Item>
  )
}

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr)',
  padding: theme.spacing(4, 0),
  borderTop: `1px solid ${theme.vars?.palette.divider ?? ''}`,
  breakInside: 'avoid',
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '2.75rem minmax(0, 1fr)',
    padding: theme.spacing(3, 0),
    'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
}))

const Number = styled('span')(({ theme }) => ({
  ...theme.typography.h2,
  lineHeight: theme.typography.h3.lineHeight,
  fontWeight: 400,
  color: theme.vars?.palette.secondary.main,
}))

const ARCHIVE_LIMIT = megabytes(ARCHIVE_LIMIT_BYTES).replace(' ', '\u00a0')

export const STEPS: Omit<StepProps, 'number'>[] = [
  {
    title: 'Регистрация',
    sentences: [
      `Укажите e-mail и придумайте пароль: не короче ${PASSWORD_MIN_LENGTH}\u00a0символов, с заглавной и строчной буквой и цифрой. Понадобится и согласие на обработку персональных данных.`,
      `Мы пришлём письмо со ссылкой. Откройте её в течение ${countedOnOneLine(VERIFICATION_LINK_HOURS, OF_HOURS)}, чтобы подтвердить адрес: после этого можно создавать мемориалы.`,
    ],
  },
  {
    title: 'Вход',
    sentences: [
      `Войдите с тем же e-mail и паролем. На своём устройстве вход сохраняется до ${countedOnOneLine(SESSION_DAYS, OF_DAYS)}, на чужом не забудьте выйти.`,
      'Если пароль забыт, на странице входа есть восстановление: ссылка для нового пароля придёт на почту.',
    ],
  },
  {
    title: 'Виды мемориалов',
    sentences: [
      'Базовый мемориал: имя, даты жизни, фотография, биография, место захоронения на карте и слова памяти.',
      `Продвинутый хранит ещё и архив фотографий, аудио и видео до ${ARCHIVE_LIMIT}. Базовый можно сделать продвинутым позже: адрес и QR-код останутся прежними.`,
      'Покупка тарифов появится в будущих обновлениях. Если у вас есть промокод, введите его в личном кабинете.',
    ],
    link: { to: paths.tariffs, text: 'Тарифы и цены' },
  },
  {
    title: 'Создание мемориала',
    sentences: [
      'Обязательны фамилия, имя и даты рождения и смерти; если точный день неизвестен, хватит года или слова «около». Отчество, девичью фамилию, биографию и фотографию можно добавить сразу или потом.',
      'Решите, кто увидит страницу. Публичную видят все, закрытую\u00a0— вы и те, кому вы дадите PIN-код. Публичную страницу погибшего участника СВО можно отметить для раздела «Герои СВО».',
    ],
  },
  {
    title: 'Использование страницы',
    sentences: [
      'Откройте свой мемориал и нажмите «Редактировать», чтобы изменить имя, даты, фотографию и биографию, указать место захоронения, пополнить архив, открыть или закрыть страницу.',
      'Родные и друзья оставляют слова памяти. Они появляются после одобрения, а ваши собственные\u00a0— сразу.',
      'Мемориал можно удалить. Вместе с ним навсегда удаляются все его тексты и файлы.',
    ],
  },
  {
    title: 'Личный кабинет',
    sentences: [
      'Здесь собраны ваши мемориалы и воспоминания, которые ждут вашего решения.',
      `Здесь же меняют пароль, применяют промокод и задают PIN-код: от ${PIN_MIN_LENGTH} до ${PIN_MAX_LENGTH}\u00a0цифр. Один PIN-код открывает все ваши закрытые страницы; если сменить его, прежний перестанет действовать.`,
      'Ещё здесь видно, на каких телефонах и компьютерах открыт ваш кабинет. Там, где он больше не нужен, его можно закрыть.',
    ],
  },
  {
    title: 'QR-код',
    sentences: [
      'У каждого мемориала есть QR-код внизу страницы. Владелец и те, кто хранит страницу вместе с ним, могут скачать его и поместить на памятник или табличку: есть файлы для печати и гравировки, с именем и годами.',
      'Чтобы открыть страницу, достаточно навести камеру телефона. Если страница закрыта, она попросит PIN-код.',
    ],
  },
]
