import type { FeatureId } from './feature-texts'

/** Paths in a square of 96. `mark` is drawn in the second colour; `shape` too, and hides what lies under it. */
export interface Strokes {
  line: string
  mark: string
  shape?: string
}

export const DRAWINGS: Record<FeatureId, Strokes> = {
  // An open book.
  biography: {
    line: 'M48 29c-9-6-21-8-34-8v50c13 0 25 2 34 8 9-6 21-8 34-8V21c-13 0-25 2-34 8zM48 29v50',
    mark: 'M23 34c6 .4 11 1.4 16 3.2M23 45c6 .4 11 1.4 16 3.2M23 56c6 .4 11 1.4 16 3.2M73 34c-6 .4-11 1.4-16 3.2M73 45c-6 .4-11 1.4-16 3.2',
  },
  // A photograph, a film, a voice.
  media: {
    line: 'M12 16h48v38H12zM12 46l14-13 12 11 8-7 14 12M69 23h15v24H69M74 30l6 5-6 5z',
    mark: 'M48 25.5a3.5 3.5 0 1 0 .01 0M14 71v4M22 66v14M30 69v8M38 62v22M46 67v12M54 70v6M62 64v18M70 68v10M78 71v4',
  },
  // A folded map and a pin.
  burial: {
    line: 'M12 38l24-8 24 8 24-8v44l-24 8-24-8-24 8zM36 30v44M60 38v44',
    shape: 'M48 62C37 49 32 41 32 32a16 16 0 0 1 32 0c0 9-5 17-16 30z',
    mark: 'M48 26.5a5.5 5.5 0 1 0 .01 0',
  },
  'qr-code': {
    line: 'M16 16h26v26H16zM54 16h26v26H54zM16 54h26v26H16zM25 25h8v8h-8zM63 25h8v8h-8zM25 63h8v8h-8z',
    mark: 'M54 54h9v9M72 54h8v8M54 72v8h8M72 71h8v9h-8z',
  },
  // A padlock that opens by four digits.
  privacy: {
    line: 'M22 42h52a4 4 0 0 1 4 4v32a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V46a4 4 0 0 1 4-4zM32 42V30a16 16 0 0 1 32 0v12',
    mark: 'M30 59.5a2.5 2.5 0 1 0 .01 0M42 59.5a2.5 2.5 0 1 0 .01 0M54 59.5a2.5 2.5 0 1 0 .01 0M66 59.5a2.5 2.5 0 1 0 .01 0',
  },
  // What is said.
  words: {
    line: 'M20 16h56a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H44L28 80V64h-8a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6z',
    mark: 'M27 32h42M27 41h42M27 50h24',
  },
  // A box of an archive.
  storage: {
    line: 'M12 34h72v14H12zM18 48v32h60V48M40 59h16',
    mark: 'M24 34V22h34l8 8v4M58 22v8h8M32 28h16',
  },
  // A tree and its shoot.
  generations: {
    line: 'M38 82V42M38 60L24 48M38 52l11-10M38 66a25 25 0 1 1 .01 0M10 82h76',
    mark: 'M72 82V60M72 70c-8 0-11-4-11-10 7 0 11 4 11 10zM72 64c0-7 4-11 11-11 0 7-4 11-11 11z',
  },
}
