import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { useGetRelationsQuery } from '@client/api/relation-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { useInView } from '@client/ui/use-in-view'
import { EditInPlace } from '../edit/EditInPlace'
import { AddRelative } from '../edit-mode'

const LOAD_FAILED = 'Не удалось загрузить родных.'

const FamilyTree = lazyChunk(async () => (await import('./FamilyTree')).FamilyTree, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>{LOAD_FAILED}</LoadFailed>,
})

const PURPOSE =
  'Здесь можно связать страницу со страницами родных. Если ту страницу храните не вы, мы спросим тех, кто её хранит. Закрытую страницу увидят здесь только те, кто её хранит.'

export interface RelativesProps {
  memorial: Memorial
  isEditing: boolean
}

/** The relatives who have pages of their own, by kinship; fetched shortly before they scroll into view. */
export function Relatives(props: RelativesProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  if (props.isEditing || isInView) return <KnownRelatives {...props} />
  return <Box ref={ref} sx={WITHOUT_ROOM} />
}

/** Renders nothing if there are none, or while they load. */
function KnownRelatives({ memorial, isEditing }: RelativesProps) {
  const { data, isError, refetch } = useGetRelationsQuery(memorial.id)
  const relatives = data?.result ?? []

  if (!isEditing && relatives.length === 0) return null
  return (
    <Section title="Родные">
      <Box {...FOCUS_AREA} sx={TEXT_AND_BUTTON}>
        {isEditing && (
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {typeset(PURPOSE)}
          </Typography>
        )}
        {isEditing && isError && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
        {relatives.length > 0 && <FamilyTree memorial={memorial} relatives={relatives} isEditing={isEditing} />}
        <EditInPlace
          isEditing={isEditing}
          part="relatives"
          label="Добавить родственника"
          form={(close) => <AddRelative memorial={memorial} relatives={relatives} onClose={close} />}
        />
      </Box>
    </Section>
  )
}

/** Aligns the button with the text above it. */
const TEXT_AND_BUTTON = { ...FOCUS_AREA.sx, textAlign: 'left', '& > button': { ml: 0 } } as const

/** Cancels the gap between sections, since this is not a section yet. */
const WITHOUT_ROOM = { mb: { xs: -7, md: -11 } } as const
