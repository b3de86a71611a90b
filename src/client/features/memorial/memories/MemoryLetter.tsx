import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Memory, Voice as StoredVoice } from '@contract/memory'
import type { Story } from '@contract/questions'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { playingTime } from '@client/lib/formats'
import type { UnsentMemory } from '@client/lib/unsent-memories'
import { PlayIcon } from '@client/ui/icons'
import { MemoryPhoto, type MemoryPhotoProps, SentPhoto } from '@client/ui/MemoryPhoto'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { Prose } from '../Prose'
import { Voice } from '../voices/Voice'

export interface MemoryLetterProps {
  memory: Pick<Memory, 'description' | 'author' | 'created_at'> & Partial<Pick<Memory, 'reply' | 'voice'>>
  photo?: MemoryPhotoProps
  /** Replaces the stored photo. */
  picture?: ReactNode
  /** A note below the signature. */
  note?: ReactNode
  /** A button after the signature. */
  tool?: ReactNode
}

/** A memory as a letter, signed and dated, with the reply of the keepers. */
export function MemoryLetter({
  memory: { description, author, created_at, reply, voice },
  photo,
  picture,
  note,
  tool,
}: MemoryLetterProps) {
  return (
    <div>
      <Letter>
        {voice && <MemoryVoice voice={voice} author={author} isAlone={!description} />}
        <Prose>{description}</Prose>
        {photo && <MemoryPhoto {...photo} />}
        {picture}
        <figcaption>
          {author}, <time dateTime={created_at}>{typeset(dayOfInstantInWords(created_at))}</time>
          {tool}
          {note && <p>{note}</p>}
        </figcaption>
      </Letter>
      {/* Outside the figure, whose caption must be its last child. */}
      {reply && (
        <Reply>
          <p>Ответ близких</p>
          <Prose>{reply}</Prose>
        </Reply>
      )}
    </div>
  )
}

/** A voice, with its text for those who do not hear. Its player loads at the press. */
function MemoryVoice({ voice, author, isAlone }: { voice: StoredVoice; author: string; isAlone: boolean }) {
  const { file_path, duration, text, peaks, is_playable: isPlayable } = voice
  const length = duration ? ` · ${playingTime(duration)}` : ''
  return (
    <Spoken>
      {isPlayable ? (
        <Voice
          url={file_path}
          name={`${author}, рассказ голосом`}
          duration={duration}
          peaks={peaks}
          closed={(play) => (
            <Button variant="outlined" startIcon={<PlayIcon />} data-plays-beside onClick={play} sx={LISTEN}>
              <span>Послушать рассказ{length}</span>
            </Button>
          )}
        />
      ) : (
        <a href={file_path} download>
          Скачать запись голоса
        </a>
      )}
      {text && (
        <details open={isAlone}>
          <summary>Текст записи</summary>
          <Prose>{text}</Prose>
        </details>
      )}
    </Spoken>
  )
}

const LISTEN = { '@media print, (scripting: none)': { display: 'none' } } as const

const Spoken = styled('div')(({ theme }) => ({
  maxWidth: 480,
  marginBlockEnd: theme.spacing(2),
  '& summary': { marginBlock: theme.spacing(1), cursor: 'pointer', color: theme.vars?.palette.text.secondary },
}))

export interface WaitingLetterProps {
  memory: Memory
  /** The photo sent with the memory, while this browser still has the file. */
  photoFile: File | undefined
}

/**
 * A memory that only its author sees until it is approved. Its photo is shown from the sent file; after a reload only a note
 * mentions it, since its URL is not stored.
 */
export function WaitingLetter({ memory, photoFile }: WaitingLetterProps) {
  const { voice, ...words } = memory
  const files = [memory.photo_width && 'фотографией', voice && 'записью голоса'].filter(Boolean).join(' и ')
  const what = files ? `Ждёт проверки вместе с ${files}` : 'Ждёт проверки'
  return (
    <MemoryLetter
      memory={words}
      picture={photoFile && memory.photo_width && <SentPhoto file={photoFile} {...memory} />}
      note={`${what}. На странице эти слова пока видите только вы.`}
    />
  )
}

export interface UnsentLetterProps {
  words: UnsentMemory
  onDiscard: () => void
}

/** A memory written without a connection. */
export function UnsentLetter({ words: { written_at, ...words }, onDiscard }: UnsentLetterProps) {
  return (
    <>
      <MemoryLetter
        memory={{ ...words, created_at: written_at }}
        note="Ждёт связи. Слова отправятся сами, когда она появится."
      />
      <Box sx={{ textAlign: 'start' }}>
        <Button
          size="small"
          onClick={onDiscard}
          aria-label={`Не отправлять слова за подписью «${words.author}»`}
          sx={{ ...WORDS_IN_LINE, mt: 1 }}
        >
          Не отправлять
        </Button>
      </Box>
    </>
  )
}

const Letter = styled('figure')(({ theme }) => ({
  margin: 0,
  textAlign: 'start',
  '& > figcaption': {
    marginBlockStart: theme.spacing(1.5),
    fontFamily: theme.typography.h1.fontFamily,
    fontSize: '1.0625rem',
    fontWeight: 700,
    overflowWrap: 'anywhere',
    '@media print': { fontSize: '10.5pt', breakBefore: 'avoid' },
  },
  '& time': { whiteSpace: 'nowrap', fontWeight: 400, color: theme.vars?.palette.text.secondary },
  '& > figcaption > p': {
    margin: theme.spacing(0.5, 0, 0),
    fontWeight: 400,
    fontStyle: 'italic',
    color: theme.vars?.palette.secondary.main,
  },
}))

/** Slightly indented, like a reply on the same sheet. */
const Reply = styled('div')(({ theme }) => ({
  textAlign: 'start',
  marginBlockStart: theme.spacing(3),
  marginInlineStart: theme.spacing(5),
  '& > p': {
    margin: theme.spacing(0, 0, 0.5),
    fontFamily: theme.typography.h1.fontFamily,
    fontStyle: 'italic',
    color: theme.vars?.palette.secondary.main,
  },
  [theme.breakpoints.down('sm')]: { marginInlineStart: theme.spacing(3) },
  '@media print': { breakInside: 'avoid' },
}))

/** A question, and what was told. */
export function StoryLetter({ story: { question, author, relation, text, voice, photos, told_at } }: { story: Story }) {
  const who = [author, relation].filter(Boolean).join(', ')
  return (
    <>
      <Typography
        variant="h4"
        component="h3"
        sx={{ mb: 1.5, textAlign: 'start', fontStyle: 'italic', fontWeight: 400 }}
      >
        {typeset(question)}
      </Typography>
      <MemoryLetter
        memory={{ description: text, author: who, created_at: told_at, voice }}
        picture={photos.map(({ file_path, width, height }) => (
          <MemoryPhoto key={file_path} author={who} photo_path={file_path} photo_width={width} photo_height={height} />
        ))}
      />
    </>
  )
}

/** Letters one below another. */
export const LetterList = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(6),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& + &': { marginBlockStart: theme.spacing(6) },
  '&:focus': { outline: 'none' },
  // A browser breaks the rows of a flex box across printed pages line by line.
  '@media print': { display: 'block', '& > li + li': { marginBlockStart: theme.spacing(5) } },
}))
