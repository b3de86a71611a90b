import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ComponentType } from 'react'
import { type LazyChunk, lazyChunk, type MissingProps } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'
import { CheckIcon, EditIcon } from '@client/ui/icons'
import { TARGET_SIZE } from '@client/ui/styles'

/** The tools of keepers, in a chunk of their own that readers do not load. */
const loadTools = () => import(/* webpackChunkName: "edit-mode" */ './edit-mode-tools')
type Tools = Awaited<ReturnType<typeof loadTools>>

const preloads: (() => Promise<void>)[] = []

export const NameForm = ofEditMode((tools) => tools.NameForm)
export const DatesForm = ofEditMode((tools) => tools.DatesForm)
export const PhotoForm = ofEditMode((tools) => tools.PhotoForm)
export const BiographyForm = ofEditMode((tools) => tools.BiographyForm)
export const StatusSwitches = ofEditMode((tools) => tools.StatusSwitches)
export const ExportMemorial = ofEditMode((tools) => tools.ExportMemorial)
export const DeleteMemorial = ofEditMode((tools) => tools.DeleteMemorial)
export const BurialEditor = ofEditMode((tools) => tools.BurialEditor)
export const DeleteBurial = ofEditMode((tools) => tools.DeleteBurial)
export const RoadEditor = ofEditMode((tools) => tools.RoadEditor)
export const AddRelative = ofEditMode((tools) => tools.AddRelative)
export const EndRelation = ofEditMode((tools) => tools.EndRelation)
export const EditableMemory = ofEditMode((tools) => tools.EditableMemory)
export const BlockedAuthors = ofEditMode((tools) => tools.BlockedAuthors)
export const Uploader = ofEditMode((tools) => tools.Uploader)
export const UploadList = ofEditMode((tools) => tools.UploadList)
export const EditableItems = ofEditMode((tools) => tools.EditableItems)
export const StorageUsage = ofEditMode((tools) => tools.StorageUsage)
export const UpgradeOffer = ofEditMode((tools) => tools.UpgradeOffer)
export const AccessRequestsSection = ofEditMode((tools) => tools.AccessRequestsSection)
export const KeepersSection = ofEditMode((tools) => tools.KeepersSection)
export const ProposalsSection = ofEditMode((tools) => tools.ProposalsSection)
export const HistorySection = ofEditMode((tools) => tools.HistorySection)
export const AskRelativesSection = ofEditMode((tools) => tools.AskRelativesSection)
export const EditableStories = ofEditMode((tools) => tools.EditableStories)
export const EditParts = ofEditMode((tools) => tools.EditParts)
export const NextSteps = ofEditMode((tools) => tools.NextSteps)
export const TrashSection = ofEditMode((tools) => tools.TrashSection)

/** Preloads the chunk for a keeper who may start editing at any moment, so that the tools appear at once. */
export async function preloadEditMode(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()))
}

function ofEditMode<Props extends object>(pick: (tools: Tools) => ComponentType<Props>): LazyChunk<Props> {
  const lazyTool = lazyChunk(async () => pick(await loadTools()), { Missing })
  preloads.push(lazyTool.preload)
  return lazyTool
}

function Missing({ onRetry }: MissingProps) {
  return <LoadFailed onRetry={onRetry}>Не удалось загрузить эту часть страницы.</LoadFailed>
}

export interface EditBarProps {
  isEditing: boolean
  onToggle: () => void
}

/** Turns the edit mode on and off. While it is on, the bar stays visible. */
export function EditBar({ isEditing, onToggle }: EditBarProps) {
  return (
    <Bar data-editing={isEditing || undefined} data-wide={isEditing || undefined}>
      <span role="status">{isEditing && 'Каждая часть страницы сохраняется отдельно.'}</span>
      <Button
        variant={isEditing ? 'contained' : 'outlined'}
        startIcon={isEditing ? <CheckIcon /> : <EditIcon />}
        onClick={onToggle}
      >
        {isEditing ? 'Готово' : 'Редактировать'}
      </Button>
    </Bar>
  )
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1, 2),
  marginBlockEnd: theme.spacing(-3),
  '&[data-editing]': {
    justifyContent: 'space-between',
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.appBar,
    marginBlockEnd: 0,
    padding: theme.spacing(1.5, 2),
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars?.palette.background.paper,
  },
  // On a tablet both fit on one line.
  [theme.breakpoints.down('md')]: { '& span': { fontSize: '0.9375rem' } },
  [theme.breakpoints.down('sm')]: {
    // At most 56 pixels of the display: the sentence takes two lines next to the button.
    '&[data-editing]': { flexWrap: 'nowrap', padding: theme.spacing(0.5, 0.5, 0.5, 1.5) },
    '&[data-editing] span[role]': { fontSize: '0.8125rem', lineHeight: 1.25 },
    '&[data-editing] button': { flexShrink: 0, minHeight: TARGET_SIZE },
    // With large letters a sticky bar would cover half of a phone's display.
    'html[data-letters] &[data-editing]': { position: 'static', flexWrap: 'wrap' },
    'html[data-letters] & button': { paddingInline: theme.spacing(1) },
  },
  '@media print': { display: 'none' },
}))
