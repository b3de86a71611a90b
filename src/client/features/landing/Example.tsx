import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { MemorialCard } from '@contract/memorial'
import type { Memory } from '@contract/memory'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { candidatesAmong, useGetRandomMemorialsQuery } from '@client/api/memorial-api'
import { pageOfMemories, useGetMemoriesQuery } from '@client/api/memory-api'
import { lifeInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { Photo, portraitOf } from '@client/ui/Photo'

/** An existing page: whom it remembers, and one memory of them. Renders nothing if no page is public. */
export function Example() {
  const { data: memorials, isError } = useGetRandomMemorialsQuery()

  if (!memorials) return isError ? null : <Card aria-hidden />
  const [first, ...others] = candidatesAmong(memorials)
  return first ? <FirstWithMemories candidate={first} others={others} otherwise={first} /> : null
}

interface FirstWithMemoriesProps {
  candidate: MemorialCard
  others: MemorialCard[]
  /** The page to show if none of them has a memory. */
  otherwise: MemorialCard
}

/** Requests one page after another, since most have memories. */
function FirstWithMemories({ candidate, others: [next, ...others], otherwise }: FirstWithMemoriesProps) {
  const { data: words, isError } = useGetMemoriesQuery(pageOfMemories(candidate.id))

  if (isError) return <PageExcerpt memorial={candidate} words={[]} />
  if (!words) return <Card aria-hidden />
  if (words.result.length > 0) return <PageExcerpt memorial={candidate} words={words.result} />
  if (next) return <FirstWithMemories candidate={next} others={others} otherwise={otherwise} />
  return <PageExcerpt memorial={otherwise} words={[]} />
}

function PageExcerpt({ memorial, words }: { memorial: MemorialCard; words: Memory[] }) {
  const memory = memoriesToShow(words)
  return (
    <Card aria-label="Пример страницы памяти">
      <Photo {...portraitOf(memorial)} alt="" frame="portrait" sizes={PORTRAIT_SIZES} loads="early" />
      <div>
        <Name>{fullName(memorial)}</Name>
        <Dates>{typeset(lifeInWords(memorial))}</Dates>
      </div>
      {memory && (
        <figure>
          <blockquote>{typeset(memory.description)}</blockquote>
          <figcaption>{memory.author}</figcaption>
        </figure>
      )}
      <Button component={Link} to={paths.memorial(memorial.id)} variant="outlined">
        Посмотреть пример
      </Button>
    </Card>
  )
}

const PORTRAIT_SIZES = '(min-width: 900px) 200px, 120px'

const Card = styled('aside')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '120px minmax(0, 1fr)',
  alignItems: 'center',
  alignContent: 'start',
  gap: theme.spacing(2),
  minHeight: 300,
  padding: theme.spacing(2.5),
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.background.paper,
  fontFamily: theme.typography.h1.fontFamily,
  '& > span': { borderRadius: theme.shape.borderRadius },
  '& > figure, & > a': { gridColumn: '1 / -1', margin: 0 },
  '& blockquote': { margin: 0, fontSize: '1.0625rem', lineHeight: 1.55, overflowWrap: 'anywhere' },
  '& figcaption': { marginBlockStart: theme.spacing(1), fontSize: '1rem', fontWeight: 700 },
  'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '200px minmax(0, 1fr)',
    minHeight: 460,
    padding: theme.spacing(3),
    '& > a': { justifySelf: 'start' },
    'html[data-letters] & > span': { maxWidth: 200 },
  },
}))

const Name = styled('p')({ margin: 0, fontSize: '1.375rem', lineHeight: 1.3, textWrap: 'balance' })

const Dates = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  fontSize: '1rem',
  lineHeight: 1.4,
  textWrap: 'balance',
  color: theme.vars?.palette.text.secondary,
}))

/** The maximal length of a memory that fits next to a portrait. */
const WORDS_MAX_LENGTH = 180

/** The memory to show: the longest that fits, or the beginning of the first one. */
function memoriesToShow(memories: Memory[]): Pick<Memory, 'author' | 'description'> | undefined {
  const fitting = memories.filter(({ description }) => description.length <= WORDS_MAX_LENGTH)
  const longest = [...fitting].sort((one, other) => other.description.length - one.description.length)[0]
  if (longest) return longest
  const [first] = memories
  return first && { author: first.author, description: beginningOf(first.description) }
}

/** Cuts after a whole word, and adds an ellipsis. */
function beginningOf(text: string): string {
  const cut = text.slice(0, WORDS_MAX_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}
