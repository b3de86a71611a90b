import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useAppDispatch } from '@client/store/hooks'
import { passFocusUp } from '@client/ui/focus'
import { type Upload, uploadDismissed, uploadConfirmed } from './upload-slice'

/** Asks, before the upload, whether to send a film that most browsers would not show and this one cannot convert. */
export function UnconfirmedRow({ upload: { id, fileName } }: { upload: Upload }) {
  const dispatch = useAppDispatch()

  return (
    <Box component="li" sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <div role="alert">
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {fileName} записан в формате, который показывают не все браузеры, а этот браузер не может его изменить. Видео
          ещё не отправлено.
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          {HOW_TO_RECORD} Готовое видео поможет сохранить как MP4 бесплатная программа HandBrake.
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          Можно отправить и так: видео сохранится, его можно будет скачать, но многие вместо него увидят тёмный экран.
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mt: 0.5 }}>
        <Button
          ref={passFocusUp}
          size="small"
          aria-label={`Отправить как есть: ${fileName}`}
          onClick={() => dispatch(uploadConfirmed(id))}
          sx={TOOL}
        >
          Отправить как есть
        </Button>
        <Button
          ref={passFocusUp}
          size="small"
          color="inherit"
          aria-label={`Не отправлять: ${fileName}`}
          onClick={() => dispatch(uploadDismissed(id))}
          sx={TOOL}
        >
          Не отправлять
        </Button>
      </Box>
    </Box>
  )
}

const HOW_TO_RECORD =
  'Если видео снимает iPhone, откройте «Настройки» → «Камера» → «Форматы» и выберите «Наиболее совместимые»: новые видео ' +
  'увидят все.'

const TOOL = { px: 1, ml: -1, mr: 1 } as const
