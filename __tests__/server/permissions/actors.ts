/**
 * Who asks: nobody; somebody with a token that is none; accounts, of which the owner has the page that a call is aimed
 * at; and visitors with a PIN token of that page, or of another closed page of the same owner.
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
