import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { typeset } from '@contract/typeset'
import { useExportAllMutation } from '@client/api/downloads-api'
import { useDownload } from '@client/store/use-download'
import { Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'

const PURPOSE =
  'Все страницы, которые вы храните, в одном архиве (ZIP): они открываются на компьютере и без интернета, с фотографиями, записями и словами памяти. В архиве есть и файл GEDCOM для программ, которые ведут семейное древо.'

/** Exports all pages of the account as an archive. */
export function ExportAll() {
  const [exportAll, { isLoading }] = useExportAllMutation()
  const download = useDownload()

  return (
    <Section spacing="medium" title="Скачать все страницы">
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {typeset(PURPOSE)}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<FileDownloadIcon />}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void download(() => exportAll())}
      >
        {isLoading ? 'Готовим…' : 'Скачать все страницы'}
      </Button>
    </Section>
  )
}
