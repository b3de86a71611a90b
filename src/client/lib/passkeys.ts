import { useSyncExternalStore } from 'react'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyOptions, PasskeyResponse } from '@contract/factors'

/** The browser's dialogs for passkeys. Their package is loaded when the first one opens. */

const IP_ADDRESS = /^(?:\[.*\]|[\d.]+)$/

/**
 * Whether this browser supports passkeys on this host: a passkey is bound to a domain name, not to an IP address. False
 * on the server.
 */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => false)
}

function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)
}

function neverChanges(): () => void {
  return () => undefined
}

/** Creates a passkey in the browser's dialog. Rejects when the dialog is closed. */
export async function makePasskey({ options }: PasskeyOptions): Promise<PasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return asResponse(await startRegistration({ optionsJSON }))
}

/** Signs in with a passkey in the browser's dialog. Rejects when the dialog is closed. */
export async function showPasskey({ options }: PasskeyOptions): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return asResponse(await startAuthentication({ optionsJSON }))
}

/** The message for a failed dialog. */
export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'Этот ключ доступа уже подключён.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Окно закрылось, и ключ доступа не получен. Попробуйте ещё раз.'
  return 'Этот браузер не смог получить ключ доступа. Попробуйте ещё раз или выберите другой способ.'
}

function asResponse({ response, ...rest }: Omit<PasskeyResponse, 'response'> & { response: object }): PasskeyResponse {
  return { ...rest, response: { ...response } }
}
