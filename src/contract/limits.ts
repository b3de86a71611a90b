/** Limits that browser and server share. Sizes are in bytes. */
const MB = 1024 ** 2
const GB = 1024 ** 3

/** The largest id that the database's integer columns hold. */
export const ID_MAX = 2_147_483_647

export const PAGE_SIZE = 12
export const PAGE_SIZE_MAX = 100

/** How many decisions on words one request may hold. The cabinet lists no more words at once, so no more can wait there. */
export const DECISIONS_AT_ONCE = PAGE_SIZE_MAX
/** Of one account, deleted and not destroyed yet. Their places are free, so nothing else bounds them. */
export const TRASHED_MEMORIALS_MAX = 200
/** Of one's own memorials in one answer. */
export const MY_MEMORIALS_MAX = 1000
/** Of one's own memorials on one screen. */
export const MY_MEMORIALS_PAGE_SIZE = 24
export const MEMORIES_PAGE_SIZE = 20

export const NAME_MAX_LENGTH = 100
export const AUTHOR_MAX_LENGTH = 100
export const BIOGRAPHY_MAX_LENGTH = 50_000
export const MEMORY_MAX_LENGTH = 5_000
/** What somebody writes who asks to be let in to a closed page. */
export const ACCESS_REQUEST_MAX_LENGTH = 1_000
/** What somebody writes who reports a page, and what a moderator answers. */
export const REPORT_MAX_LENGTH = 1_000
export const ARCHIVE_DESCRIPTION_MAX_LENGTH = 500
export const ARCHIVE_DATE_TEXT_MAX_LENGTH = 60
export const ARCHIVE_PEOPLE_MAX_LENGTH = 300
/** An archive is one answer, shown on one page. */
export const ARCHIVE_ITEMS_MAX = 5000
export const ADDRESS_MAX_LENGTH = 500
export const CEMETERY_MAX_LENGTH = 200
export const PLOT_MAX_LENGTH = 200
/** Links to maps are long; what is stored of them is short. Of the text as it was sent: a longer one is not read at all. */
export const COORDINATES_AS_SENT_MAX_LENGTH = 2000
export const SEARCH_MAX_LENGTH = 100
export const EMAIL_MAX_LENGTH = 254

export const LIFESPAN_MAX_YEARS = 130
export const EARLIEST_YEAR = 1000

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

export const ARCHIVE_LIMIT_BYTES = 250 * MB
export const STORAGE_STEP_BYTES = GB
/** A memorial with a higher limit has its extra storage already. */
export const STORAGE_STEP_MAX_BYTES = 256 * MB
/** Of requests and of words that wait for a decision at one page. */
export const WAITING_REQUESTS_MAX = 50
export const WAITING_WORDS_MAX = 100
export const PICTURE_MAX_BYTES = 20 * MB
export const PICTURE_MAX_PIXELS = 50_000_000
/**
 * Widths in pixels of the smaller copies beside each stored picture. A portrait is shown up to 420 pixels wide, a card 270
 * to 360, a photo of an archive 320 to 960: 720 fits two thirds of a phone with 2.75 pixels for one of CSS.
 */
export const PICTURE_WIDTHS = [320, 480, 720, 1280] as const
/** Copies that earlier versions made. Pictures from that time may still have them. */
export const EARLIER_PICTURE_WIDTHS = [640] as const

/** Files above this come in parts, so that a broken upload goes on from where it stopped. */
export const SENT_IN_PARTS_ABOVE_BYTES = 5 * MB
/** What is lost at most when a connection breaks behind a proxy that passes on whole requests only. */
export const UPLOAD_PART_BYTES = 8 * MB

export const NORMAL_TIMEOUT_MS = 15_000
/** For uploads, creation and changes. */
export const LONG_TIMEOUT_MS = 300_000

/** Signed addresses made within one step are equal, so that a reloaded page finds its pictures in the cache. */
export const MEDIA_ADDRESS_STEP_SECONDS = 600
