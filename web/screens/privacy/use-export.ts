import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { fetchExportFile } from '../../data/export-file.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { localizedFetch } from '../../i18n/localized-fetch.ts'
import { focusHeading } from './focus-heading.ts'
import { DATA_EXPORTS, type DataExport, REQUEST_DATA_EXPORT } from './operations.ts'
import { useFailureToast } from './use-failure-toast.ts'

const POLL_EVERY = 1_000

const isUnderWay = ({ status }: DataExport) => status === 'QUEUED' || status === 'RUNNING'

/** Loads the member's data exports, and polls while one is being prepared. */
export function useExports() {
  const showFailure = useFailureToast()
  const { data, failure, refetch } = useQuery(DATA_EXPORTS, {})
  const { mutate, isMutating } = useMutation(REQUEST_DATA_EXPORT)
  const underWay = data?.dataExports.find(isUnderWay) ?? null

  const waiting = underWay !== null
  useEffect(() => {
    if (!waiting) return
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      timer = setTimeout(() => void refetch().then(again), POLL_EVERY)
    }
    again()
    return () => clearTimeout(timer)
  }, [waiting])

  return {
    exports: data?.dataExports ?? null,
    underWay,
    failure,
    refetch,
    requesting: isMutating,
    async request() {
      try {
        await mutate({})
      } catch (error) {
        showFailure(t`We can't prepare your data right now`, error)
      }
      await refetch()
      focusHeading('data')
    },
  }
}

/** Downloads the file and has the browser save it. */
export function useDownload(id: string) {
  const { session, forceLogout } = useServices()
  const showFailure = useFailureToast()
  const [downloading, setDownloading] = useState(false)

  async function download() {
    setDownloading(true)
    try {
      const { name, content } = await fetchExportFile(
        {
          fetch: localizedFetch(window.fetch.bind(window)),
          token: () => session.token(),
          onUnauthorized: () => forceLogout(),
        },
        id,
      )
      saveFile(name, content)
    } catch (error) {
      showFailure(t`Download failed`, error)
    }
    setDownloading(false)
  }

  return { download, downloading }
}

function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
