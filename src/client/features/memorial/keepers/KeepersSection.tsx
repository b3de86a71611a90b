import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type Invited, invitedSchema } from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { useGetKeepersQuery, useInviteKeeperMutation, useRemoveKeeperMutation } from '@client/api/keepers-api'
import { errorText, formFailure, okOrNotFound } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { HandOverForm } from './HandOverForm'
import { KeeperList } from './KeeperList'

const PURPOSE =
  'Страницу можно хранить вместе: хранитель дополняет рассказ и архив, отмечает место захоронения, открывает и закрывает страницу и решает о словах памяти. Удалить, передать страницу и пригласить других можете только вы.'
const SHARED_PAGE =
  'Владелец страницы пригласил вас хранить её вместе. Вы можете менять на ней всё, кроме того, что решает только владелец: удалить её, передать и пригласить других.'
const LOAD_FAILED = 'Не удалось узнать, кто хранит страницу.'

/** The keepers of a page, shown to keepers. */
export function KeepersSection({ memorial, isOwner }: { memorial: Memorial; isOwner: boolean }) {
  return (
    <Section title="Кто хранит страницу">
      <Box {...FOCUS_AREA} sx={{ maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
        {isOwner ? <OwnersKeepers memorial={memorial} /> : <Leave memorialId={memorial.id} />}
      </Box>
    </Section>
  )
}

function OwnersKeepers({ memorial }: { memorial: Memorial }) {
  const { data: keepers, isError, refetch } = useGetKeepersQuery(memorial.id, { refetchOnMountOrArgChange: true })

  if (isError && !keepers) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!keepers) {
    return (
      <Loading>
        <Skeleton animation={false} variant="rounded" height={96} />
      </Loading>
    )
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(PURPOSE)}
      </Typography>
      <KeeperList memorialId={memorial.id} keepers={keepers} />
      <InviteForm memorialId={memorial.id} />
      <HandOverForm memorialId={memorial.id} />
    </>
  )
}

function Leave({ memorialId }: { memorialId: number }) {
  const { user } = useAccount()
  const [removeKeeper] = useRemoveKeeperMutation()

  async function leave(): Promise<ActionOutcome> {
    if (!user) return { isDone: false, message: 'Не удалось узнать, кто вы. Попробуйте ещё раз.' }
    const { error } = await removeKeeper({ memorialId, id: user.id })
    return okOrNotFound(error)
      ? { isDone: true, message: 'Вы больше не храните эту страницу' }
      : { isDone: false, message: errorText(error, { fallback: 'Не получилось. Пожалуйста, попробуйте ещё раз.' }) }
  }

  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(SHARED_PAGE)}
      </Typography>
      <ConfirmButton
        label="Больше не хранить страницу"
        progressText="Выходим..."
        questions={[
          {
            title: 'Больше не хранить страницу?',
            text: 'Вы не сможете её менять, а закрытую и читать. Всё, что вы на ней сделали, останется. Пригласить вас снова сможет только владелец.',
          },
        ]}
        action={leave}
      />
    </>
  )
}

const NOT_SENT = 'Приглашение не отправлено. Пожалуйста, попробуйте ещё раз.'
const HINT =
  'Мы отправим письмо со ссылкой. Вашего адреса в нём не будет, так что предупредите человека: он решит сам, принять ли приглашение.'

/** Invites another keeper by letter. */
function InviteForm({ memorialId }: { memorialId: number }) {
  const [invite] = useInviteKeeperMutation()
  const toast = useToast()

  async function send({ email }: Invited): Promise<FormFailure | undefined> {
    const { error } = await invite({ memorialId, email })
    if (error) return formFailure(error, { fallback: NOT_SENT })
    toast.success(`Приглашение отправлено: ${email}`)
    return undefined
  }

  return (
    <Form initialValues={{ email: '' }} schema={invitedSchema} onSubmit={send} isClearedAfterwards>
      <FormStack>
        <TextField
          name="email"
          label="E-mail близкого человека"
          hint={HINT}
          type="email"
          required
          autoCapitalize="none"
        />
        <FormAlert />
        <SubmitButton progressText="Отправляем...">Пригласить</SubmitButton>
      </FormStack>
    </Form>
  )
}
