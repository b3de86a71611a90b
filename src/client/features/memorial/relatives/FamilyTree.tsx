import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { lifeInYears } from '@contract/life'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { familyName, fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { Relation, RelationKind } from '@contract/relations'
import { Photo, portraitOf } from '@client/ui/Photo'
import { EndRelation } from '../edit-mode'

const TITLES: Record<RelationKind, string> = {
  parent: 'Родители',
  spouse: 'Супруги',
  sibling: 'Братья и сёстры',
  child: 'Дети',
}

export interface FamilyTreeProps {
  memorial: Memorial
  /** At least one. */
  relatives: Relation[]
  isEditing: boolean
}

/**
 * Parents, below them their children, among them the person of the page with spouses and children. Indented, so that three
 * generations fit on a narrow phone; for screen readers these are nested lists.
 */
export function FamilyTree({ memorial, relatives, isEditing }: FamilyTreeProps) {
  const kinOf = (kind: RelationKind) => {
    const kin = relatives.filter((relation) => relation.kind === kind)
    return kin.length > 0 && <Kin kind={kind} relatives={kin} isEditing={isEditing} />
  }
  const parents = kinOf('parent')
  const siblings = kinOf('sibling')
  const self = (
    <>
      <Self memorial={memorial} />
      <Branches of={[kinOf('spouse'), kinOf('child')]} />
    </>
  )

  if (!parents && !siblings) return <Box sx={{ mb: 3 }}>{self}</Box>
  return (
    <Box sx={{ mb: 3 }}>
      {parents}
      <Branches of={[siblings, self]} isWithoutRoot={!parents} />
    </Box>
  )
}

function Kin({ kind, relatives, isEditing }: { kind: RelationKind; relatives: Relation[]; isEditing: boolean }) {
  return (
    <>
      <Typography variant="h3" sx={KIND}>
        {TITLES[kind]}
      </Typography>
      <Box component="ul" aria-label={TITLES[kind]} sx={LIST}>
        {relatives.map((relation) => (
          <Box key={relation.id} component="li" sx={{ minWidth: 0, breakInside: 'avoid' }}>
            <Relative memorial={relation.memorial} />
            {isEditing && <EndRelation relation={relation} />}
          </Box>
        ))}
      </Box>
    </>
  )
}

/** The person of the page: without a portrait, which is at the top of the page. */
function Self({ memorial }: { memorial: Memorial }) {
  const years = lifeInYears(memorial)
  return (
    <Typography aria-current="page" sx={SELF}>
      {fullName({ ...memorial, lastname: familyName(memorial) })}
      {years && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {years}
        </Typography>
      )}
    </Typography>
  )
}

/** The branches below a person. `isWithoutRoot`: that person is unknown. */
function Branches({ of, isWithoutRoot = false }: { of: ReactNode[]; isWithoutRoot?: boolean }) {
  if (!of.some(Boolean)) return null
  return (
    <BranchList data-without-root={isWithoutRoot || undefined}>
      {of.map((branch, index) => branch && <li key={index}>{branch}</li>)}
    </BranchList>
  )
}

const KIND = { mb: 0.5, fontSize: '1.125rem', fontWeight: 400, color: 'text.secondary' } as const
const LIST = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 3,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const
const SELF = {
  display: 'inline-block',
  px: 2,
  py: 1,
  border: 1,
  borderColor: 'secondary.main',
  borderRadius: 1,
  fontWeight: 600,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  breakInside: 'avoid',
} as const

/** In px: the space above a branch, and how far below that its line bends to it. */
const ABOVE_BRANCH = 20
const BEND = 14
const LINE = '1px solid'

const BranchList = styled('ul')(({ theme }) => ({
  margin: 0,
  marginInlineStart: theme.spacing(1.5),
  padding: 0,
  listStyle: 'none',
  '& > li': {
    position: 'relative',
    minWidth: 0,
    paddingBlockStart: ABOVE_BRANCH,
    paddingInlineStart: theme.spacing(2.5),
    [theme.breakpoints.up('sm')]: { paddingInlineStart: theme.spacing(4) },
  },
  '& > li::before, & > li::after': {
    content: '""',
    position: 'absolute',
    insetBlockStart: 0,
    insetInlineStart: 0,
    color: theme.vars?.palette.text.secondary,
    opacity: 0.6,
    pointerEvents: 'none',
  },
  // The line from above, around the corner to the branch.
  '& > li::before': {
    inlineSize: theme.spacing(1.5),
    blockSize: ABOVE_BRANCH + BEND,
    borderInlineStart: LINE,
    borderBlockEnd: LINE,
    borderEndStartRadius: 8,
    [theme.breakpoints.up('sm')]: { inlineSize: theme.spacing(2.5) },
  },
  // The line on to the next branch.
  '& > li:not(:last-of-type)::after': { insetBlockEnd: 0, borderInlineStart: LINE },
  '&[data-without-root] > li:first-of-type': {
    paddingBlockStart: 0,
    '&::before': {
      insetBlockStart: BEND,
      blockSize: ABOVE_BRANCH,
      borderBlockEnd: 'none',
      borderBlockStart: LINE,
      borderEndStartRadius: 0,
      borderStartStartRadius: 8,
    },
    '&::after': { insetBlockStart: ABOVE_BRANCH },
  },
}))

/** Portrait, name and years; all of it links to the relative's page. */
function Relative({ memorial }: { memorial: MemorialCard }) {
  const years = lifeInYears(memorial)
  return (
    <RelativeLink to={paths.memorial(memorial.id)}>
      <Box sx={PORTRAIT}>
        {/* The name is next to it. */}
        <Photo {...portraitOf(memorial)} alt="" frame="thumbnail" sizes={`${PORTRAIT_SIZE}px`} />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ display: 'block' }}>
          {fullName({ ...memorial, lastname: familyName(memorial) })}
        </Typography>
        {years && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {years}
          </Typography>
        )}
      </Box>
    </RelativeLink>
  )
}

const PORTRAIT_SIZE = 72
const PORTRAIT = { flex: 'none', width: PORTRAIT_SIZE, borderRadius: '6px', overflow: 'hidden' } as const

const RelativeLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  // Aligns portraits with the heading, and leaves room for the background of a pressed link.
  marginInline: theme.spacing(-1),
  padding: theme.spacing(1),
  borderRadius: 8,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${String(theme.vars?.palette.primary.main)}` },
}))
