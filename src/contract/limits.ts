/** Limits that browser and server share. Sizes are in bytes. */
const MB = 1024 ** 2
const GB = 1024 ** 3

/** The largest id that the database's integer columns hold. */
export const ID_MAX = 2_147_483_647

export const PAGE_SIZE = 12
export const PAGE_SIZE_MAX = 100

/** The maximum number of decisions on memories per request. The account page lists no more at once. */
export const DECISIONS_AT_ONCE = PAGE_SIZE_MAX
/** Per account, deleted but not destroyed yet. They free their places, so nothing else limits them. */
export const TRASHED_MEMORIALS_MAX = 200
/** The maximum of own memorials in one response. */
export const MY_MEMORIALS_MAX = 1000
/** Own memorials per page. */
export const MY_MEMORIALS_PAGE_SIZE = 24
export const MEMORIES_PAGE_SIZE = 20

export const NAME_MAX_LENGTH = 100
export const AUTHOR_MAX_LENGTH = 100
export const BIOGRAPHY_MAX_LENGTH = 50_000
export const MEMORY_MAX_LENGTH = 5_000
/** What keepers write under a memory. */
export const REPLY_MAX_LENGTH = 5_000
/** What is said in a voice, written down. */
export const VOICE_TEXT_MAX_LENGTH = 5_000
export const STORY_MAX_LENGTH = 5_000
/** What a reader knows better, and the keepers' reply. */
export const PROPOSAL_NOTE_MAX_LENGTH = 5_000
/** The text of an access request. */
export const ACCESS_REQUEST_MAX_LENGTH = 1_000
/** The text of a report, and a moderator's reply. */
export const REPORT_MAX_LENGTH = 1_000
/** A question to those who may know, the name by which it greets them, and what they were to the person. */
export const QUESTION_MAX_LENGTH = 300
export const RECIPIENT_NAME_MAX_LENGTH = 100
export const RELATION_MAX_LENGTH = 100
export const QUESTION_RECIPIENTS_MAX = 20
/** Letters with questions, for each account. */
export const QUESTIONS_PER_DAY = 40
/** Of all stories that a page shows, with their questions and the texts of voices: it is made and sent without a pause. Sixty of the longest ones. */
export const STORIES_MAX_CHARACTERS = 300_000
/** The photos of an answer to a question. */
export const STORY_PHOTOS_MAX = 5
export const ARCHIVE_DESCRIPTION_MAX_LENGTH = 500
export const ARCHIVE_DATE_TEXT_MAX_LENGTH = 60
export const ARCHIVE_PEOPLE_MAX_LENGTH = 300
/** An archive is a single response, shown on one page. */
export const ARCHIVE_ITEMS_MAX = 5000
/** The photos that a page shows before its reader asks for all of them. */
export const ALBUM_FIRST_PHOTOS = 24
/** The photos that the server renders at most, for a reader without scripts. */
export const ALBUM_WHOLE_MAX = 500
export const ADDRESS_MAX_LENGTH = 500
export const CEMETERY_MAX_LENGTH = 200
export const PLOT_MAX_LENGTH = 200
/** Photos of the road to a grave, and the characters of the line to each. */
export const ROAD_STEPS_MAX = 6
export const ROAD_LINE_MAX_LENGTH = 200
/** Links to maps are long; what is stored is short. Applies to the text as sent: a longer one is not parsed at all. */
export const COORDINATES_AS_SENT_MAX_LENGTH = 2000
export const SEARCH_MAX_LENGTH = 100
export const EMAIL_MAX_LENGTH = 254

export const LIFESPAN_MAX_YEARS = 130
export const EARLIEST_YEAR = 1000

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

/**
 * For all archives of a new advanced memorial together; each memorial's row holds its own limit. A recording may be as large as
 * what is left of it, and the shipped proxies set no limit to files.
 */
export const ARCHIVE_LIMIT_BYTES = 250 * MB
export const STORAGE_STEP_BYTES = GB
/** A memorial with a higher limit already has its extra storage. */
export const STORAGE_STEP_MAX_BYTES = 256 * MB
/** The maximum of pending requests and memories per page. */
export const WAITING_REQUESTS_MAX = 50
export const PENDING_MEMORIES_MAX = 100
export const PICTURE_MAX_BYTES = 20 * MB
/** A voice with words of memory: what a browser records in three minutes takes from half a megabyte to five. */
export const VOICE_MAX_BYTES = 10 * MB
/** The bars of a drawn wave. */
export const VOICE_PEAKS = 64
export const VOICE_MAX_SECONDS = 180
/** What is sent at once: some seconds of a weak connection, so that little is lost when it breaks. */
export const VOICE_PART_BYTES = 256 * 1024
/** A photograph for an archive: what cameras write of their sensors, and scans, are larger than what phones take. */
export const ARCHIVE_PHOTO_MAX_BYTES = 100 * MB
/** So many pages of a PDF become photographs. Each takes a second or two of the request. */
export const PDF_PAGES_MAX = 20
/** The largest photographs of phones have 201 megapixels. */
export const PICTURE_MAX_PIXELS = 205_000_000
/** A picture with more pixels is reduced before it is stored, if its format can be read row by row. */
export const PICTURE_STORED_MAX_PIXELS = 50_000_000
/**
 * Widths in pixels of the smaller copies of each stored picture. A portrait is shown up to 420 pixels wide, a card 270
 * to 360, a photo of an archive 320 to 960: 720 fits two thirds of a phone with 2.75 pixels for one of CSS.
 */
export const PICTURE_WIDTHS = [320, 480, 720, 1280] as const
/** Copies that earlier versions made. Old pictures may still have them. */
export const EARLIER_PICTURE_WIDTHS = [640] as const

/** Larger files are uploaded in chunks, so that a broken upload can resume. */
export const SENT_IN_PARTS_ABOVE_BYTES = 5 * MB
/** The maximum loss when a connection breaks behind a proxy that forwards only complete requests. */
export const UPLOAD_PART_BYTES = 8 * MB

export const NORMAL_TIMEOUT_MS = 15_000
/** For uploads, creation and changes. */
export const LONG_TIMEOUT_MS = 300_000

/** Signed URLs from the same step are equal, so that a reloaded page finds its pictures in the cache. */
export const MEDIA_URL_STEP_SECONDS = 600
