import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useState } from 'react'
import {
  type HandOver,
  handOverSchema,
  type Invitation,
  type Invited,
  invitedSchema,
  type Keepers,
} from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import {
  useGetKeepersQuery,
  useHandOverMutation,
  useInviteKeeperMutation,
  useRemoveKeeperMutation,
  useWithdrawInvitationMutation,
} from '@client/api/keepers-api'
import { actionFailure, type ApiFailure, errorStatus, formFailure, okOrNotFound } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, useReturnedFocus } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { ActionRow } from '@client/ui/WaitingRequests'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { EditPart } from '../edit/EditPart'

const PURPOSE =
  'Страницу можно хранить вместе: хранитель дополняет рассказ и архив, отмечает место захоронения, открывает и закрывает страницу и решает о словах памяти. Удалить, передать страницу и пригласить других можете только вы.'
const SHARED_PAGE =
  'Владелец страницы пригласил вас хранить её вместе. Вы можете менять на ней всё, кроме того, что решает только владелец: удалить её, передать и пригласить других.'
const LOAD_FAILED = 'Не удалось узнать, кто хранит страницу.'

/** The keepers of a page, shown to keepers. */
export function KeepersSection({ memorial, isOwner }: { memorial: Memorial; isOwner: boolean }) {
  return (
    <EditPart
      title="Кто хранит страницу"
      hint={isOwner ? 'Пригласить близких и передать страницу' : 'Вы и её владелец'}
    >
      <Box {...FOCUS_AREA}>{isOwner ? <OwnersKeepers memorial={memorial} /> : <Leave memorialId={memorial.id} />}</Box>
    </EditPart>
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
      : { isDone: false, message: actionFailure(error) }
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
export function InviteForm({ memorialId }: { memorialId: number }) {
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

const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' })

/** The owner's list: keepers and invitations by e-mail, each with a button to remove or withdraw it. */
function KeeperList({ memorialId, keepers }: { memorialId: number; keepers: Keepers }) {
  const [removeKeeper] = useRemoveKeeperMutation()
  const [withdrawInvitation] = useWithdrawInvitationMutation()

  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 3, p: 0 }}>
      {keepers.result.map(({ user_id: id, email, display_name: name, role }) => (
        <Person
          key={id}
          email={[name, email].filter(Boolean).join(', ')}
          about={role === 'owner' ? 'вы, владелец' : 'хранит вместе с вами'}
        >
          {role === 'keeper' && (
            <ConfirmButton
              label="Убрать"
              fullLabel={`Убрать из хранителей: ${email}`}
              size="small"
              progressText="Убираем..."
              questions={[
                {
                  title: 'Убрать из хранителей?',
                  text: `${email} больше не сможет менять страницу, а закрытую и читать. Всё, что сделано, останется.`,
                },
              ]}
              action={async () =>
                outcome(await removeKeeper({ memorialId, id }), 'Этот человек больше не хранит страницу')
              }
            />
          )}
        </Person>
      ))}
      {keepers.invitations?.map((invitation) => (
        <Person key={`invited-${invitation.id}`} email={invitation.email} about={waitsFor(invitation)}>
          <ConfirmButton
            label="Отозвать"
            fullLabel={`Отозвать приглашение: ${invitation.email}`}
            size="small"
            isDestructive={false}
            progressText="Отзываем..."
            questions={[{ title: 'Отозвать приглашение?', text: 'Ссылка из письма перестанет действовать.' }]}
            action={async () =>
              outcome(await withdrawInvitation({ memorialId, id: invitation.id }), 'Приглашение отозвано')
            }
          />
        </Person>
      ))}
    </Box>
  )
}

function Person({ email, about, children }: PropsWithChildren<{ email: string; about: string }>) {
  return (
    <ActionRow actions={children}>
      <Typography>{email}</Typography>
      <Typography variant="body2" color="textSecondary">
        {typeset(about)}
      </Typography>
    </ActionRow>
  )
}

function waitsFor({ role, expires_at }: Invitation): string {
  const until = DAY.format(new Date(expires_at))
  return role === 'owner' ? `предложено принять страницу, до ${until}` : `приглашение отправлено, действует до ${until}`
}

/** A keeper or invitation that is not found was removed elsewhere. */
function outcome({ error }: { error?: ApiFailure }, message: string): ActionOutcome {
  return okOrNotFound(error) ? { isDone: true, message } : { isDone: false, message: actionFailure(error) }
}

const WRONG_PASSWORD_STATUS = 400
const OFFER_NOT_SENT = 'Предложение не отправлено. Пожалуйста, попробуйте ещё раз.'
const WHAT_FOLLOWS =
  'Страница перейдёт к этому человеку со всем, что на ней есть, когда он примет предложение из письма. Вы останетесь её хранителем. Для страницы ему понадобится свободное место. Вашего адреса в письме не будет, так что предупредите человека.'

/** Offers the page to another owner. Collapsed at first, because it is used once in twenty years. */
function HandOverForm({ memorialId }: { memorialId: number }) {
  const [isOpen, setOpen] = useState(false)
  const button = useReturnedFocus(isOpen)

  if (isOpen) return <OpenForm memorialId={memorialId} onClose={() => setOpen(false)} />
  return (
    <Button ref={button} variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 3 }}>
      Передать страницу другому человеку
    </Button>
  )
}

function OpenForm({ memorialId, onClose }: { memorialId: number; onClose: () => void }) {
  const { user } = useAccount()
  const [handOver] = useHandOverMutation()
  const toast = useToast()

  async function offer(values: HandOver): Promise<FormFailure | undefined> {
    const { error } = await handOver({ memorialId, ...values })
    if (error) {
      const failure = formFailure(error, { fallback: OFFER_NOT_SENT })
      const isPassword = errorStatus(error) === WRONG_PASSWORD_STATUS
      return isPassword ? { ...failure, fields: { current_password: failure.message } } : failure
    }
    toast.success(`Предложение отправлено: ${values.email}`)
    onClose()
    return undefined
  }

  return (
    <Box ref={focusFirstField} sx={{ mt: 4 }}>
      <Typography variant="h3">Передать страницу</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {typeset(WHAT_FOLLOWS)}
      </Typography>
      <Form initialValues={{ email: '', current_password: '' }} schema={handOverSchema} onSubmit={offer}>
        <FormStack>
          <TextField name="email" label="E-mail нового владельца" type="email" required autoCapitalize="none" />
          {/* Shows password managers to which account the password belongs. */}
          <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
          <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
            <SubmitButton progressText="Отправляем...">Предложить страницу</SubmitButton>
            <CancelButton onCancel={onClose} />
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}
