import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { countedOnOneLine, type Forms } from '@contract/plurals'
import { useDeleteArchiveItemMutation } from '@client/api/archive-change-api'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { Photo } from '@client/ui/Photo'
import { deletionOutcome } from '../edit/use-saving'
import { itemName } from './archive-texts'
import { EditableItem } from './EditableItem'
import { OpenablePhotos } from './OpenablePhotos'
import { Recording, RecordingList } from './Recordings'
import { Reordering, type ReorderingProps, useOrder } from './Reordering'
import { Thumbnail } from './Thumbnail'

export interface EditableItemsProps extends ReorderingProps {
  /** New URLs are loading. */
  isRenewing: boolean
  /** Whether another part is open: a photo does not open here then. */
  isHidden?: boolean
}

/** The items of an archive for keepers: small photos, with tools below each item. */
export function EditableItems({ isRenewing, isHidden = false, ...order }: EditableItemsProps) {
  const { archive, shownItems } = order
  return (
    <Reordering {...order}>
      {archive.kind === 'photo' ? (
        <EditablePhotos archive={archive} photos={shownItems} isHidden={isHidden} />
      ) : (
        // Text is aligned with the tools below it.
        <RecordingList data-not-printed sx={{ textAlign: 'start' }}>
          {shownItems.map((item, index) => {
            const name = itemName(archive.kind, item, index)
            return (
              <DraggableItem key={item.id} itemId={item.id}>
                <EditableItem archive={archive} item={item} name={name}>
                  <Recording kind={archive.kind} item={item} name={name} isEditing isRenewing={isRenewing} />
                </EditableItem>
              </DraggableItem>
            )
          })}
        </RecordingList>
      )}
    </Reordering>
  )
}

const NONE: ArchiveItem[] = []

function EditablePhotos({ archive, photos, isHidden }: PhotosProps & { isHidden: boolean }) {
  const [isChoosing, setChoosing] = useState(false)
  if (isChoosing) return <PhotoChoice archive={archive} photos={photos} onEnd={() => setChoosing(false)} />
  return (
    <OpenablePhotos photos={isHidden ? NONE : photos}>
      {(open) => (
        <>
          {photos.length > 1 && (
            <Button size="small" onClick={() => setChoosing(true)} sx={CHOOSE}>
              Выбрать несколько
            </Button>
          )}
          <PhotoTable>
            {photos.map((photo, index) => {
              const name = itemName('photo', photo, index)
              return (
                <DraggableItem key={photo.id} itemId={photo.id}>
                  <EditableItem archive={archive} item={photo} name={name}>
                    <Thumbnail photoId={photo.id} path={photo.file_path} name={name} onOpen={() => open(photo.id)} />
                  </EditableItem>
                </DraggableItem>
              )
            })}
          </PhotoTable>
        </>
      )}
    </OpenablePhotos>
  )
}

const CHOOSE = { display: 'block', mb: 2, px: 1, ml: -1 } as const

type PhotosProps = Pick<ReorderingProps, 'archive'> & { photos: ArchiveItem[] }

const TO_TRASH =
  'Их не увидит больше никто, а 30 дней они пролежат в «Корзине» внизу страницы: оттуда их можно вернуть.'

/** Photos of which several are chosen, to be moved or deleted together. */
function PhotoChoice({ archive, photos, onEnd }: PhotosProps & { onEnd: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [deleteItem] = useDeleteArchiveItemMutation()
  const { moveToStart } = useOrder()
  const counted = countedOnOneLine(chosen.size, OF_PHOTOS)

  async function deleteChosen(): Promise<ActionOutcome> {
    for (const id of chosen) {
      const outcome = deletionOutcome((await deleteItem({ ...archive, id })).error)
      if (!outcome.isDone) return outcome
    }
    return { isDone: true }
  }

  return (
    <>
      <ChoiceBar>
        <span role="status">{chosen.size > 0 ? `Выбрано: ${chosen.size}` : 'Отметьте фотографии'}</span>
        <Button size="small" variant="outlined" onClick={onEnd}>
          Закончить
        </Button>
        {chosen.size > 0 && (
          <>
            <Button
              size="small"
              onClick={() => {
                moveToStart(chosen)
                onEnd()
              }}
            >
              В начало
            </Button>
            <ConfirmButton
              variant="text"
              size="small"
              label="Удалить"
              fullLabel={`Удалить ${counted}`}
              questions={[{ title: `Удалить ${counted}?`, text: TO_TRASH }]}
              action={deleteChosen}
              onDone={onEnd}
            />
          </>
        )}
      </ChoiceBar>
      <PhotoTable>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <Choosable>
              <input
                type="checkbox"
                aria-label={itemName('photo', photo, index)}
                checked={chosen.has(photo.id)}
                onChange={({ target }) => setChosen(withOrWithout(chosen, photo.id, target.checked))}
              />
              <Photo path={photo.file_path} alt="" frame="thumbnail" sizes="220px" />
            </Choosable>
          </li>
        ))}
      </PhotoTable>
    </>
  )
}

/** After «удалить»: 1 фотографию, 2 фотографии, 5 фотографий. */
const OF_PHOTOS: Forms = ['фотографию', 'фотографии', 'фотографий']

function withOrWithout(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const changed = new Set(ids)
  if (isIn) changed.add(id)
  else changed.delete(id)
  return changed
}

const ChoiceBar = styled('div')(({ theme }) => ({
  position: 'sticky',
  // Below the bar of the edit mode.
  top: 68,
  [theme.breakpoints.down('sm')]: { top: 54 },
  'html[data-letters] &': { position: 'static' },
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0, 1),
  marginBlockEnd: theme.spacing(2),
  paddingBlock: theme.spacing(1),
  backgroundColor: theme.vars?.palette.background.default,
  '& > span:first-of-type': { flexGrow: 1, textAlign: 'start' },
}))

const Choosable = styled('label')(({ theme }) => ({
  display: 'block',
  position: 'relative',
  cursor: 'pointer',
  '& > input': {
    position: 'absolute',
    zIndex: 1,
    insetBlockStart: theme.spacing(1),
    insetInlineStart: theme.spacing(1),
    width: 28,
    height: 28,
    margin: 0,
    accentColor: theme.vars?.palette.primary.main,
  },
  '&:has(:checked)': { outline: `3px solid ${String(theme.vars?.palette.primary.main)}`, outlineOffset: -3 },
}))

const PhotoTable = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: columns(2),
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { gridTemplateColumns: columns(1) } },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: columns(3) },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: columns(4) },
  margin: 0,
  padding: 0,
  listStyle: 'none',
  textAlign: 'start',
  '& > li': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 300px' },
  // An open description form needs the whole width.
  '& > li:has(form)': { gridColumn: '1 / -1', contentVisibility: 'visible' },
}))

function columns(count: number): string {
  return `repeat(${count}, minmax(0, 1fr))`
}

function DraggableItem({ itemId, children }: PropsWithChildren<{ itemId: number }>) {
  const { ids, move } = useOrder()
  return (
    <Draggable itemId={itemId} ids={ids} onMove={move}>
      {children}
    </Draggable>
  )
}

interface DraggableProps<Id> {
  itemId: Id
  /** All items of the list, in order. */
  ids: readonly Id[]
  /** Another item was dropped here: it goes to this index. */
  onMove: (itemId: Id, index: number) => void
}

/**
 * An item of a list that its owner may reorder by dragging: by its `data-drag-handle`, or whole without one. Buttons do the
 * same for keyboards.
 */
export function Draggable<Id extends number | string>({
  itemId,
  ids,
  onMove,
  children,
}: PropsWithChildren<DraggableProps<Id>>) {
  const element = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const accepts = useEffectEvent((other: Id) => ids.includes(other))
  const takePlaceOf = useEffectEvent((other: Id) => onMove(other, ids.indexOf(itemId)))

  useEffect(() => {
    if (!element.current) return
    return dragItem<Id>(element.current, {
      itemId,
      accepts: (other) => accepts(other),
      onOver: setOver,
      onDrop: (other) => takePlaceOf(other),
    })
  }, [itemId])

  return (
    <Item ref={element} data-over={isOver || undefined}>
      {children}
    </Item>
  )
}

interface DragOptions<Id> {
  itemId: Id
  /** Whether another item may be dropped here: only one of the same list. */
  accepts: (itemId: Id) => boolean
  onOver: (isOver: boolean) => void
  onDrop: (itemId: Id) => void
}

/** Makes an item draggable by mouse or finger, and a drop target for others. Returns the cleanup. */
function dragItem<Id>(element: HTMLElement, { itemId, accepts, onOver, onDrop }: DragOptions<Id>): () => void {
  const dragged = element.querySelector<HTMLElement>('[data-drag-handle]') ?? element
  return combine(
    // While a form is open in the item, the same movement selects text.
    draggable({ element: dragged, getInitialData: () => ({ itemId }), canDrag: () => !element.querySelector('form') }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.itemId !== itemId && accepts(source.data.itemId as Id),
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false)
        onDrop(source.data.itemId as Id)
      },
    }),
  )
}

const Item = styled('li')(({ theme }) => ({
  '&[draggable="true"], & [draggable="true"]': { cursor: 'grab' },
  // Otherwise the browser would drag the picture alone.
  '& img': { pointerEvents: 'none' },
  // A long press begins a drag, not the menu of a phone.
  '& a': { WebkitTouchCallout: 'none', userSelect: 'none' },
  '&[data-over]': {
    outline: `3px solid ${String(theme.vars?.palette.secondary.main)}`,
    outlineOffset: 4,
    borderRadius: theme.shape.borderRadius,
  },
}))
