import { useState } from 'react'
import {
  IMPORT_TABLE_MAX_BYTES,
  IMPORT_TABLE_TOO_LARGE,
  type ImportCorrection,
  type ImportProblem,
  type ImportProgress,
  type ImportTrial,
} from '@contract/import'
import { useRunImportMutation, useTryImportMutation } from '@client/api/import-api'
import { errorDetail, errorStatus, errorText, isNetworkFailure } from '@client/api/errors'

const CHECK_FAILED =
  'Не удалось проверить файл. Пожалуйста, попробуйте ещё раз. Если вы его только что изменили, выберите его снова.'
const CREATION_FAILED = 'Не удалось создать страницы. Ни одна из них не создана. Пожалуйста, попробуйте ещё раз.'
const NO_RESPONSE =
  'Связь прервалась. Прежде чем повторить, посмотрите, не появились ли страницы среди ваших мемориалов.'
const TOO_LARGE_FOR_ACCOUNT = 'Файл слишком большой для вашей учётной записи.'
const TOO_LARGE = { text: IMPORT_TABLE_TOO_LARGE, remedy: 'another-file' } as const

export interface Refusal {
  text: string
  /** What helps: more room for the account, the same once more, or another file, which is chosen above. */
  remedy: 'tariffs' | 'retry' | 'another-file'
  /** The file passed the check before, so the creation can be retried. */
  isOfCreation: boolean
}

export type Import = ReturnType<typeof useImport>

/** The import of a file: it is checked first, and creates pages after a confirmation. */
export function useImport() {
  const [tryImport, trying] = useTryImportMutation()
  const [runImport, running] = useRunImportMutation()
  const [sentBytes, setSentBytes] = useState(0)
  const [trial, setTrial] = useState<ImportTrial>()
  const [created, setCreated] = useState<number>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [checked, setChecked] = useState<ImportProgress>()
  const [corrections, setCorrections] = useState<ImportCorrection[]>([])
  const [hasUnchecked, setHasUnchecked] = useState(false)
  const [takesPresumed, setTakesPresumed] = useState(true)

  function begin(): void {
    setSentBytes(0)
    setChecked(undefined)
    setRefusal(undefined)
  }

  return {
    sentBytes,
    /** How far the check has come, when it takes long. */
    checked,
    corrections,
    /** There are corrections that no check has seen. */
    hasUnchecked,
    takesPresumed,
    setTakesPresumed,
    trial,
    created,
    refusal,
    isBusy: trying.isLoading || running.isLoading,
    step: stepOf({ isChecking: trying.isLoading, isCreating: running.isLoading, isOver: !!(trial ?? refusal) }),

    async check(file: File, photos: File | undefined): Promise<void> {
      begin()
      setTrial(undefined)
      if (isTooLarge(file)) {
        setRefusal({ ...TOO_LARGE, isOfCreation: false })
        return
      }
      const { data, error } = await tryImport({
        file,
        photos,
        corrections,
        onProgress: setSentBytes,
        onChecked: setChecked,
      })
      setHasUnchecked(false)
      if (data) setTrial(data)
      else setRefusal({ ...refusalOf(error, CHECK_FAILED), isOfCreation: false })
    },

    /** Rows that the trial found problems in are left out. */
    async create(file: File, photos: File | undefined): Promise<void> {
      begin()
      const skip = !!trial && trial.problems.length > 0
      const { data, error } = await runImport({
        file,
        photos,
        corrections,
        skip,
        presumed: takesPresumed,
        onProgress: setSentBytes,
      })
      const problems = problemsIn(error)
      if (data) setCreated(data.created)
      // Only the creation finds out whether photos are valid.
      else if (problems && trial) setTrial({ ...trial, ready: trial.rows - rowsOf(problems), problems })
      else
        setRefusal({ ...refusalOf(error, isNetworkFailure(error) ? NO_RESPONSE : CREATION_FAILED), isOfCreation: true })
    },

    /** Of a text that is corrected twice, the last one counts. */
    correct({ row, texts }: ImportCorrection): void {
      setCorrections((all) => {
        const before = all.find((each) => each.row === row)
        return [...all.filter((each) => each !== before), { row, texts: { ...before?.texts, ...texts } }]
      })
      setHasUnchecked(true)
    },

    /** Another file was chosen. */
    forget(): void {
      begin()
      setCorrections([])
      setHasUnchecked(false)
      setTakesPresumed(true)
      setTrial(undefined)
      setCreated(undefined)
    },
  }
}

function stepOf({ isChecking, isCreating, isOver }: { isChecking: boolean; isCreating: boolean; isOver: boolean }) {
  if (isChecking) return 'checking'
  if (isCreating) return 'creating'
  return isOver ? 'over' : 'choosing'
}

/** Known before it is sent, except of what lies in a ZIP. */
function isTooLarge({ name, size }: File): boolean {
  return size > IMPORT_TABLE_MAX_BYTES && !/\.(zip|gdz)$/i.test(name)
}

function refusalOf(error: unknown, fallback: string): Omit<Refusal, 'isOfCreation'> {
  if (errorDetail(error) === IMPORT_TABLE_TOO_LARGE) return TOO_LARGE
  return {
    text: errorText(error, { fallback, statuses: { 413: TOO_LARGE_FOR_ACCOUNT } }),
    remedy: [403, 413].includes(errorStatus(error) ?? 0) ? 'tariffs' : 'retry',
  }
}

function problemsIn(error: unknown): ImportProblem[] | undefined {
  const detail = errorDetail(error)
  const problems = Array.isArray(detail) ? detail.filter((each) => 'row' in each) : []
  return problems.length > 0 ? problems : undefined
}

function rowsOf(problems: ImportProblem[]): number {
  return new Set(problems.map(({ row }) => row)).size
}
