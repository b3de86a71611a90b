import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { type Burial, ROAD_LINE_LABEL, type RoadChange, type RoadStep } from '@contract/burial'
import { ROAD_LINE_MAX_LENGTH, ROAD_STEPS_MAX } from '@contract/limits'
import { typeset } from '@contract/typeset'
import { useUpdateRoadMutation } from '@client/api/burial-api'
import { actionFailure } from '@client/api/errors'
import { focusInPlace, passFocusUp } from '@client/ui/focus'
import { FileChooser } from '@client/ui/form/FileChooser'
import { PICTURE_HINT, PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-kinds'
import { AddPhotoIcon } from '@client/ui/tool-icons'
import { useToast } from '@client/ui/toasts'
import { Draggable } from '../archives/EditableItems'
import { movedTo } from '../archives/Reordering'
import { SAVE_FAILED } from '../edit/use-saving'
import { StepPhoto, Steps } from './BurialPhoto'

const HINT =
  'Трёх фотографий для начала хватит: ворота, поворот, сама могила. Всего их может быть шесть, к каждой одна строка. Например: «от ворот налево».'

/** A photo that was just deleted, and where it stood. */
interface DeletedStep {
  index: number
  line: string
  photo: File
}

/** Keepers show the way to the grave: each change is saved at once. */
export function RoadEditor({ memorialId, burial }: { memorialId: number; burial: Burial }) {
  const [updateRoad, { isLoading }] = useUpdateRoadMutation()
  const [problem, setProblem] = useState<string>()
  const [deleted, setDeleted] = useState<DeletedStep>()
  const toast = useToast()
  const chooserId = useId()
  const { id, road = [] } = burial
  /** Lines that are being saved: a press of another button meanwhile must not send the former ones. */
  const lines = useRef(new Map<string | null, string>())

  async function save(steps: RoadChange['steps'], photo?: File): Promise<string | undefined> {
    const before = road.map((step) => step.id)
    const sent = steps.map((step) => ({ id: step.id, line: lines.current.get(step.id) ?? step.line }))
    const { error } = await updateRoad({ id, memorialId, road: { before, steps: sent }, photo })
    return error && actionFailure(error, { fallback: SAVE_FAILED })
  }

  async function saveOrReport(steps: RoadChange['steps']): Promise<void> {
    const failure = await save(steps)
    if (failure) toast.error(failure)
  }

  function move(id: string, index: number): Promise<void> {
    const step = road.find((each) => each.id === id)
    return step ? saveOrReport(movedTo(road, step, index)) : Promise.resolve()
  }

  async function saveLine(step: RoadStep, line: string): Promise<void> {
    lines.current.set(step.id, line)
    await saveOrReport(road)
    lines.current.delete(step.id)
  }

  /** It can be put back while the editor is open: the server has no copy. */
  async function remove(step: RoadStep, index: number): Promise<void> {
    if (isLoading) return
    const photo = await photoOf(step)
    if (photo === 'unreachable') {
      toast.error(actionFailure({ status: 'FETCH_ERROR' }))
      return
    }
    const { line } = step
    const failure = await save(road.filter((other) => other !== step))
    if (failure) toast.error(failure)
    else if (photo === 'missing') toast.success('Фотография удалена')
    else setDeleted({ index, line: lines.current.get(step.id) ?? line, photo })
  }

  async function putBack({ index, line, photo }: DeletedStep): Promise<void> {
    if (isLoading) return
    const failure = await save([...road.slice(0, index), { id: null, line }, ...road.slice(index)], photo)
    if (failure) toast.error(failure)
    else setDeleted(undefined)
  }

  async function add(photo: File | undefined): Promise<void> {
    if (!photo || isLoading) return
    const whyNot = pictureProblem(photo)
    setProblem(whyNot ?? (await save([...road, { id: null, line: '' }], photo)))
  }

  return (
    <>
      <Steps>
        {road.map((step, index) => (
          <Draggable
            key={step.id}
            itemId={step.id}
            ids={road.map(({ id }) => id)}
            onMove={(moved, to) => void move(moved, to)}
          >
            <div data-drag-handle>
              <StepPhoto step={step} index={index} />
            </div>
            <StepLine key={step.line} step={step} index={index} onChange={(line) => void saveLine(step, line)} />
            {index > 0 && (
              <Button
                size="small"
                aria-label={`Переставить шаг ${index + 1} раньше`}
                onClick={() => void move(step.id, index - 1)}
              >
                Раньше
              </Button>
            )}
            <Button
              size="small"
              ref={passFocusUp}
              aria-label={`Удалить шаг ${index + 1}`}
              onClick={() => void remove(step, index)}
            >
              Удалить
            </Button>
          </Draggable>
        ))}
      </Steps>
      <div role="status">
        {deleted && road.length < ROAD_STEPS_MAX && (
          <Box ref={passFocusUp} sx={{ mt: 2 }}>
            {typeset('Фотография удалена. Пока дорога открыта, её можно вернуть.')}{' '}
            <Button ref={focusInPlace} size="small" onClick={() => void putBack(deleted)}>
              Вернуть фотографию
            </Button>
          </Box>
        )}
      </div>
      {road.length < ROAD_STEPS_MAX && (
        <Box sx={{ mt: 2 }}>
          <FileChooser
            id={chooserId}
            buttonLabel={isLoading ? 'Сохраняем…' : 'Добавить фотографию дороги'}
            icon={<AddPhotoIcon />}
            accept={PICTURE_KINDS}
            hint={
              <Typography variant="body2" color="textSecondary" component="span">
                {HINT} {PICTURE_HINT}
              </Typography>
            }
            problem={problem}
            onChoose={([first]) => void add(first)}
          />
        </Box>
      )}
    </>
  )
}

/** The photo of a step as the page shows it. */
async function photoOf({ photo_path }: RoadStep): Promise<File | 'missing' | 'unreachable'> {
  try {
    const response = await fetch(photo_path)
    if (response.status === NOT_FOUND_STATUS) return 'missing'
    if (!response.ok) return 'unreachable'
    const photo = await response.blob()
    return new File([photo], 'road.jpg', { type: photo.type })
  } catch {
    return 'unreachable'
  }
}

const NOT_FOUND_STATUS = 404

/** Saved when the keeper leaves it, or presses Enter. */
function StepLine(props: { step: RoadStep; index: number; onChange: (line: string) => void }) {
  const { step, index, onChange } = props
  const [line, setLine] = useState(step.line)

  function save(): void {
    if (line.trim() !== step.line) onChange(line.trim())
  }

  return (
    <TextField
      fullWidth
      multiline
      size="small"
      margin="dense"
      label={`${ROAD_LINE_LABEL} к шагу ${index + 1}`}
      value={line}
      onChange={(event) => setLine(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        save()
      }}
      slotProps={{ htmlInput: { maxLength: ROAD_LINE_MAX_LENGTH, autoCapitalize: 'sentences' } }}
    />
  )
}
