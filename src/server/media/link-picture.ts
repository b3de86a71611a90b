/** What is drawn on the picture that messengers and social networks show for a link. */
export interface LinkPicture {
  /** Drawn large, each from a new line: somebody's surname and first names, or the name of the site. */
  titleLines: string[]
  /** Beneath: the years of a life, or what the site is. */
  subtitle: string
  /** The name of the site, at the foot. Empty where the title says it. */
  siteName: string
}

/** Pixels: what Telegram, VK and the others show without cutting it. */
export const LINK_PICTURE_SIZE = { width: 1200, height: 630 }

/** The file's name beside the address of the picture. */
export const LINK_PICTURE_FILE = 'link.jpg'
