import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import Button, { type ButtonProps } from '@mui/material/Button'
import { styled, type SxProps } from '@mui/material/styles'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PropsWithChildren,
  type RefObject,
  useId,
  useState,
} from 'react'
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
      <Line>
        <div>
          {item.description ? (
            <Typography variant="body2" sx={WORDS}>
              {item.description}
            </Typography>
          ) : (
            <button type="button" aria-label={`Подписать: ${name}`} onClick={() => setDescribing(true)}>
              Подписать
            </button>
          )}
          <WhenAndWho item={item} />
        </div>
        <ItemTools
          archive={archive}
          item={item}
          name={name}
          button={changeButton}
          onDescribe={() => setDescribing(true)}
        />
      </Line>
    </>
  )
}

interface ItemToolsProps extends EditableItemProps {
  /** The button that opens the tools. */
  button: RefObject<HTMLButtonElement | null>
  onDescribe: () => void
}

/** One button for all that can be done to an item: a list has hundreds of them. */
function ItemTools({ archive, item, name, button, onDescribe }: ItemToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const toolsId = useId()
  const describing = item.description ? 'Изменить подпись' : 'Добавить подпись'

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    // A dialog that one of the tools has opened is part of it.
    if (!relatedTarget || currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="alertdialog"]')) return
    setOpen(false)
  }

  function closeOnEscape({ key }: KeyboardEvent): void {
    if (key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <Tools onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <button
        type="button"
        ref={button}
        aria-label={`Действия: ${name}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? toolsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      {isOpen && (
        <div id={toolsId} role="group" aria-label={name}>
          <Button size="small" aria-label={`${describing}: ${name}`} onClick={onDescribe} sx={TOOL}>
            {describing}
          </Button>
          {archive.kind === 'photo' && <TurnButton archive={archive} item={item} name={name} sx={TOOL} />}
          <OrderButtons archive={archive} itemId={item.id} name={name} />
          <DeleteItemButton archive={archive} itemId={item.id} name={name} sx={TOOL} />
        </div>
      )}
    </Tools>
  )
}

const BESIDE = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const
const TOOL = { px: 1, justifyContent: 'flex-start', textAlign: 'start' } as const
const WORDS = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

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

interface OrderButtonsProps {
  archive: ArchiveOf
  itemId: number
  name: string
}

/** Move an item by one position, or a photo to the first. */
function OrderButtons({ archive, itemId, name }: OrderButtonsProps) {
  const { ids, move } = useOrder()
  const index = ids.indexOf(itemId)
  const moveTo = (place: number) => (event: MouseEvent<HTMLElement>) => move(itemId, place, event.currentTarget)

  if (ids.length < 2) return null
  return (
    <>
      {archive.kind === 'photo' && index > 0 && (
        <Button size="small" aria-label={`Сделать первой: ${name}`} onClick={moveTo(0)} sx={TOOL}>
          Сделать первой
        </Button>
      )}
      <span>
        <button type="button" aria-label={`Раньше: ${name}`} aria-disabled={index === 0} onClick={moveTo(index - 1)}>
          ←
        </button>
        <button
          type="button"
          aria-label={`Позже: ${name}`}
          aria-disabled={index === ids.length - 1}
          onClick={moveTo(index + 1)}
        >
          →
        </button>
      </span>
    </>
  )
}

/** The words about an item, and the button of its tools next to them. */
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  columnGap: theme.spacing(1),
  '& > div:first-of-type': { flex: '1 1 0', minWidth: 0, paddingBlockStart: theme.spacing(1) },
  // Plain buttons of the browser: there are hundreds of them on a page.
  '& button:not([class])': {
    ...theme.typography.button,
    minWidth: TARGET_SIZE,
    minHeight: TARGET_SIZE,
    padding: theme.spacing(0, 1),
    border: 0,
    borderRadius: theme.shape.borderRadius,
    background: 'none',
    color: theme.vars?.palette.primary.main,
    [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { fontSize: 'min(1.0625rem, 7vw)' } },
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
    // Not `disabled`: the pressed button must not lose the focus.
    '&[aria-disabled="true"]': { color: theme.vars?.palette.text.disabled, background: 'none', cursor: 'default' },
  },
  '& > div:first-of-type > button': { minHeight: 32, marginInlineStart: theme.spacing(-1) },
}))

const Tools = styled('div')(({ theme }) => ({
  display: 'contents',
  '& > button': { fontSize: '1.5rem', lineHeight: 1 },
  '& > div': {
    display: 'grid',
    flexBasis: '100%',
    padding: theme.spacing(0.5),
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars?.palette.background.paper,
    '& > span': { display: 'flex', '& > button': { flex: 1, fontSize: '1.25rem' } },
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
