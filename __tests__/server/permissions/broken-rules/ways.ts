/** Pieces of broken code: each stands in the place of an access check in a route. */

/** In place of `toRead` and `toReadWhole`: whoever asks reads the page. */
export function readByAll(id: string): string {
  return `access.toModerate({ id: 0, isModerator: true }, ${id})`
}

/** In place of `toEdit`: whoever passed the checks before it acts as the page's owner. */
export function asItsOwner(id: string): string {
  return `access.toEdit({ id: (await ${readByAll(id)}).user_id }, ${id})`
}

/** In place of `toOwn`: a keeper acts as the page's owner. */
export function keeperAsOwner(account: string, id: string): string {
  return `access.toOwn({ ...${account}, id: (await access.toEdit(${account}, ${id})).user_id }, ${id})`
}

/** In place of the hook that refuses unverified accounts. */
export const EVERY_ACCOUNT = 'onRequest: async (request) => void request.requireAccount(),'
