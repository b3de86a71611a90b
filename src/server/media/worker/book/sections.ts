import { create } from 'qrcode'
import sharp from 'sharp'
import type { Book, BookBurial, BookPhoto, BookMemory, BookRoadStep, BookStory } from '../../books/book'
import { AREA, LOOKS, PAPER, type TextLook, type Typesetter } from './typesetter'
import type { Row, RowMaker } from './rows'

const HEADING = { above: 30, below: 12 }
/** The height of a heading at the top of a page, and a little more. */
const HEADING_ROOM = 40
const PORTRAIT_ROOM = { width: 230, height: 262 }
const PHOTO_HEIGHT_MAX = 330
/** Two of them with their captions fit on a page. */
const BROAD_PHOTO_HEIGHT_MAX = 195
const PHOTO_HEIGHT_MIN = 150
const BURIAL_PHOTO_HEIGHT_MAX = 240
/** Three of them with their lines fit on a page. */
const ROAD_PHOTO_HEIGHT_MAX = 110
const CAPTION_GAP = 6
const LETTER_GAP = 24
const CODE_SIDE = 118
const STORY_CODE_SIDE = 92
/** The empty border that scanners need, in modules. */
const CODE_MARGIN = 4
const NAME_LINES_MAX = 3
const NAME_SIZES = [26, 23, 20, 17, 14, 11]
const SURNAME_SIZES = [15, 13, 11, 9]

interface Tools {
  doc: PDFKit.PDFDocument
  typesetter: Typesetter
  rows: RowMaker
}

/** The sections of the book as rows. */
export function createSections({ doc, typesetter, rows }: Tools) {
  /** In the largest size in which the title takes few lines and no word is broken. */
  function fittedTitle(text: string, look: TextLook, sizes: number[]): Row[] {
    const looks = sizes.map((size) => ({ ...look, size, leading: (look.leading * size) / look.size }))
    const words = text.split(/[ -]/)
    const fits = (sized: TextLook) =>
      words.every((word) => typesetter.linesOf(word, sized, AREA.width).length === 1) &&
      typesetter.linesOf(text, sized, AREA.width).length <= NAME_LINES_MAX
    return rows.text(text, looks.find(fits) ?? (looks.at(-1) as TextLook), { align: 'centre' })
  }

  function picture({ jpeg, ...size }: PrintedPicture, heightMax: number, widthMax: number = AREA.width): Row {
    const { width, height } = fitted(size, { width: widthMax, height: heightMax })
    return {
      above: 0,
      height,
      keepWithNext: false,
      draw(top) {
        doc.image(jpeg, AREA.left + (AREA.width - width) / 2, top, { width, height })
      },
    }
  }

  const gap = (height: number): Row => ({ above: 0, height, keepWithNext: true, draw: () => undefined })

  const heading = (title: string): Row[] => {
    const lines = rows.text(title, LOOKS.heading, { above: HEADING.above, align: 'centre', keepWithNext: true })
    const [first, ...others] = lines as [Row, ...Row[]]
    const draw = (top: number) => {
      doc.outline.addItem(title)
      first.draw(top)
    }
    return [{ ...first, draw }, ...others, gap(HEADING.below)]
  }

  /** In small letters below a section. */
  const note = (text: string): Row[] => rows.text(text, LOOKS.small, { above: 18, align: 'centre' })

  return {
    /** Portrait, name and dates in the middle of the page, and the type of book at the bottom. */
    cover(book: Book, portrait: PrintedPicture | undefined): Row[] {
      const centred = [
        ...(portrait ? [picture(portrait, PORTRAIT_ROOM.height, PORTRAIT_ROOM.width), gap(30)] : []),
        ...(book.lastname ? fittedTitle(book.lastname.toLocaleUpperCase('ru'), LOOKS.surname, SURNAME_SIZES) : []),
        ...(book.givenNames ? fittedTitle(book.givenNames, LOOKS.givenNames, NAME_SIZES) : []),
        ...(book.maidenName ? [gap(6), ...centredText(`урождённая ${book.maidenName}`, LOOKS.dates)] : []),
        gap(12),
        ...centredText(book.life, LOOKS.dates),
      ]
      const foot = centredText('Книга памяти', LOOKS.small)
      const height = centred.reduce((sum, row) => sum + row.height, 0)
      const free = Math.max(0, AREA.height - height - foot.length * LOOKS.small.leading)
      return [gap(free / 2), ...centred, gap(free / 2), ...foot].map((row) => ({ ...row, keepWithNext: true }))
    },

    biography: (text: string): Row[] => [...heading('Биография'), ...rows.prose(text)],

    photosHeading: (): Row[] => heading('Фотографии'),

    /** A photograph and its caption, always together. */
    photo(printed: PrintedPicture, { description, whenAndWho }: BookPhoto): Row[] {
      const caption = [
        ...(description ? centredText(description, LOOKS.caption) : []),
        ...(whenAndWho ? centredText(whenAndWho, LOOKS.whenAndWho) : []),
      ]
      const captionHeight = caption.reduce((sum, row) => sum + row.height, caption.length > 0 ? CAPTION_GAP : 0)
      const wished = printed.width > printed.height ? BROAD_PHOTO_HEIGHT_MAX : PHOTO_HEIGHT_MAX
      const heightMax = Math.max(PHOTO_HEIGHT_MIN, Math.min(wished, AREA.height - HEADING_ROOM - captionHeight))
      const whole = [picture(printed, heightMax), ...(caption.length > 0 ? [gap(CAPTION_GAP), ...caption] : [])]
      return whole.map((row) => ({ ...row, keepWithNext: true }))
    },

    photosLeftOut: (count: number): Row[] =>
      note(`В книгу вошли не все фотографии: ещё ${count} можно посмотреть на странице памяти.`),

    burial({ address, coordinates }: BookBurial, photo: PrintedPicture | undefined): Row[] {
      const facts = [
        ...(address ? centredText(address, LOOKS.prose) : []),
        ...(coordinates ? centredText(`Координаты: ${coordinates}`, LOOKS.prose) : []),
        ...(photo ? [{ ...picture(photo, BURIAL_PHOTO_HEIGHT_MAX), above: 12 }] : []),
      ]
      if (facts.length === 0) return []
      return [...heading('Место захоронения'), ...facts.map((row) => ({ ...row, keepWithNext: row !== facts.at(-1) }))]
    },

    roadHeading: (): Row[] => heading('Дорога к могиле'),

    /** A photograph on the way to the grave and its line, always together. `number` counts from 1. */
    roadStep(printed: PrintedPicture, { line }: BookRoadStep, number: number): Row[] {
      const words = centredText(line ? `${number}. ${line}` : `${number}`, LOOKS.caption)
      const step = [{ ...picture(printed, ROAD_PHOTO_HEIGHT_MAX), above: 16 }, gap(CAPTION_GAP), ...words]
      return step.map((row) => ({ ...row, keepWithNext: row !== step.at(-1) }))
    },

    storiesHeading: (): Row[] => heading('Рассказы'),

    /** A question, what was told, who told it, and the code behind which the voice is heard. */
    story({ question, text, author, voice }: BookStory, isFirst: boolean): Row[] {
      return [
        ...rows.text(question, LOOKS.quotation, { above: isFirst ? 0 : LETTER_GAP, keepWithNext: true }),
        ...rows.prose(text, { above: 5, keepWithNext: true }),
        ...rows.text(author, LOOKS.signature, { above: 6, keepWithNext: voice !== null }),
        ...(voice ? voiceRows(voice) : []),
      ]
    },

    storiesLeftOut: (count: number): Row[] =>
      note(`В книгу вошли не все рассказы: ещё ${count} можно прочитать и услышать на странице памяти.`),

    memoriesHeading: (): Row[] => heading('Слова памяти'),

    /** A memory, with its signature and day below the last lines, the code behind which its voice is heard, and the reply. */
    letter({ description, author, day, reply, voice }: BookMemory, isFirst: boolean): Row[] {
      return [
        ...rows.prose(description, { above: isFirst ? 0 : LETTER_GAP, keepWithNext: true }),
        ...rows.text(author, LOOKS.signature, { above: 6, keepWithNext: true }),
        ...rows.text(day, LOOKS.small, { keepWithNext: voice !== null }),
        ...(voice ? voiceRows(voice) : []),
        ...(reply ? replyRows(reply) : []),
      ]
    },

    memoriesLeftOut: (count: number): Row[] =>
      note(`В книгу вошли не все слова памяти: ещё ${count} можно прочитать на странице памяти.`),

    /** The QR code with the URL of the memorial, and when the book was made. */
    colophon({ address, isClosed, siteName, madeOn }: Book, isIncomplete: boolean): Row[] {
      const texts = [
        ...centredText('Страница памяти', LOOKS.heading),
        gap(8),
        code(address),
        gap(8),
        ...linkedText(address),
        gap(6),
        ...centredText(
          `Наведите на код камеру телефона, и страница откроется.${isClosed ? ' Она закрыта PIN-кодом.' : ''}`,
          LOOKS.small,
        ),
        ...centredText(`${siteName}. Книга составлена ${madeOn}.`, LOOKS.small),
        ...(isIncomplete ? centredText('Вместо букв, которых нет в шрифте этой книги, стоит […].', LOOKS.small) : []),
      ]
      return texts.map((row, index) => ({
        ...row,
        above: index === 0 ? 40 : row.above,
        keepWithNext: index < texts.length - 1,
      }))
    },
  }

  function voiceRows({ address, length }: NonNullable<BookStory['voice']>): Row[] {
    const drawn = code(address, STORY_CODE_SIDE)
    const hint = `Наведите на код камеру телефона, чтобы услышать рассказ${length ? ` (${length})` : ''}.`
    const draw = (top: number) => {
      drawn.draw(top)
      doc.link((PAPER.width - STORY_CODE_SIDE) / 2, top, STORY_CODE_SIDE, STORY_CODE_SIDE, address)
    }
    return [{ ...drawn, above: 6, draw }, ...centredText(hint, LOOKS.small)]
  }

  function replyRows(reply: string): Row[] {
    return [
      ...rows.text('Ответ близких', LOOKS.caption, { above: 12, keepWithNext: true }),
      ...rows.prose(reply, { above: 3 }),
    ]
  }

  function centredText(text: string, look: TextLook): Row[] {
    return rows.text(text, look, { align: 'centre' })
  }

  function linkedText(address: string): Row[] {
    return centredText(address, LOOKS.signature).map((row) => ({
      ...row,
      draw(top) {
        row.draw(top)
        doc.link(AREA.left, top, AREA.width, row.height, address)
      },
    }))
  }

  function code(address: string, whole = CODE_SIDE): Row {
    const { modules } = create(address, { errorCorrectionLevel: 'M' })
    const side = whole / (modules.size + 2 * CODE_MARGIN)
    const left = (PAPER.width - whole) / 2 + CODE_MARGIN * side
    return {
      above: 0,
      height: whole,
      keepWithNext: true,
      draw(top) {
        for (let row = 0; row < modules.size; row++) {
          for (let column = 0; column < modules.size; column++) {
            if (!modules.get(row, column)) continue
            doc.rect(left + column * side, top + (row + CODE_MARGIN) * side, side, side)
          }
        }
        doc.fill('#000000')
      },
    }
  }
}

/** Pixels: about 270 per inch for the widest picture. */
const SIDE_MAX = 1200
const JPEG_QUALITY = 82

interface PrintedPicture {
  jpeg: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** A stored picture, as large as print needs it; undefined when it cannot be read. */
export async function printedPicture(file: string): Promise<PrintedPicture | undefined> {
  try {
    const { data, info } = await sharp(file)
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}

/** The largest size in points in which a picture fits. Small pictures are not enlarged until they look coarse. */
function fitted(
  { width, height }: { width: number; height: number },
  room: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(room.width / width, room.height / height, POINTS_PER_PIXEL_MAX)
  return { width: width * scale, height: height * scale }
}

/** 96 pixels per inch: fewer look coarse. */
const POINTS_PER_PIXEL_MAX = 72 / 96
