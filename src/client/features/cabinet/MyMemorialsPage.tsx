import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { PLATES_OF_FILE_MAX } from '@contract/plate'
import { typeset } from '@contract/typeset'
import { useMakeAllPlatesMutation } from '@client/api/own-downloads-api'
import { errorText } from '@client/api/errors'
import { saveFile } from '@client/lib/save-file'
import { useAccount } from '@client/store/use-account'
import { Page, Section } from '@client/ui/Page'
import { visuallyHidden } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { QrCodeIcon } from '@client/ui/tool-icons'
import { WaitingInvitations } from './invitations/WaitingInvitations'
import { NewMemorial, OwnMemorials } from './OwnMemorials'
import { TrashedMemorials } from './TrashedMemorials'
import { useOwnMemorialsPage } from './use-own-memorials-page'

/** The memorials of the account on a page of their own. The routes admit accounts only. */
export function MyMemorialsPage() {
  const { user } = useAccount()
  return (
    <Page title="Мои мемориалы">
      <WaitingInvitations />
      {user && <NewMemorial maxMemorials={user.max_memorials} />}
      <OwnMemorials />
      <AllPlates />
      {user && <TrashedMemorials />}
    </Page>
  )
}

const PURPOSE = {
  oneFile:
    'QR-коды всех страниц, которые вы храните, с именами и годами: листы A4 в одном файле (PDF). Их можно напечатать и разрезать по меткам.',
  severalFiles: `QR-коды всех страниц, которые вы храните, с именами и годами, по алфавиту фамилий: листы A4 в нескольких файлах (PDF), до ${PLATES_OF_FILE_MAX} табличек в каждом. Их можно напечатать и разрезать по меткам.`,
}
const IN_THE_MAKING = 'Готовим таблички…'
const FAILED = 'Не удалось подготовить таблички. Пожалуйста, попробуйте ещё раз немного позже.'

/** Saves the plates of all pages of the account for print. Renders nothing if it has no page. */
function AllPlates() {
  const { data: mine } = useOwnMemorialsPage()
  const [makeAllPlates, { isLoading, originalArgs }] = useMakeAllPlatesMutation()
  const toast = useToast()
  if (!mine?.in_all.pages) return null

  const parts = Math.ceil(mine.in_all.pages / PLATES_OF_FILE_MAX)

  async function save(part: number): Promise<void> {
    const name = parts > 1 ? `Таблички с QR-кодами, часть ${part}.pdf` : 'Таблички с QR-кодами.pdf'
    try {
      saveFile(await makeAllPlates({ part }).unwrap(), name)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }

  return (
    <Section spacing="medium" title="Таблички для печати">
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {typeset(parts > 1 ? PURPOSE.severalFiles : PURPOSE.oneFile)}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2 }}>
        {Array.from({ length: parts }, (_none, index) => index + 1).map((part) => (
          <Button
            key={part}
            variant="outlined"
            startIcon={<QrCodeIcon />}
            aria-disabled={isLoading}
            onClick={() => !isLoading && void save(part)}
          >
            {isLoading && originalArgs?.part === part ? IN_THE_MAKING : labelOf(part, parts)}
          </Button>
        ))}
      </Stack>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isLoading && IN_THE_MAKING}
      </Box>
    </Section>
  )
}

/** A file holds a limited number of plates; more pages need several files. */
function labelOf(part: number, parts: number): string {
  return parts > 1 ? `Таблички, часть ${part} из ${parts}` : 'Все таблички одним файлом'
}
