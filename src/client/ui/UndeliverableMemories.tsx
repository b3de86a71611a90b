import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import { useId, useSyncExternalStore } from 'react'
import { typeset } from '@contract/typeset'
import type { Writer } from '@client/lib/draft'
import {
  dropUnsent,
  onUnsentChange,
  readUndeliverableJson,
  type UndeliverableMemory as Undeliverable,
} from '@client/lib/unsent-memories'
import { momentInWords } from '@client/lib/formats'
import { FOCUS_AREA, passFocusUp } from './focus'
import { useToast } from './toasts'

const WHY = 'Страницу удалили прежде, чем появилась связь. Слова лежат только на этом устройстве: их можно скопировать.'

/** Words that could not be sent because their page is gone, for their writer to copy. Nothing where there are none. */
export function UndeliverableMemories({ whose }: { whose: Writer }) {
  const titleId = useId()
  const stored = useSyncExternalStore(
    onUnsentChange,
    () => readUndeliverableJson(whose),
    () => '[]',
  )
  const all = JSON.parse(stored) as Undeliverable[]

  return (
    <Box {...FOCUS_AREA}>
      {all.length > 0 && (
        <Box component="section" aria-labelledby={titleId} sx={{ mt: 5, mx: 'auto', maxWidth: '68ch' }}>
          <Box component="h2" id={titleId} sx={{ typography: 'h3', mb: 1.5 }}>
            Ваши слова, которые не отправились
          </Box>
          <Typography color="textSecondary">{WHY}</Typography>
          {all.map(({ key, words }) => (
            <Words key={words.idempotency_key} words={words} onDrop={() => dropUnsent(key, words.idempotency_key)} />
          ))}
        </Box>
      )}
    </Box>
  )
}

function Words({ words: { description, author, written_at }, onDrop }: WordsProps) {
  const textId = useId()
  const toast = useToast()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(description)
      toast.success('Слова скопированы')
    } catch {
      toast.error('Не удалось скопировать. Выделите слова и скопируйте их сами.')
    }
  }

  return (
    <Box component="figure" sx={{ mx: 0, mt: 3, mb: 0 }}>
      <Typography id={textId} sx={LETTER}>
        {description}
      </Typography>
      <Typography component="figcaption" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {author}, {typeset(momentInWords(written_at))}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button variant="outlined" aria-describedby={textId} onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button ref={passFocusUp} color="error" aria-describedby={textId} onClick={onDrop}>
          Удалить
        </Button>
      </Box>
    </Box>
  )
}

const LETTER = {
  fontFamily: (theme: Theme) => theme.typography.h1.fontFamily,
  fontSize: '1.125rem',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const

interface WordsProps extends Pick<Undeliverable, 'words'> {
  onDrop: () => void
}
