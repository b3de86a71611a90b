import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { VOICE_MAX_SECONDS } from '@contract/limits'
import { playingTime } from '@client/lib/formats'
import { dropRecording } from '@client/lib/saved-recording'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, focusElement, passFocusUp } from '@client/ui/focus'
import { visuallyHidden, WORDS_IN_LINE } from '@client/ui/styles'
import { canRecord, readVoice, recordVoice, type Recording, type WholeVoice } from './record-voice'
import { Voice } from './Voice'

export interface VoiceRecorderProps {
  /** Under which it is stored on this device until it is sent. */
  storageKey: string
  /** The length of what is stored, in seconds; 0 when there is none. */
  seconds: number
  voice: File | null
  /** What there is now: the length also while it is being recorded, when there is no file yet. */
  onChange: (recorded: {
    voice: File | null
    seconds: number
    isRecording: boolean
    peaks?: string | undefined
  }) => void
  onRemoved: () => void
}

const NONE = { voice: null, isRecording: false }
/** Less is not worth another press. */
const LEAST_REST_SECONDS = 5

/** Records a voice: shows its length and how loud it is, plays it, and can go on, start again or remove it. */
export function VoiceRecorder({ storageKey, seconds, voice, onChange, onRemoved }: VoiceRecorderProps) {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'recording' | 'reading'>(seconds > 0 ? 'reading' : 'idle')
  const loudness = useRef<HTMLSpanElement>(null)
  const reported = useRef(0)
  const [problem, setProblem] = useState<string | undefined>(() => (canRecord() ? undefined : NO_RECORDER))
  /** Of the recorded file, so that it can be heard. */
  const [url, setUrl] = useState<string>()
  const recording = useRef<Recording>(undefined)
  const change = useRef(onChange)
  useLayoutEffect(() => {
    change.current = onChange
  })

  function show(whole: WholeVoice | undefined): void {
    setPhase('idle')
    setUrl(whole && URL.createObjectURL(whole.file))
    if (!whole) setProblem(NOTHING_HEARD)
    const { file = null, seconds: length = 0, peaks } = whole ?? {}
    change.current({ voice: file, seconds: length, isRecording: false, peaks })
  }

  const [wasLeft] = useState(seconds > 0)
  const showWhatIsLeft = useEffectEvent(show)
  useEffect(() => {
    if (wasLeft) void readVoice(storageKey).then(showWhatIsLeft, () => showWhatIsLeft(undefined))
    return () => recording.current?.stop()
  }, [wasLeft, storageKey])

  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])

  async function start(before: number): Promise<void> {
    setProblem(undefined)
    setPhase('asking')
    try {
      if (before === 0) await dropRecording(storageKey)
      recording.current = await recordVoice({
        key: storageKey,
        before,
        onTick(length, level) {
          // Past React: the form around it is drawn once a second, also on a weak phone.
          if (loudness.current) loudness.current.style.transform = `scaleX(${level})`
          const whole = Math.floor(length)
          if (whole === reported.current) return
          reported.current = whole
          change.current({ voice: null, seconds: whole, isRecording: true })
        },
        onUnstored: () => setProblem(NO_ROOM),
        onEnd(isInterrupted) {
          setPhase('reading')
          if (isInterrupted) setProblem(INTERRUPTED)
          void readVoice(storageKey).then(show, () => show(undefined))
        },
      })
      reported.current = Math.floor(before)
      change.current({ voice: null, seconds: reported.current, isRecording: true })
      setPhase('recording')
    } catch (error) {
      setPhase('idle')
      setProblem(problemOf(error))
    }
  }

  async function remove(): Promise<void> {
    await dropRecording(storageKey)
    setProblem(undefined)
    change.current({ ...NONE, seconds: 0 })
  }

  const rest = VOICE_MAX_SECONDS - seconds
  return (
    <Frame {...FOCUS_AREA}>
      <div role="status">
        {problem && (
          <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
            {problem}
          </Alert>
        )}
        {phase === 'reading' && <Typography color="textSecondary">Готовим запись…</Typography>}
        {phase === 'asking' && <Typography color="textSecondary">Разрешите браузеру включить микрофон.</Typography>}
        {phase === 'recording' && <span style={visuallyHidden}>Идёт запись.</span>}
      </div>
      {phase === 'recording' && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <Dot aria-hidden />
            <Time>
              {playingTime(seconds)} <span>из {playingTime(VOICE_MAX_SECONDS)}</span>
            </Time>
            <Level aria-hidden>
              <span ref={loudness} />
            </Level>
          </Box>
          <Button
            ref={takeAndPassFocus}
            variant="contained"
            size="large"
            onClick={() => recording.current?.stop()}
            sx={MAIN}
          >
            Закончить
          </Button>
        </>
      )}
      {phase === 'idle' && !voice && canRecord() && (
        <>
          <Typography sx={{ mb: 1.5 }}>
            Говорите не спеша, до трёх минут. Запись можно послушать и начать заново.
          </Typography>
          <Box sx={ROW}>
            <Button ref={takeAndPassFocus} variant="contained" size="large" onClick={() => void start(0)}>
              {problem ? 'Попробовать ещё раз' : 'Начать запись'}
            </Button>
            <Button color="inherit" onClick={onRemoved} sx={WORDS_IN_LINE}>
              Написать словами
            </Button>
          </Box>
        </>
      )}
      {phase === 'idle' && !voice && !canRecord() && (
        <Button color="inherit" onClick={onRemoved} sx={WORDS_IN_LINE}>
          Написать словами
        </Button>
      )}
      {phase === 'idle' && voice && (
        <>
          <Typography role="status" sx={{ mb: 1 }}>
            Записано {playingTime(seconds)}.
          </Typography>
          {url && <Voice key={url} url={url} name="Ваша запись" duration={seconds} />}
          <Box sx={ROW}>
            {rest >= LEAST_REST_SECONDS && (
              <Button variant="outlined" onClick={() => void start(seconds)}>
                Записать дальше
              </Button>
            )}
            <ConfirmButton
              variant="text"
              sx={WORDS_IN_LINE}
              label="Записать заново"
              isDestructive={false}
              questions={[{ title: 'Записать заново?', text: 'То, что уже записано, исчезнет.' }]}
              action={async () => {
                await remove()
                void start(0)
                return { isDone: true }
              }}
            />
            <ConfirmButton
              variant="text"
              sx={WORDS_IN_LINE}
              label="Убрать запись"
              questions={[{ title: 'Убрать запись?', text: 'Она исчезнет с этого устройства.' }]}
              action={async () => {
                await remove()
                return { isDone: true }
              }}
              onDone={onRemoved}
            />
          </Box>
        </>
      )}
    </Frame>
  )
}

/** Into view too: the recorder opens where a button was. */
function takeAndPassFocus(button: HTMLElement | null) {
  focusElement(button)
  return passFocusUp(button)
}

const NO_RECORDER =
  'Этот браузер не умеет записывать голос. Напишите, пожалуйста, словами, или откройте страницу в другом браузере.'
const NOTHING_HEARD = 'Запись не получилась: в ней ничего нет. Попробуйте ещё раз или напишите словами.'
const NO_ROOM =
  'На этом устройстве не хватает места. Говорите спокойно: запись будет здесь, пока открыта эта страница. Отправьте её, не закрывая страницу.'
const INTERRUPTED = 'Запись прервалась. Всё, что вы успели сказать, сохранено: её можно продолжить.'
const PROBLEMS: Record<string, string> = {
  NotAllowedError:
    'Микрофон не разрешён. Разрешите его этому сайту в настройках браузера и попробуйте ещё раз, или напишите словами.',
  NotFoundError: 'Микрофон не нашёлся. Подключите его и попробуйте ещё раз, или напишите словами.',
  NotReadableError: 'Микрофон занят звонком или другой программой. Закончите его и попробуйте ещё раз.',
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  return PROBLEMS[name] ?? 'Записать не получилось. Попробуйте ещё раз или напишите словами.'
}

const MAIN = { mt: 2, minWidth: 180 } as const
const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1, mt: 1.5 } as const

const Frame = styled('div')(({ theme }) => ({
  padding: theme.spacing(2.5),
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  borderRadius: theme.shape.borderRadius,
  textAlign: 'start',
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
}))

const Dot = styled('span')(({ theme }) => ({
  flexShrink: 0,
  width: 14,
  height: 14,
  borderRadius: '50%',
  backgroundColor: theme.vars?.palette.error.main,
}))

const Time = styled('span')(({ theme }) => ({
  fontSize: '1.25rem',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '& > span': { color: theme.vars?.palette.text.secondary },
}))

/** How loud it is: a speaker sees that they are heard. */
const Level = styled('span')(({ theme }) => ({
  flex: 1,
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  backgroundColor: theme.vars?.palette.action.hover,
  '& > span': {
    display: 'block',
    height: '100%',
    transform: 'scaleX(0)',
    transformOrigin: 'left',
    backgroundColor: theme.vars?.palette.primary.main,
    transition: 'transform 120ms linear',
  },
}))
