import { array, boolean, type InferType, mixed, number, object, string } from 'yup'
import { lineOfText, REQUIRED } from './fields'
import { paths } from './paths'

/** Second factors, besides the password: a passkey, or an authenticator app with one-time codes. */
const FACTOR_KINDS = ['passkey', 'code'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

const FACTOR_NAME_MAX_LENGTH = 60
/** Per account. */
export const FACTORS_MAX = 20
export const RECOVERY_CODES = 10
export const CODE_LENGTH = 6
const CODE_INVALID = `Код состоит из ${CODE_LENGTH} цифр`
const PASSKEY_INVALID = 'Ключ доступа прислан неполностью'
const PROOF_REQUIRED = 'Нужен код, код восстановления или ключ доступа'
/** A body with a passkey response. The largest, with a certificate, take 4 KB. */
export const PASSKEY_BODY_MAX_BYTES = 32 * 1024

const TOKEN_MAX_LENGTH = 256
/** As people copy it, with hyphens or spaces. */
const RECOVERY_CODE_MAX_LENGTH = 40

/** A factor as shown to its holder. `created_at` and `last_used_at` are instants. */
export const factorSchema = object({
  id: number().integer().required(),
  kind: string().oneOf(FACTOR_KINDS).required(),
  name: string().required(),
  created_at: string().required(),
  last_used_at: string().nullable().defined(),
})
export type Factor = InferType<typeof factorSchema>

/** GET /users/me/factors. */
export const factorListSchema = object({
  result: array(factorSchema).required(),
  recovery_codes_left: number().integer().required(),
})
export type FactorList = InferType<typeof factorListSchema>

/** POST /users/me/factors/code. */
export const factorNameSchema = object({ name: factorName() })
export type FactorName = InferType<typeof factorNameSchema>

/** Its response: the secret for the authenticator app, as text and as the URL in the QR code. */
export const newCodeFactorSchema = object({
  id: number().integer().required(),
  secret: string().required(),
  otpauth_url: string().required(),
})
export type NewCodeFactor = InferType<typeof newCodeFactorSchema>

/** POST /users/me/factors/code/{id}/confirm. */
export const codeSchema = object({ code: code().required(REQUIRED('Код')) })
export type Code = InferType<typeof codeSchema>

/** Recovery codes are shown once, when they are created. */
export const recoveryCodesSchema = object({ recovery_codes: array(string().required()).required() })
export type RecoveryCodes = InferType<typeof recoveryCodesSchema>

/** The options for navigator.credentials as JSON, in the format of Web Authentication, level 3. */
export const passkeyOptionsSchema = object({
  options: mixed<Record<string, unknown>>().required(),
  challenge_id: string().required(),
})
export type PasskeyOptions = InferType<typeof passkeyOptionsSchema>

/** The result of navigator.credentials, as JSON. */
export interface PasskeyResponse {
  id: string
  rawId: string
  type: string
  response: Record<string, unknown>
}

/** POST /users/me/factors/passkey/finish. */
export const newPasskeySchema = object({
  challenge_id: challengeId(),
  name: factorName(),
  response: passkeyResponse().required(PASSKEY_INVALID),
})
export type NewPasskey = InferType<typeof newPasskeySchema>

/** A passkey assertion: POST /auth/login/passkey/finish. */
export const shownPasskeySchema = object({
  challenge_id: challengeId(),
  response: passkeyResponse().required(PASSKEY_INVALID),
})
export type ShownPasskey = InferType<typeof shownPasskeySchema>

/** POST /auth/login/factor: the ticket of the first step, and one proof. */
export const secondStepSchema = object({
  ticket: ticket(),
  code: code(),
  recovery_code: lineOfText('Код восстановления', RECOVERY_CODE_MAX_LENGTH),
  passkey: shownPasskey(),
}).test('proof', PROOF_REQUIRED, ({ code, recovery_code, passkey }, { createError }) =>
  code || recovery_code || passkey ? true : createError({ path: 'code', message: PROOF_REQUIRED }),
)
export type SecondStep = InferType<typeof secondStepSchema>
/** One of them. */
export type FactorProof = Pick<SecondStep, 'code' | 'recovery_code' | 'passkey'>

/** POST /auth/factor-recovery. */
export const ticketSchema = object({ ticket: ticket() })
export type Ticket = InferType<typeof ticketSchema>

/** The page of the link in the second letter of a recovery. */
export function factorRecoveryPath(token: string): string {
  return `${paths.factorRecovery}?token=${token}`
}

/** The response of /auth/login: a token, or the ticket for the second step. */
export const signInSchema = object({
  access_token: string().nullable().defined(),
  token_type: string().oneOf(['bearer']).nullable().defined(),
  factor_needed: boolean(),
  ticket: string(),
  kinds: array(string().oneOf(FACTOR_KINDS).required()),
})
export type SignIn = InferType<typeof signInSchema>

/** The field of a one-time code. */
export function code() {
  return string()
    .transform((_value, original: unknown) =>
      typeof original === 'string' ? original.replace(/\s/g, '').slice(0, CODE_LENGTH + 1) : original,
    )
    .typeError(CODE_INVALID)
    .matches(new RegExp(`^[0-9]{${CODE_LENGTH}}$`), { message: CODE_INVALID, excludeEmptyString: true })
}

/** A passkey assertion as one of several proofs. */
export function shownPasskey() {
  return mixed<ShownPasskey>({
    check: (value): value is ShownPasskey =>
      isRecord(value) && isToken(value.challenge_id) && isPasskeyResponse(value.response),
  }).typeError(PASSKEY_INVALID)
}

function factorName() {
  return lineOfText('Название', FACTOR_NAME_MAX_LENGTH).required(REQUIRED('Название'))
}

function ticket() {
  return lineOfText('ticket', TOKEN_MAX_LENGTH).required(REQUIRED('ticket'))
}

function challengeId() {
  return lineOfText('challenge_id', TOKEN_MAX_LENGTH).required(REQUIRED('challenge_id'))
}

function passkeyResponse() {
  return mixed<PasskeyResponse>({ check: isPasskeyResponse }).typeError(PASSKEY_INVALID)
}

function isPasskeyResponse(value: unknown): value is PasskeyResponse {
  return isRecord(value) && isToken(value.id) && typeof value.rawId === 'string' && isRecord(value.response)
}

/** Credential ids have at most 1023 bytes. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1400
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
