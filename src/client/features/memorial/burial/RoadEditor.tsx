import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { type Burial, ROAD_LINE_LABEL, type RoadChange, type RoadStep } from '@contract/burial'
import { ROAD_LINE_MAX_LENGTH, ROAD_STEPS_MAX } from '@contract/limits'
import { useUpdateRoadMutation } from '@client/api/burial-api'
import { errorText } from '@client/api/errors'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FileChooser } from '@client/ui/form/FileChooser'
import { PICTURE_HINT, PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-kinds'
import { AddPhotoIcon } from '@client/ui/tool-icons'
import { useToast } from '@client/ui/toasts'
import { SAVE_FAILED } from '../edit/use-saving'
import { StepPhoto, Steps } from './BurialPhoto'

const HINT = 'От ворот до могилы: от трёх до шести фотографий, к каждой одна строка. Например: «от ворот налево».'

/** Keepers show the way to the grave: each change is saved at once. */
export function RoadEditor({ memorialId, burial }: { memorialId: number; burial: Burial }) {
  const [updateRoad, { isLoading }] = useUpdateRoadMutation()
  const [problem, setProblem] = useState<string>()
  const toast = useToast()
  const chooserId = useId()
  const { id, road = [] } = burial
  /** Lines that are being saved: a press of another button meanwhile must not send the former ones. */
  const lines = useRef(new Map<string | null, string>())

  async function save(steps: RoadChange['steps'], photo?: File): Promise<string | undefined> {
    const before = road.map((step) => step.id)
    const sent = steps.map((step) => ({ id: step.id, line: lines.current.get(step.id) ?? step.line }))
    const { error } = await updateRoad({ id, memorialId, road: { before, steps: sent }, photo })
    return error && errorText(error, { fallback: SAVE_FAILED })
  }

  async function saveOrReport(steps: RoadChange['steps']): Promise<void> {
    const failure = await save(steps)
    if (failure) toast.error(failure)
  }

  async function saveLine(step: RoadStep, line: string): Promise<void> {
    lines.current.set(step.id, line)
    await saveOrReport(road)
    lines.current.delete(step.id)
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
          <li key={step.id}>
            <StepPhoto step={step} index={index} />
            <StepLine key={step.line} step={step} index={index} onChange={(line) => void saveLine(step, line)} />
            {index > 0 && (
              <Button
                size="small"
                aria-label={`Переставить шаг ${index + 1} раньше`}
                onClick={() => void saveOrReport(movedEarlier(road, index))}
              >
                Раньше
              </Button>
            )}
            <ConfirmButton
              label="Удалить"
              fullLabel={`Удалить шаг ${index + 1}`}
              questions={[
                { title: 'Удалить фотографию дороги?', confirmLabel: 'Удалить', text: 'Вернуть её будет нельзя.' },
              ]}
              action={async () => {
                const failure = await save(road.filter((other) => other !== step))
                return failure ? { isDone: false, message: failure } : { isDone: true, message: 'Фотография удалена' }
              }}
            />
          </li>
        ))}
      </Steps>
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

/** The steps with one of them before the one that precedes it. */
function movedEarlier(road: RoadStep[], index: number): RoadStep[] {
  const moved = [...road]
  moved.splice(index - 1, 0, ...moved.splice(index, 1))
  return moved
}

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
