import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import Button, { type ButtonProps } from '@mui/material/Button'
import { styled, type SxProps } from '@mui/material/styles'
import { type MouseEvent, type PropsWithChildren, useState } from 'react'
import {
  type ArchiveDescription,
  archiveDescriptionSchema,
  type ArchiveItem,
  type ArchiveKind,
} from '@contract/archive'
import { type ArchiveOf, useLazyGetArchiveQuery } from '@client/api/archive-api'
import {
  useDeleteArchiveItemMutation,
  useDescribeArchiveItemMutation,
  useTurnPhotoMutation,
} from '@client/api/archive-change-api'
import { errorText } from '@client/api/errors'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { useReturnedFocus } from '@client/ui/focus'
import { TextField } from '@client/ui/form/TextField'
import { EditForm } from '../edit/EditForm'
import type { FormPart } from '../edit/conflict'
import { deletionOutcome, fieldsOf, UPDATE_FAILED, useSaving } from '../edit/use-saving'
import { useOrder } from './Reordering'
import { ARCHIVE_TEXTS, WhenAndWho } from './archive-texts'

export interface EditableItemProps {
  archive: ArchiveOf
  item: ArchiveItem
  name: string
}

/** An item of an archive with the tools of its owner below it. */
export function EditableItem({ archive, item, name, children }: PropsWithChildren<EditableItemProps>) {
  const [isDescribing, setDescribing] = useState(false)
  const changeButton = useReturnedFocus(isDescribing)

  if (isDescribing) {
    return (
      <Box sx={BESIDE}>
        <Box sx={{ flex: '1 1 240px', maxWidth: 320 }}>{children}</Box>
        <Box sx={{ flex: '2 1 260px' }}>
          <DescriptionEditor archive={archive} item={item} onEnd={() => setDescribing(false)} />
        </Box>
      </Box>
    )
  }
  return (
    <>
      {children}
      <Typography variant="body2" color={item.description ? 'textPrimary' : 'textSecondary'} sx={WORDS}>
        {item.description ?? 'Без описания'}
      </Typography>
      <WhenAndWho item={item} />
      <OrderButtons itemId={item.id} name={name} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
        <Button
          size="small"
          ref={changeButton}
          aria-label={`Изменить описание: ${name}`}
          onClick={() => setDescribing(true)}
          sx={TOOL}
        >
          Изменить
        </Button>
        {archive.kind === 'photo' && <TurnButton archive={archive} item={item} name={name} sx={TOOL} />}
        <DeleteItemButton archive={archive} itemId={item.id} name={name} sx={TOOL} />
      </Box>
    </>
  )
}

const BESIDE = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const
const TOOL = { px: 1 } as const
const WORDS = { mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

export interface DeleteItemButtonProps extends Pick<ButtonProps, 'sx'> {
  archive: ArchiveOf
  itemId: number
  name: string
}

const TO_TRASH =
  'Её не увидит больше никто, а 30 дней она пролежит в «Корзине» внизу страницы: оттуда её можно вернуть. Место в хранилище она занимает, пока не исчезнет.'

/** No toast on success: the item disappears from the list. */
function DeleteItemButton({ archive, itemId, name, sx }: DeleteItemButtonProps) {
  const [deleteItem] = useDeleteArchiveItemMutation()
  const { deletion } = ARCHIVE_TEXTS[archive.kind]
  return (
    <ConfirmButton
      variant="text"
      size="small"
      label="Удалить"
      fullLabel={`Удалить: ${name}`}
      questions={[{ title: deletion, text: `${name}. ${TO_TRASH}` }]}
      action={async () => deletionOutcome((await deleteItem({ ...archive, id: itemId })).error)}
      sx={sx}
    />
  )
}

export interface OrderButtonsProps {
  itemId: number
  name: string
}

/** Move an item by one position. There are hundreds of them on a page, so they are plain buttons of the browser. */
function OrderButtons({ itemId, name }: OrderButtonsProps) {
  const { ids, move } = useOrder()
  const index = ids.indexOf(itemId)
  const moveBy = (by: number) => (event: MouseEvent<HTMLElement>) => move(itemId, index + by, event.currentTarget)

  if (ids.length < 2) return null
  return (
    <Pair>
      <button type="button" aria-label={`Раньше: ${name}`} aria-disabled={index === 0} onClick={moveBy(-1)}>
        Раньше
      </button>
      <button type="button" aria-label={`Позже: ${name}`} aria-disabled={index === ids.length - 1} onClick={moveBy(1)}>
        Позже
      </button>
    </Pair>
  )
}

const Pair = styled('div')(({ theme }) => ({
  display: 'flex',
  // Aligned with the text above.
  marginInlineStart: theme.spacing(-1),
  '& > button': {
    ...theme.typography.button,
    minWidth: TARGET_SIZE,
    minHeight: TARGET_SIZE,
    padding: theme.spacing(0, 1),
    border: 0,
    borderRadius: theme.shape.borderRadius,
    background: 'none',
    color: theme.vars?.palette.text.secondary,
    fontSize: theme.typography.pxToRem(15),
    [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { fontSize: 'min(1.0625rem, 7vw)' } },
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
    // Not `disabled`: the pressed button must not lose the focus.
    '&[aria-disabled="true"]': { color: theme.vars?.palette.text.disabled, background: 'none', cursor: 'default' },
  },
}))

export interface TurnButtonProps {
  archive: ArchiveOf
  item: ArchiveItem
  name: string
  sx?: SxProps
}

/** Turns a photo clockwise by 90 degrees at each press. */
function TurnButton({ archive, item, name, sx }: TurnButtonProps) {
  const [turn, { isLoading }] = useTurnPhotoMutation()
  const toast = useToast()

  async function turnOnce(): Promise<void> {
    if (isLoading) return
    const { error } = await turn({ ...archive, id: item.id })
    if (error) toast.error(errorText(error, { fallback: UPDATE_FAILED }))
  }

  return (
    <Button
      size="small"
      aria-label={`Повернуть: ${name}`}
      aria-disabled={isLoading}
      onClick={() => void turnOnce()}
      sx={sx}
    >
      {isLoading ? 'Поворачиваем…' : 'Повернуть'}
    </Button>
  )
}

const DELETED = 'Пока вы писали, это удалили. Если вернуть из «Корзины» внизу страницы, описание можно будет сохранить.'

const DESCRIPTION = 'Описание'
const WHEN = 'Когда'

/** A field that is left empty is cleared. */
const NOTHING_WRITTEN = { description: '', date_text: '', people: '' }

export interface DescriptionEditorProps {
  archive: ArchiveOf
  item: ArchiveItem
  /** Called after saving or cancelling. */
  onEnd: () => void
}

/** Edits the description of an item, its date and who is in it. */
function DescriptionEditor({ archive, item, onEnd }: DescriptionEditorProps) {
  const [describe] = useDescribeArchiveItemMutation()
  const [readAgain] = useLazyGetArchiveQuery()
  const saving = useSaving<ArchiveItem, ArchiveDescription>({
    thing: item,
    valuesOf: wordsOf,
    parts: partsOf(archive.kind),
    send: (written, before) => {
      const words = { ...NOTHING_WRITTEN, ...written }
      return describe({ ...archive, id: item.id, ...words, expected: fieldsOf(before, words) })
    },
    readAgain: async () => (await readAgain(archive)).data?.find(({ id }) => id === item.id),
    failedText: UPDATE_FAILED,
    deleted: { text: DELETED },
  })

  return (
    <EditForm
      {...saving}
      schema={archiveDescriptionSchema}
      savedText="Описание сохранено"
      onClose={onEnd}
      draftOf={['description', item.id]}
    >
      <TextField name="description" label={DESCRIPTION} rows={2} autoCapitalize="sentences" />
      <TextField name="date_text" label={WHEN} hint="Например: лето 1956" autoCapitalize="none" />
      <TextField name="people" label={ARCHIVE_TEXTS[archive.kind].people} autoCapitalize="words" />
    </EditForm>
  )
}

function wordsOf({ description, date_text, people }: ArchiveItem): ArchiveDescription {
  return { description: description ?? '', date_text: date_text ?? '', people: people ?? '' }
}

function partsOf(kind: ArchiveKind): FormPart<ArchiveDescription>[] {
  return [
    { label: DESCRIPTION, fields: ['description'], isLong: true },
    { label: WHEN, fields: ['date_text'] },
    { label: ARCHIVE_TEXTS[kind].people, fields: ['people'] },
  ]
}
