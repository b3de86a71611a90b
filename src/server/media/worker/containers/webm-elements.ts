/** Element ids, with Matroska's names. */
export const ID = {
  EBML: 0x1a45dfa3,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Seek: 0x4dbb,
  SeekID: 0x53ab,
  SeekPosition: 0x53ac,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  CodecID: 0x86,
  CodecPrivate: 0x63a2,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  Position: 0xa7,
  PrevSize: 0xab,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
  Cues: 0x1c53bb6b,
} as const

/** The segment children that are retained. Tags, attachments, chapters and unknown elements are wiped. */
export const PARTS = new Set<number>([ID.SeekHead, ID.Info, ID.Tracks, ID.Cluster, ID.Cues])
export const FACTS = new Set<number>([ID.TimestampScale, ID.Duration])
/** Mandatory texts; they may be empty. */
export const EMPTIED_FACTS = new Set<number>([ID.MuxingApp, ID.WritingApp])
export const PARTS_OF_CLUSTER = new Set<number>([ID.Timestamp, ID.Position, ID.PrevSize, ID.SimpleBlock, ID.BlockGroup])
/** The retained elements of a track: its numbers, and how it is decoded. */
export const FACTS_OF_TRACK = new Set<number>([
  ID.TrackNumber,
  ID.TrackType,
  ID.CodecID,
  ID.CodecPrivate,
  0x73c5, // TrackUID
  0xb9, // FlagEnabled
  0x88, // FlagDefault
  0x55aa, // FlagForced
  0x9c, // FlagLacing
  0x6de7, // MinCache
  0x6df8, // MaxCache
  0x23e383, // DefaultDuration
  0x234e7a, // DefaultDecodedFieldDuration
  0x23314f, // TrackTimestampScale
  0x55ee, // MaxBlockAdditionID
  0x41e4, // BlockAdditionMapping
  0x22b59c, // Language
  0x22b59d, // LanguageBCP47
  0x56aa, // CodecDelay
  0x56bb, // SeekPreRoll
  0xe0, // Video
  0xe1, // Audio
  0x6d80, // ContentEncodings
])
