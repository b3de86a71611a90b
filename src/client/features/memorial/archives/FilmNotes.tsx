import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'

const NOTE = { mt: 1, '& .MuiAlert-message': { fontSize: '1.0625rem' } } as const

/** Replaces the player until the server has made a copy that every browser plays. */
export function FilmInPreparation() {
  return (
    <Alert severity="info" variant="outlined" role="status" sx={NOTE}>
      Готовим видео. Оно появится здесь через несколько минут, страницу можно закрыть.
    </Alert>
  )
}

/** Below a film that only some browsers show. */
export function FilmForFewBrowsers({ address, isEditing }: { address: string; isEditing: boolean }) {
  return (
    <Alert severity="info" variant="outlined" icon={false} sx={NOTE}>
      Это видео записано в формате, который показывают не все браузеры. Если оно не открывается, его можно{' '}
      <Link href={address} download>
        скачать
      </Link>{' '}
      и посмотреть на своём устройстве.
      {isEditing && ` ${ADVICE}`}
    </Alert>
  )
}

const ADVICE =
  'Чтобы его увидели все, сохраните видео как MP4 (H.264) и добавьте снова. На iPhone новые видео будут такими, если в ' +
  'настройках камеры в разделе «Форматы» выбрать «Наиболее совместимые».'
