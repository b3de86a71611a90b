/** The endpoint of resumable uploads, by the tus protocol; below the base path of the API. */
export const UPLOADS_PATH = '/uploads'

/** The same for voices of words and stories, which need no account where words may be left, or with the link of a question. */
export const VOICES_PATH = '/voices'

/** The version of the protocol. */
export const TUS_VERSION = '1.0.0'

/** The extensions of the protocol that the server knows. */
export const TUS_EXTENSIONS = ['creation', 'termination']

/** The content type of a chunk. */
export const TUS_PART_TYPE = 'application/offset+octet-stream'
