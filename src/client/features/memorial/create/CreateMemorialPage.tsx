import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useField, useFormikContext } from 'formik'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  MEMORIAL_LABELS,
  memorialDraftSchema,
  type MemorialForm,
  memorialFormSchema,
  NO_ADVANCED_LEFT,
} from '@contract/memorial'
import { paths } from '@contract/paths'
import { counted, MEMORIALS } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { useCreateMemorialMutation } from '@client/api/memorial-change-api'
import { type DraftKey, dropDraft, keyOfDraft } from '@client/lib/draft'
import { useAccount, usePlacesLeft } from '@client/store/use-account'
import { AsInBook } from '@client/ui/form/AsInBook'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { errorStatus, formFailure, issueField, validationIssues } from '@client/api/errors'
import { EmptyState } from '@client/ui/Loading'
import { CheckboxField } from '@client/ui/form/CheckboxField'
import { DateField } from '@client/ui/form/DateField'
import { NameField, TextField } from '@client/ui/form/TextField'
import { PhotoField } from '@client/ui/form/PhotoField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'

/** A fixed key, so that the page knows of a running request even after the visitor has left and returned. */
const CREATION = 'memorial'
const ALREADY_SENT = 'Мемориал уже создаётся. Подождите немного: мы сообщим, когда он будет готов.'

/** Creates a memorial. The routes admit accounts only. */
export function CreateMemorialPage() {
  const { user } = useAccount()
  const [createMemorial, { isLoading: isBeingCreated }] = useCreateMemorialMutation({ fixedCacheKey: CREATION })
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const draftKey = draftKeyOf(user?.id)
  const placesLeft = usePlacesLeft()

  async function create(memorial: MemorialForm): Promise<FormFailure | undefined> {
    if (isBeingCreated) return { message: ALREADY_SENT }
    const { error } = await createMemorial(memorial)
    // The visitor is already being redirected to /login. The draft stays for their return.
    if (isSessionGone(error)) return undefined
    if (error) return creationFailure(error)

    dropDraft(draftKey)
    toast.success('Мемориал создан')
    await navigateUnlessLeft(paths.profile)
    return undefined
  }

  if (user && placesLeft !== undefined && placesLeft <= 0 && !isBeingCreated) {
    return (
      <Page title="Создать мемориал" width="sm">
        <NoPlaceLeft maxMemorials={user.max_memorials} />
      </Page>
    )
  }
  return (
    <Page title="Создать мемориал" lead={leadFor(placesLeft)} width="sm">
      <Button component={Link} to={paths.firstEvening} sx={{ mt: 1, ml: -2.5 }}>
        Рассказать по одному вопросу
      </Button>
      <Form initialValues={EMPTY_MEMORIAL} schema={memorialFormSchema} onSubmit={create}>
        <DraftSaver key={draftKey} draftKey={draftKey} fields={DRAFT_FIELDS} />
        <MemorialFields advancedLeft={user?.advanced_memorials_left ?? 0} />
      </Form>
    </Page>
  )
}

function leadFor(placesLeft: number | undefined): string {
  const lead = 'Всё, кроме имени и дат, можно дописать потом.'
  return placesLeft === 1 ? `${lead} Это последнее свободное место на вашей учётной записи.` : lead
}

const UNKNOWN_ERROR = 'Произошла неизвестная ошибка.'

/** The error of the form if the server rejects a memorial. */
function creationFailure(error: unknown): FormFailure {
  const issue = validationIssues(error)[0]
  if (!issue) return formFailure(error, { fallback: UNKNOWN_ERROR })

  const field = issueField(issue)
  return {
    message: `Ошибка в поле ${labelOf(field)}: ${issue.msg}`,
    fields: field in MEMORIAL_LABELS ? { [field]: issue.msg } : undefined,
  }
}

function isSessionGone(error: unknown): boolean {
  return errorStatus(error) === 401
}

function labelOf(field: string): string {
  return (MEMORIAL_LABELS as Record<string, string>)[field] ?? field
}

const EMPTY_MEMORIAL: MemorialForm = {
  ...memorialFormSchema.getDefault(),
  lastname: '',
  name: '',
  birth_date: '',
  death_date: '',
}

/** The fields of the draft: all but the photo, which session storage cannot hold. */
const DRAFT_FIELDS = Object.keys(memorialDraftSchema.fields)

/** Each account has its own draft, so that the next person on the same device does not read it. */
function draftKeyOf(userId: number | undefined): DraftKey {
  return keyOfDraft('memorial', userId ?? 'guest')
}

const OPTIONAL = 'Необязательно'
/** The calendar opens near the years when most people were born. */
const CALENDAR_OPENS_AT = '1940-01-01'

export interface MemorialFieldsProps {
  /** How many advanced memorials the account may still create. */
  advancedLeft: number
}

function MemorialFields({ advancedLeft }: MemorialFieldsProps) {
  return (
    <FormStack sx={{ mt: 4 }}>
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint={OPTIONAL} />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint={OPTIONAL} />
      <PhotoField name="file" label={MEMORIAL_LABELS.file} hint={`${OPTIONAL}. ${PICTURE_HINT}`} viewName="view" />
      <DateField
        name="birth_date"
        precisionName="birth_precision"
        label={MEMORIAL_LABELS.birth_date}
        calendarStart={CALENDAR_OPENS_AT}
      />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
      <AsInBook name="biography">
        <TextField
          name="biography"
          label={MEMORIAL_LABELS.biography}
          hint={OPTIONAL}
          rows={7}
          autoCapitalize="sentences"
        />
      </AsInBook>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 500, mb: 0.5, p: 0 }}>
          Кто увидит страницу
        </Typography>
        <VisibilityFields />
      </Box>
      <AdvancedField advancedLeft={advancedLeft} />
      <FormAlert />
      <SubmitButton progressText="Создаём мемориал...">Создать мемориал</SubmitButton>
    </FormStack>
  )
}

/** The checkbox for an advanced memorial. With none left it can't be checked, and a message says why. */
function AdvancedField({ advancedLeft }: { advancedLeft: number }) {
  const [isRefused, setRefused] = useState(false)

  function allowIfLeft(checked: boolean): boolean {
    const isAllowed = !checked || advancedLeft > 0
    setRefused(!isAllowed)
    return isAllowed
  }

  return (
    <div>
      <CheckboxField
        name="rate_check"
        label={MEMORIAL_LABELS.rate_check}
        hint="Продвинутый мемориал: место до 250 МБ."
        onToggle={allowIfLeft}
      />
      {isRefused && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {typeset(NO_ADVANCED_LEFT)}
        </Alert>
      )}
    </div>
  )
}

/** Who may see the page. Only a public page can be listed among the heroes, so making it private clears that checkbox. */
function VisibilityFields() {
  const { setFieldValue } = useFormikContext()
  const [{ value: isPublic }] = useField<boolean>('public_status')

  return (
    <>
      <CheckboxField
        name="public_status"
        label={MEMORIAL_LABELS.public_status}
        hint="Страницу увидят все. Закрытую открывают вы и те, кому вы дали PIN-код."
        onToggle={(checked) => {
          if (!checked) void setFieldValue('swo_status', false)
        }}
      />
      <CheckboxField
        name="swo_status"
        label={MEMORIAL_LABELS.swo_status}
        hint={isPublic ? 'Страница появится в разделе «Герои СВО».' : 'Доступно только для публичной страницы.'}
        disabled={!isPublic}
      />
    </>
  )
}

/** Replaces the form when the account has reached its limit of memorials. */
function NoPlaceLeft({ maxMemorials }: { maxMemorials: number }) {
  return (
    <EmptyState
      title="Свободных мест больше нет"
      hint={`У вас ${counted(maxMemorials, MEMORIALS)}: больше в вашей учётной записи не поместится. Как получить ещё место, рассказано на странице «Тарифы и цены».`}
    >
      <Button component={Link} to={paths.tariffs} variant="contained">
        Тарифы и цены
      </Button>
      <Button component={Link} to={paths.myMemorials} variant="outlined">
        Мои мемориалы
      </Button>
    </EmptyState>
  )
}
