/**
 * Who sends a request: a guest; a guest with an invalid token; accounts, among them the owner of the page that the call is
 * about; and visitors with a PIN token for that page, or for another closed page of the same owner.
 */
export const ACTORS = [
  'guest',
  'badToken',
  'unverified',
  'stranger',
  'owner',
  'pinVisitor',
  'otherPinVisitor',
  'moderator',
] as const
export type Actor = (typeof ACTORS)[number]

export const ACCOUNTS = ['unverified', 'stranger', 'owner', 'moderator'] as const
export type AccountHolder = (typeof ACCOUNTS)[number]
