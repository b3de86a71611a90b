/** Who may make a call. The README of the contract says of each what it means, and what everyone else gets. */
export type Asker =
  | 'anyone'
  | 'visitor'
  | 'reader'
  | 'account'
  | 'verified account'
  | 'keeper'
  | 'owner'
  | 'moderator'
  | 'only moderators'

/** What no schema says of a call. All texts are Markdown; `refuses` quotes statuses and sentences as the server has them. */
export interface CallText {
  who: Asker
  about?: string[]
  /** The schema of this folder that the form and the route validate with; a route may add files to it. */
  takes?: string
  refuses?: string[]
}

/** The calls of a resource, by method and path. `{kind}` stands for each kind of archive. */
export interface CallChapter {
  title: string
  about?: string[]
  calls: Record<string, CallText>
}
