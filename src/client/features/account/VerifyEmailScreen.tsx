import { useLocation, useSearchParams } from 'react-router-dom'
import { AwaitVerification } from './AwaitVerification'
import { VerificationResult } from './VerificationResult'

/** Three states: waiting for the link to be opened, and what came of opening it. */
export function VerifyEmailScreen() {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const verified = parameters.get('verified')

  if (verified === 'success' || verified === 'error') return <VerificationResult result={verified} />
  return <AwaitVerification email={emailFrom(state)} />
}

/** The e-mail that registration, login or a guard passed along. */
function emailFrom(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : ''
}
