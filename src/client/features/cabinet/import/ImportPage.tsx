import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ImportProgress } from '@contract/import'
import { paths } from '@contract/paths'
import { counted } from '@contract/plurals'
import { fileSize } from '@client/lib/formats'
import { ALERT_WITH_BUTTON } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { focusElement } from '@client/ui/focus'
import { FileChooser } from '@client/ui/form/FileChooser'
import { FileDownloadIcon } from '@client/ui/icons'
import { UploadFileIcon } from '@client/ui/tool-icons'
import { useWarningOnClose } from '@client/ui/unsaved-changes'
import { Done } from '../Setting'
import { type ImportKind, kindOf, PAGES, saveSampleTable } from './import-texts'
import { TrialOutcome } from './TrialOutcome'
import { type Import, type Refusal, useImport } from './use-import'

const LEAD = 'Много страниц сразу: из таблицы, из семейного древа или из архива, который вы скачали здесь.'
const FILE_HINT =
  'Таблица Excel (.xlsx), LibreOffice (.ods) или CSV, семейное древо GEDCOM (.ged, .gdz) или архив страниц (.zip). Сначала мы только проверим файл и ничего не создадим.'
const PHOTOS_HINT = 'Если в таблице есть столбец «Фото»: архив ZIP с файлами, которые в нём названы.'

/** Creates pages from a file. The routes admit accounts only. */
export function ImportPage() {
  const [file, setFile] = useState<File>()
  const [photos, setPhotos] = useState<File>()
  const work = useImport()
  useWarningOnClose(work.isBusy)
  const kind = file && kindOf(file)
  const sentPhotos = kind === 'table' ? photos : undefined

  function choose(change: () => void): void {
    if (work.isBusy) return
    work.forget()
    change()
  }

  return (
    <Page title="Перенести из файла" lead={LEAD} width="md">
      <Box sx={{ mt: 4, display: 'grid', gap: 3 }}>
        <Box>
          <FileChooser
            id="import-file"
            label="Файл"
            buttonLabel={file ? 'Выбрать другой файл' : 'Выбрать файл'}
            icon={<UploadFileIcon />}
            accept=".xlsx,.ods,.csv,.tsv,.txt,.ged,.gdz,.zip"
            hint={FILE_HINT}
            chosen={file && <ChosenFile file={file} />}
            onChoose={([first]) => first && choose(() => setFile(first))}
          />
          <Button
            variant="outlined"
            size="small"
            startIcon={<FileDownloadIcon />}
            onClick={saveSampleTable}
            sx={{ mt: 2 }}
          >
            Скачать образец таблицы
          </Button>
        </Box>
        {kind === 'table' && (
          <FileChooser
            id="import-photos"
            label="Фотографии, если они есть"
            buttonLabel={photos ? 'Выбрать другой архив' : 'Выбрать архив'}
            icon={<UploadFileIcon />}
            accept=".zip"
            hint={PHOTOS_HINT}
            chosen={photos && <ChosenFile file={photos} />}
            onChoose={([first]) => first && choose(() => setPhotos(first))}
          />
        )}
        {file && work.step === 'choosing' && (
          <Box>
            <Button variant="contained" size="large" onClick={() => void work.check(file, sentPhotos)}>
              Проверить файл
            </Button>
          </Box>
        )}
        {file && work.isBusy && (
          <SendingProgress
            sentBytes={work.sentBytes}
            bytes={file.size + (sentPhotos?.size ?? 0)}
            checked={work.checked}
            done={work.step === 'checking' ? 'Проверяем файл…' : 'Создаём страницы… Это может занять несколько минут.'}
          />
        )}
        {file && kind && !work.isBusy && (
          <ImportOutcome
            kind={kind}
            work={work}
            onCheck={() => void work.check(file, sentPhotos)}
            onCreate={() => void work.create(file, sentPhotos)}
          />
        )}
      </Box>
    </Page>
  )
}

function ChosenFile({ file }: { file: File }) {
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {file.name}, {fileSize(file.size)}
    </Typography>
  )
}

interface ImportOutcomeProps {
  kind: ImportKind
  work: Import
  onCheck: () => void
  onCreate: () => void
}

/** The result of the check, and of the creation after it. */
function ImportOutcome({ kind, work, onCheck, onCreate }: ImportOutcomeProps) {
  const { trial, created, refusal } = work
  if (created !== undefined) return <Created count={created} />
  return (
    <>
      {refusal && <Refused refusal={refusal} onRetry={refusal.isOfCreation ? onCreate : onCheck} />}
      {trial && <TrialOutcome kind={kind} trial={trial} work={work} onCheck={onCheck} onCreate={onCreate} />}
    </>
  )
}

function Created({ count }: { count: number }) {
  return (
    <Box ref={focusElement} tabIndex={-1} sx={{ display: 'grid', gap: 2, justifyItems: 'start', outline: 'none' }}>
      <Done>{`Готово: ${counted(count, PAGES)} среди ваших мемориалов.`}</Done>
      <Button component={Link} to={paths.myMemorials} variant="contained" size="large">
        Мои мемориалы
      </Button>
    </Box>
  )
}

function Refused({ refusal: { text, remedy }, onRetry }: { refusal: Refusal; onRetry: () => void }) {
  const buttons = {
    tariffs: (
      <Button color="inherit" component={Link} to={paths.tariffs}>
        Тарифы и цены
      </Button>
    ),
    retry: (
      <Button color="inherit" onClick={onRetry}>
        Повторить
      </Button>
    ),
    'another-file': undefined,
  }
  return (
    <Alert severity="error" variant="outlined" action={buttons[remedy]} sx={ALERT_WITH_BUTTON}>
      {text}
    </Alert>
  )
}

interface SendingProgressProps {
  sentBytes: number
  bytes: number
  checked: ImportProgress | undefined
  /** The text for the time after the upload. */
  done: string
}

/** The progress of an upload, and then a note that the server processes the file. */
function SendingProgress({ sentBytes, bytes, checked, done }: SendingProgressProps) {
  const sentPercent = bytes === 0 ? 100 : Math.min(100, Math.floor((sentBytes / bytes) * 100))
  const isSent = sentPercent === 100
  const isCounted = isSent && checked !== undefined && checked.of > 0
  const percent = isCounted ? Math.floor((checked.done / checked.of) * 100) : sentPercent
  return (
    <Box>
      <LinearProgress
        variant={isSent && !isCounted ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={isCounted ? 'Проверяем файл' : 'Отправляем файл'}
        sx={{ my: 1, height: 6, borderRadius: 3, backgroundColor: 'divider' }}
      />
      <Typography color="textSecondary" role="status">
        {isCounted ? `Проверяем файл… ${percent} %` : isSent ? done : `Отправляем файл… ${percent} %`}
      </Typography>
    </Box>
  )
}
