import { styled } from '@mui/material/styles'
import type { Memorial } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import { useGetArchiveQuery } from '@client/api/archive-api'
import { useGetBurialQuery } from '@client/api/burial-api'
import { TARGET_SIZE } from '@client/ui/styles'
import { PORTRAIT_PART, SECTIONS } from '../VisitorLinks'
import { ALBUM_ID } from '../archives/use-album'

export interface NextStepsProps {
  memorial: Memorial
  /** Opens the edit mode at a section, and the part that changes it. */
  onBegin: (sectionId: string, part: string) => void
}

/** For keepers: what the page does not have yet. Nothing on a full page, or while it is not known. */
export function NextSteps({ memorial, onBegin }: NextStepsProps) {
  const steps = useMissing(memorial)
  if (steps.length === 0) return null
  return (
    <Card aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID}>Что можно добавить</h2>
      <ul>
        {steps.map(({ label, sectionId, part }) => (
          <li key={sectionId}>
            <button type="button" onClick={() => onBegin(sectionId, part ?? sectionId)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const TITLE_ID = 'next-steps'

/** The id of the head, where the portrait is. */
const HEAD = 'main'

interface Step {
  isMissing: boolean
  label: string
  sectionId: string
  /** Absent: named like the section. */
  part?: string
}

function useMissing(memorial: Memorial): Step[] {
  const { data: burial } = useGetBurialQuery(memorial.id)
  const isAdvanced = memorial.profile_rate === ADVANCED
  const photos = useIsEmpty('photo', memorial.id, !isAdvanced)
  const sounds = useIsEmpty('audio', memorial.id, !isAdvanced)
  const films = useIsEmpty('video', memorial.id, !isAdvanced)
  const steps: Step[] = [
    {
      isMissing: !memorial.photo_path,
      label: 'Портрет: одно хорошее фото лица',
      sectionId: HEAD,
      part: PORTRAIT_PART,
    },
    { isMissing: !memorial.biography?.trim(), label: 'Несколько слов о жизни', sectionId: SECTIONS.biography },
    { isMissing: burial === null, label: 'Место захоронения и дорога к нему', sectionId: SECTIONS.road },
    { isMissing: photos, label: 'Фотографии для альбома', sectionId: ALBUM_ID },
    { isMissing: sounds, label: 'Голос: запись с телефона или кассеты', sectionId: 'audio' },
    { isMissing: films, label: 'Видео', sectionId: 'video' },
  ]
  return steps.filter(({ isMissing }) => isMissing)
}

function useIsEmpty(kind: 'photo' | 'audio' | 'video', memorialId: number, skip: boolean): boolean {
  const { data } = useGetArchiveQuery({ kind, memorialId }, { skip })
  return !skip && data?.length === 0
}

const Card = styled('section')(({ theme }) => ({
  padding: theme.spacing(2.5, 3),
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  borderRadius: 8,
  backgroundColor: theme.vars?.palette.background.paper,
  '&&': { textAlign: 'start' },
  '&& > h2': { ...theme.typography.h4, margin: theme.spacing(0, 0, 1), color: theme.vars?.palette.text.primary },
  '& > ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li + li': { borderBlockStart: `1px solid ${String(theme.vars?.palette.divider)}` },
  '& button': {
    ...theme.typography.body1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    width: '100%',
    minHeight: TARGET_SIZE + 4,
    padding: theme.spacing(0.75, 0),
    border: 0,
    background: 'none',
    color: theme.vars?.palette.primary.main,
    textAlign: 'start',
    cursor: 'pointer',
    '&::after': { content: '"+"', fontSize: '1.375rem', color: theme.vars?.palette.text.secondary },
  },
  '@media print': { display: 'none' },
}))
