import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { useExportMemorialMutation } from '@client/api/downloads-api'
import { megabytes } from '@client/lib/formats'
import { useDownload } from '@client/store/use-download'
import { Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'

const PURPOSE =
  'Один архив (ZIP): страница, которая открывается на компьютере и без интернета, все фотографии и записи, как они хранятся, слова памяти и данные для программ.'

/** Exports the whole page as an archive, for keepers. */
export function ExportMemorial({ memorial }: { memorial: Memorial }) {
  const [exportMemorial, { isLoading }] = useExportMemorialMutation()
  const download = useDownload()
  const { used_storage_bytes: used } = memorial

  return (
    <Section title="Скачать страницу">
      <Typography color="textSecondary" sx={{ mb: 2, textWrap: 'balance' }}>
        {typeset(PURPOSE)}
        {used ? ` Фотографии и записи занимают ${megabytes(used)}.` : ''}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<FileDownloadIcon />}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void download(() => exportMemorial(memorial.id))}
      >
        {isLoading ? 'Готовим…' : 'Скачать страницу'}
      </Button>
    </Section>
  )
}
