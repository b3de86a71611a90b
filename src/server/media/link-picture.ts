/** The content of the preview that messengers and social networks show for a link. */
export interface LinkPicture {
  /** Drawn large, one per line: a surname and first names, or the name of the site. */
  titleLines: string[]
  /** Below the title: the years of a life, or what the site is. */
  subtitle: string
  /** The name of the site, at the bottom. Empty where the title already says it. */
  siteName: string
}

/** In pixels: what Telegram, VK and the others show without cropping. */
export const LINK_PICTURE_SIZE = { width: 1200, height: 630 }

/** The file name in the picture's URL. */
export const LINK_PICTURE_FILE = 'link.jpg'
