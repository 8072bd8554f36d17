import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { RETENTION } from '#schema/retention.ts'
import { dateLocale, numberLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { QueryResult } from '../shared/query-result.tsx'
import { ExportContents } from './export-contents.tsx'
import type { DataExport } from './operations.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { useDownload, useExports } from './use-export.ts'

const { exportDays: days } = RETENTION

export function ExportSection() {
  const { exports, underWay, failure, refetch, request } = useExports()
  const [waited, setWaited] = useState(false)
  if (underWay && !waited) setWaited(true)
  return (
    <>
      <p className="privacy-lede">
        {t`Get a copy of your data in one zip file. A letter inside, in English, explains each file. You can ask once a day, and the file stays here for ${days} days.`}
      </p>
      <ExportContents />
      {/* Rendered empty at first: screen readers announce only changes of a live region that exists. */}
      <p className="sr-only" role="status">
        {underWay
          ? t`Gathering your data`
          : waited && exports?.[0]?.status === 'READY'
            ? t`Your data is ready to download.`
            : ''}
      </p>
      <QueryResult data={exports} failure={failure} what="your downloads" retry={refetch}>
        {(all) => (
          <>
            {underWay && <Progress percent={underWay.progress} />}
            {all[0]?.status === 'FAILED' && (
              <p className="notice" data-tone="danger" role="alert">
                {t`We couldn't prepare your last download. Nothing is lost. Please ask for it again.`}
              </p>
            )}
            <ReadyExports exports={all.filter(({ status }) => status === 'READY')} />
            {!underWay && <RequestExport last={all[0]} request={request} />}
          </>
        )}
      </QueryResult>
    </>
  )
}

interface RequestExportProps {
  last: DataExport | undefined
  /** @throws ApiFailure */
  request(password: string): Promise<void>
}

/** Hides the button while the server would refuse another export. */
function RequestExport({ last, request }: RequestExportProps) {
  const [asking, setAsking] = useState(false)
  const [now] = useState(() => Date.now())
  const hours = last?.status === 'READY' ? Math.ceil((Date.parse(last.created) + DAY - now) / HOUR) : 0
  if (hours > 0)
    return (
      <p className="caption ink-3">
        {plural(hours, { 1: 'You can ask again within an hour.', other: 'You can ask again in # hours.' })}
      </p>
    )
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t`Gather my data`}</Button>
      {asking && (
        <PasswordDialog
          title={t`Gather your data?`}
          description={t`Enter your password. Only you should be able to get your data.`}
          action={t`Gather my data`}
          focusAfter={() => document.getElementById('data-title')}
          onConfirm={async (password) => {
            await request(password)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

function Progress({ percent }: { percent: number }) {
  return (
    <div className="privacy-progress">
      <p className="label" id="export-progress">{t`Gathering your data`}</p>
      <progress max={100} value={percent} aria-labelledby="export-progress" />
      <p className="caption ink-3 num">{t`${percent}%. You can leave this page. We'll keep going.`}</p>
    </div>
  )
}

const ReadyExports = ({ exports }: { exports: DataExport[] }) =>
  exports.length > 0 && (
    <ul className="privacy-list">
      {exports.map((one) => (
        <ReadyRow key={one.id} one={one} />
      ))}
    </ul>
  )

function ReadyRow({ one }: { one: DataExport }) {
  const [asking, setAsking] = useState(false)
  const download = useDownload(one.id)
  const made = dateOf(one.created)
  const until = dateOf(one.expires)
  return (
    <li>
      <FileArchive className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">{t`Your data, ${made}`}</p>
        <p className="caption ink-3 num">
          {one.size === null
            ? t`available until ${until}`
            : t`${{ size: sizeOf(one.size) }}, available until ${until}`}
        </p>
      </div>
      <Button size="sm" variant="soft" onClick={() => setAsking(true)}>
        <Download className="icon" data-size="sm" aria-hidden="true" />
        <Trans>
          Download<span className="sr-only"> your data, {made}</span>
        </Trans>
      </Button>
      {asking && (
        <PasswordDialog
          title={t`Download your data?`}
          description={t`Enter your password. Keep the file in a safe place: it holds your private messages.`}
          action={t`Download`}
          onConfirm={async (password) => {
            await download(password)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

const dateOf = (time: string) =>
  new Date(time).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long' })

const MEGABYTE = 1_000_000

function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return t`${{ kilobytes: Math.max(1, Math.round(bytes / 1_000)) }} kB`
  const megabytes = (bytes / MEGABYTE).toLocaleString(numberLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })
  return t`${megabytes} MB`
}
