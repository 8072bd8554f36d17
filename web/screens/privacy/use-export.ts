import { useEffect, useState } from 'react'
import { fetchExportFile } from '../../data/export-file.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { focusHeading } from './focus-heading.ts'
import { DATA_EXPORTS, type DataExport, REQUEST_DATA_EXPORT } from './operations.ts'
import { useTellFailure } from './use-tell-failure.ts'

const LOOK_EVERY = 1_000

const isUnderWay = ({ status }: DataExport) => status === 'QUEUED' || status === 'RUNNING'

/** The exports there are. While one is under way it is looked after. */
export function useExports() {
  const tellFailure = useTellFailure()
  const { data, failure, refetch } = useQuery(DATA_EXPORTS, {})
  const { mutate, isMutating } = useMutation(REQUEST_DATA_EXPORT)
  const underWay = data?.dataExports.find(isUnderWay) ?? null

  const waiting = underWay !== null
  useEffect(() => {
    if (!waiting) return
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      timer = setTimeout(() => void refetch().then(again), LOOK_EVERY)
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
        tellFailure('Not now', error)
      }
      await refetch()
      focusHeading('data')
    },
  }
}

/** Fetches the file, and hands it to the browser to be kept. */
export function useDownload(id: string) {
  const { session, forceLogout } = useServices()
  const tellFailure = useTellFailure()
  const [downloading, setDownloading] = useState(false)

  async function download() {
    setDownloading(true)
    try {
      const { name, content } = await fetchExportFile(
        {
          fetch: window.fetch.bind(window),
          token: () => session.token(),
          onUnauthorized: () => forceLogout(),
        },
        id,
      )
      keep(name, content)
    } catch (error) {
      tellFailure('Download failed', error)
    }
    setDownloading(false)
  }

  return { download, downloading }
}

function keep(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
