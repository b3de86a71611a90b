/**
 * Who sends a request: a guest; a guest with an invalid token; accounts, among them the owner of the page that the call is
 * about, somebody who keeps it with them, and somebody who did, a moderator with and one without a second factor; and visitors with a memorial token for that page, or for another closed page of the same owner.
 */
export const ACTORS = [
  'guest',
  'badToken',
  'unverified',
  'stranger',
  'owner',
  'keeper',
  'formerKeeper',
  'pinVisitor',
  'otherPinVisitor',
  'moderator',
  'moderatorWithoutFactor',
] as const
export type Actor = (typeof ACTORS)[number]

export const ACCOUNTS = [
  'unverified',
  'stranger',
  'owner',
  'keeper',
  'formerKeeper',
  'moderator',
  'moderatorWithoutFactor',
] as const
export type AccountHolder = (typeof ACCOUNTS)[number]
