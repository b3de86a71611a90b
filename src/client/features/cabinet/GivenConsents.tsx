import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import {
  type AcceptedEdition,
  CONSENT_VERSION,
  VOICE_CONSENT_VERSION,
  type ConsentOccasion,
  type GivenConsent,
  type WithdrawnAlone,
} from '@contract/consent'
import { isDay } from '@contract/days'
import { editionPath } from '@contract/legal'
import { paths } from '@contract/paths'
import { countedOnOneLine, OF_DAYS } from '@contract/plurals'
import { AFTER_DECISION_DAYS } from '@contract/retention'
import { dayInWords, dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { useGetConsentsQuery, useWithdrawConsentMutation } from '@client/api/settings-api'
import { errorText, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'

const FAILED = 'Не удалось отозвать согласие. Пожалуйста, попробуйте позже.'
const FORGOTTEN = `Слова памяти, о которых решили больше ${countedOnOneLine(AFTER_DECISION_DAYS, OF_DAYS)} назад, с адресом уже не связаны.`
const LASTS = 'Действует, пока есть аккаунт. Чтобы отозвать его, удалите аккаунт: без согласия хранить его нельзя.'

const OCCASIONS: Record<ConsentOccasion, string> = {
  account: 'При регистрации',
  words: 'Со словами памяти',
  voice: 'С записью голоса',
  story: 'С рассказом',
  story_voice: 'С голосом в рассказе',
  proposal: 'С уточнением',
  request: 'С просьбой открыть страницу',
  report: 'С сообщением о странице',
}

/** The consequences of a withdrawal. */
const LOSSES: Record<WithdrawnAlone, string> = {
  words: 'Ваши слова и фотография, если она была с ними, исчезнут насовсем. Вернуть их не сможет никто.',
  voice: 'Запись и её текст исчезнут насовсем. Слова, которые вы написали рядом, останутся.',
  story: 'Ваш рассказ, запись и фотографии, если они были с ним, исчезнут насовсем. Вернуть их не сможет никто.',
  story_voice: 'Запись и её текст исчезнут насовсем. Рассказ, который вы написали рядом, останется.',
  proposal: 'Уточнение и фотография, если она была с ним, исчезнут. То, что уже изменили на странице, останется.',
  request: 'Просьба исчезнет, а личная ссылка, если вам её уже прислали, перестанет открывать страницу.',
  report: 'Сообщение останется, но без вашего адреса: ответить на него будет некуда.',
}

/** The consents of the holder, including those given as a guest, and their withdrawal. */
export function GivenConsents() {
  return (
    <Section spacing="medium" title="Ваши согласия">
      <Box sx={{ maxWidth: 760 }}>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          Когда вы дали{' '}
          <Link component={RouterLink} to={paths.consent}>
            согласие на обработку персональных данных
          </Link>
          , и в какой редакции: при регистрации и каждый раз, когда вы указывали этот адрес на чужой странице.{' '}
          {typeset(FORGOTTEN)}
        </Typography>
        <Box {...FOCUS_AREA}>
          <Consents />
        </Box>
      </Box>
    </Section>
  )
}

function Consents() {
  const { data: consents, isError, refetch } = useGetConsentsQuery(undefined, { refetchOnMountOrArgChange: true })

  if (isError && !consents) {
    return <LoadFailed onRetry={() => void refetch()}>Не удалось узнать, какие согласия вы дали.</LoadFailed>
  }
  if (!consents) {
    return (
      <Loading>
        <Skeleton animation={false} variant="rounded" height={72} />
      </Loading>
    )
  }
  if (consents.length === 0) return <Typography>Согласий с этим адресом не записано.</Typography>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderBottom: 1, borderColor: 'divider' }}>
      {consents.map((consent) => (
        <ConsentItem key={`${consent.occasion}-${consent.id}`} consent={consent} />
      ))}
    </Box>
  )
}

function ConsentItem({ consent }: { consent: GivenConsent }) {
  const { occasion, id, edition, given_at, memorial_name: name } = consent
  const title = name ? `${OCCASIONS[occasion]}: ${name}` : OCCASIONS[occasion]
  const given = dayOfInstantInWords(given_at)
  const [path, version] = isOfVoice(occasion)
    ? [paths.voiceConsent, VOICE_CONSENT_VERSION]
    : [paths.consent, CONSENT_VERSION]

  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Дано {given}.{' '}
          <Link component={RouterLink} to={edition === version ? path : editionPath(path, edition)}>
            Редакция от {dayInWords(edition)}
          </Link>
        </Typography>
        {occasion === 'account' && (
          <Typography variant="body2" color="textSecondary">
            {typeset(LASTS)}
          </Typography>
        )}
        <AcceptedTexts consent={consent} />
      </Box>
      {occasion !== 'account' && <WithdrawButton occasion={occasion} id={id} about={`${title}, ${given}`} />}
    </Box>
  )
}

const isOfVoice = (occasion: string) => occasion === 'voice' || occasion === 'story_voice'

function WithdrawButton({ occasion, id, about }: { occasion: WithdrawnAlone; id: number; about: string }) {
  const [withdraw] = useWithdrawConsentMutation()

  async function act(): Promise<ActionOutcome> {
    const { error } = await withdraw({ occasion, id })
    // A consent that is not found was withdrawn or destroyed elsewhere.
    if (okOrNotFound(error)) return { isDone: true, message: 'Согласие отозвано' }
    return { isDone: false, message: errorText(error, { fallback: FAILED }) }
  }

  return (
    <ConfirmButton
      label="Отозвать"
      fullLabel={`Отозвать: ${about}`}
      size="small"
      questions={[{ title: 'Отозвать согласие?', text: `${about}. ${LOSSES[occasion]}` }]}
      progressText="Отзываем..."
      action={act}
    />
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1.5,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const

const AGREEMENT = { title: 'пользовательское соглашение', path: paths.userAgreement }
const POLICY = { title: 'политика обработки персональных данных', path: paths.privacyPolicy }

/** The other documents accepted with a consent, each in the edition of that time. Renders nothing if none was recorded. */
function AcceptedTexts({ consent: { agreement, policy } }: { consent: GivenConsent }) {
  if (!agreement && !policy) return null
  const verb = agreement && policy ? 'приняты' : agreement ? 'принято' : 'принята'

  return (
    <Typography variant="body2" color="textSecondary">
      Вместе с согласием {verb} {agreement && <AcceptedText {...AGREEMENT} accepted={agreement} />}
      {agreement && policy && ' и '}
      {policy && <AcceptedText {...POLICY} accepted={policy} />}.
    </Typography>
  )
}

function AcceptedText({ title, path, accepted }: { title: string; path: string; accepted: AcceptedEdition }) {
  const { edition, is_current: isCurrent } = accepted
  const address = isCurrent ? path : isDay(edition) ? editionPath(path, edition) : undefined
  const text = `${title} (${editionInWords(edition)})`
  if (!address) return text
  return (
    <Link component={RouterLink} to={address}>
      {text}
    </Link>
  )
}

/** An edition without a date has a name of its own: «Редакция № 3». */
function editionInWords(edition: string): string {
  if (isDay(edition)) return `редакция от ${dayInWords(edition)}`
  return edition.charAt(0).toLowerCase() + edition.slice(1)
}
