import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { createSvgIcon } from '@mui/material/utils'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { boolean, mixed, number, object, string } from 'yup'
import { VOICE_CONSENT_NEEDED } from '@contract/consent'
import { paths } from '@contract/paths'
import { counted, type Forms } from '@contract/plurals'
import type { DraftKey } from '@client/lib/draft'
import { dropRecording } from '@client/lib/saved-recording'
import { useReturnedFocus } from '@client/ui/focus'
import { CheckboxField } from '@client/ui/form/CheckboxField'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { WORDS_IN_LINE } from '@client/ui/styles'

/** Loaded when someone wants to record: it reads and writes recordings. */
const VoiceRecorder = lazyChunk(async () => (await import('./VoiceRecorder')).VoiceRecorder, {
  Loading: () => <Loading>Открываем запись…</Loading>,
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось открыть запись голоса.</LoadFailed>,
})

export interface VoiceValues {
  voice: File | null
  /** Of what is stored on this device, in seconds. Part of the draft: an unsent recording opens the form again. */
  voice_seconds: number
  is_recording: boolean
  voice_consent: boolean
  /** Its wave, where this browser can draw it. */
  voice_peaks: string | undefined
}

export const NO_VOICE: VoiceValues = {
  ...{ voice: null, voice_seconds: 0, is_recording: false, voice_consent: false },
  voice_peaks: undefined,
}

export const STILL_RECORDING = 'Запись ещё идёт. Нажмите «Закончить», а потом отправьте.'
export const VOICE_STAYS = 'Связи сейчас нет. Запись осталась на этом устройстве: отправьте её, когда связь появится.'

export const voiceSchema = object({
  voice: mixed<File>().nullable().default(null),
  voice_seconds: number().default(0),
  is_recording: boolean().default(false),
  voice_peaks: string(),
  voice_consent: boolean()
    .default(false)
    .test('given', VOICE_CONSENT_NEEDED, (given, { parent }) => given || !(parent as VoiceValues).voice),
})

const OF_SECONDS: Forms = ['секунда', 'секунды', 'секунд']

export interface VoiceFieldProps {
  storageKey: DraftKey
  /** The recorder is there at once: a button to tell by voice opened the form. */
  opensAtOnce?: boolean
  /** Called when the speaker would rather write. */
  onClose?: () => void
}

/** Words told by voice, in place of written ones or next to them. */
export function VoiceField({ storageKey, opensAtOnce = false, onClose }: VoiceFieldProps) {
  const { values, setValues } = useFormikContext<VoiceValues>()
  const { voice, voice_seconds: seconds } = values
  const [isOpen, setOpen] = useState(opensAtOnce)
  const openButton = useReturnedFocus(isOpen)

  function set(change: Partial<VoiceValues>): void {
    void setValues((before) => ({ ...before, ...change }), false)
  }

  function remove(): void {
    set(NO_VOICE)
    void dropRecording(storageKey)
  }

  if (isOpen || voice) {
    return (
      <div>
        <VoiceRecorder
          storageKey={storageKey}
          seconds={seconds}
          voice={voice}
          onChange={(recorded) =>
            set({
              ...{ voice: recorded.voice, voice_seconds: recorded.seconds, is_recording: recorded.isRecording },
              voice_peaks: recorded.peaks,
            })
          }
          onRemoved={() => {
            remove()
            setOpen(false)
            onClose?.()
          }}
        />
        {voice && (
          <Box sx={{ mt: 2 }}>
            <CheckboxField
              name="voice_consent"
              label={
                <>
                  Я даю{' '}
                  <Link href={paths.voiceConsent} target="_blank" rel="noopener">
                    согласие на запись голоса
                  </Link>
                </>
              }
            />
          </Box>
        )}
      </div>
    )
  }
  if (seconds > 0) {
    return (
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}>
        <Typography sx={{ flexBasis: '100%' }}>
          {`У вас осталась запись, ${counted(Math.max(1, Math.round(seconds)), OF_SECONDS)}. Продолжить?`}
        </Typography>
        <Button variant="outlined" onClick={() => setOpen(true)}>
          Продолжить
        </Button>
        <Button color="inherit" onClick={remove} sx={WORDS_IN_LINE}>
          Убрать запись
        </Button>
      </Box>
    )
  }
  return (
    <div>
      <Button ref={openButton} variant="outlined" startIcon={<MicrophoneIcon />} onClick={() => setOpen(true)}>
        Рассказать голосом
      </Button>
    </div>
  )
}

const MicrophoneIcon = createSvgIcon(
  <path d="M12 14c1.66 0 3-1.34 3-3V5c0-1.66-1.34-3-3-3S9 3.34 9 5v6c0 1.66 1.34 3 3 3m5.3-3c0 3-2.54 5.1-5.3 5.1S6.7 14 6.7 11H5c0 3.41 2.72 6.23 6 6.72V21h2v-3.28c3.28-.48 6-3.3 6-6.72z" />,
  'Microphone',
)
