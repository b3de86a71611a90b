import { addListener } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { selectIsUploading, uploadFailed, uploadFinished } from '@client/api/upload-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'

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
        effect: ({ payload: { fileName } }) => toast.success(`Загружено: ${fileName}`),
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

function useWarningOnClose(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUploading])
}
