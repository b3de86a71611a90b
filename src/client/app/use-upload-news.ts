import { addListener } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { selectIsUploading, uploadFailed, uploadFinished } from '@client/api/upload-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'
import { useWarningOnClose } from '@client/ui/use-warning-on-close'

/** Tells on any screen how uploads ended, and lets the browser ask before the page is closed on one. */
export function useUploadNews(): void {
  useEndsTold()
  useWarningOnClose(useAppSelector(selectIsUploading))
}

function useEndsTold(): void {
  const dispatch = useAppDispatch()
  const toast = useToast()

  useEffect(() => {
    const stopTellingOfFinished = dispatch(
      addListener({
        actionCreator: uploadFinished,
        effect: ({ payload: { fileName, isUnwanted } }) => {
          if (isUnwanted) toast.info(`Отменить не успели: ${fileName} уже в архиве. Файл можно удалить там.`)
          else toast.success(`Загружено: ${fileName}`)
        },
      }),
    )
    const stopTellingOfFailed = dispatch(
      addListener({
        actionCreator: uploadFailed,
        effect: ({ payload: { fileName, failure } }) => toast.error(`${failure}\n${fileName}`),
      }),
    )
    return () => {
      stopTellingOfFinished()
      stopTellingOfFailed()
    }
  }, [dispatch, toast])
}
