import { useEffect } from 'react'
import { fetchExportFile } from '../../data/export-file.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { localizedFetch } from '../../i18n/localized-fetch.ts'
import { DATA_EXPORTS, type DataExport, REQUEST_DATA_EXPORT } from './operations.ts'

const POLL_EVERY = 1_000

const isUnderWay = ({ status }: DataExport) => status === 'QUEUED' || status === 'RUNNING'

/** Loads the member's data exports, and polls while one is being prepared. */
export function useExports() {
  const { data, failure, refetch } = useQuery(DATA_EXPORTS, {})
  const { mutate } = useMutation(REQUEST_DATA_EXPORT)
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
    /** @throws ApiFailure */
    async request(password: string) {
      await mutate({ password })
      await refetch()
    },
  }
}

/** Returns a function that downloads the file and has the browser save it. It throws ApiFailure. */
export function useDownload(id: string) {
  const { session, forceLogout } = useServices()
  return async (password: string) => {
    const deps = {
      fetch: localizedFetch(window.fetch.bind(window)),
      token: () => session.token(),
      onUnauthorized: () => forceLogout(),
    }
    const { name, content } = await fetchExportFile(deps, id, password)
    saveFile(name, content)
  }
}

function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
