import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { typeset } from '@contract/typeset'
import { useMakeAllPlatesMutation } from '@client/api/book-api'
import { errorText } from '@client/api/errors'
import { saveFile } from '@client/lib/save-file'
import { Section } from '@client/ui/Section'
import { QrCodeIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { useOwnMemorialsPage } from './use-own-memorials-page'

const PURPOSE =
  'QR-коды всех страниц, которые вы храните, с именами и годами: листы A4 в одном файле (PDF). Их можно напечатать и разрезать по меткам.'
const IN_THE_MAKING = 'Готовим таблички…'
const FAILED = 'Не удалось подготовить таблички. Пожалуйста, попробуйте ещё раз немного позже.'

/** Saves the plates of all pages of the account for print. Nothing while it has no page. */
export function AllPlates() {
  const { data: mine } = useOwnMemorialsPage()
  const [makeAllPlates, { isLoading }] = useMakeAllPlatesMutation()
  const toast = useToast()
  if (!mine?.in_all.pages) return null

  async function save(): Promise<void> {
    try {
      saveFile(await makeAllPlates().unwrap(), 'Таблички с QR-кодами.pdf')
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }

  return (
    <Section spacing="medium" title="Таблички для печати">
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {typeset(PURPOSE)}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<QrCodeIcon />}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void save()}
      >
        {isLoading ? IN_THE_MAKING : 'Все таблички одним файлом'}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isLoading && IN_THE_MAKING}
      </Box>
    </Section>
  )
}
