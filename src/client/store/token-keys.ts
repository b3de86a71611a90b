/**
 * Where tokens are kept between page loads: the account's in localStorage, so that tabs share it, and each memorial's PIN
 * token in sessionStorage under a key of its own, so that it ends with the tab.
 */
export const ACCOUNT_TOKEN_KEY = 'pomnim.account-token'
export const PIN_TOKEN_KEY_PREFIX = 'pomnim.pin-token.'
