import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'

/** What a query loads, and the texts about it. */
const TEXTS = {
  'your passkeys': { loading: msg`Loading your passkeys`, failed: msg`We couldn't load your passkeys.` },
  'your devices': { loading: msg`Loading your devices`, failed: msg`We couldn't load your devices.` },
  'your sessions': { loading: msg`Loading your sessions`, failed: msg`We couldn't load your sessions.` },
  'your sign-ins': { loading: msg`Loading your sign-ins`, failed: msg`We couldn't load your sign-ins.` },
  'your downloads': { loading: msg`Loading your downloads`, failed: msg`We couldn't load your downloads.` },
  'this setting': { loading: msg`Loading this setting`, failed: msg`We couldn't load this setting.` },
}

interface QueryResultProps<Data> {
  data: Data | null
  failure: ApiFailure | null
  what: keyof typeof TEXTS
  retry(): Promise<void>
  children(data: Data): ReactNode
}

/** Shows loaded data, a loading note, or an error with a retry button. Data that was loaded once stays visible. */
export function QueryResult<Data>({ data, failure, what, retry, children }: QueryResultProps<Data>) {
  if (data) return children(data)
  if (!failure) return <Loading label={i18n._(TEXTS[what].loading)} />
  return (
    <div className="privacy-note" role="alert">
      <p className="ink-2">
        {i18n._(TEXTS[what].failed)} {failure.message}
      </p>
      <Button size="sm" onClick={() => void retry()}>
        {t`Try again`}
      </Button>
    </div>
  )
}
