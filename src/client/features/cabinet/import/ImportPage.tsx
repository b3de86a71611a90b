import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { fileSize } from '@client/lib/bytes'
import { Page } from '@client/ui/Page'
import { FileChooser } from '@client/ui/form/FileChooser'
import { FileDownloadIcon } from '@client/ui/icons'
import { UploadFileIcon } from '@client/ui/tool-icons'
import { useWarningOnClose } from '@client/ui/use-warning-on-close'
import { ImportOutcome } from './ImportOutcome'
import { kindOf } from './import-texts'
import { saveSampleTable } from './sample-table'
import { SendingProgress } from './SendingProgress'
import { useImport } from './use-import'

const LEAD = 'Много страниц сразу: из таблицы, из семейного древа или из архива, который вы скачали здесь.'
const FILE_HINT =
  'Таблица CSV, семейное древо GEDCOM (.ged) или архив страниц (.zip). Сначала мы только проверим файл и ничего не создадим.'
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
            accept=".csv,.txt,.ged,.zip"
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
