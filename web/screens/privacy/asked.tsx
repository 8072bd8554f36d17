import type { ReactNode } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'

interface AskedProps<Data> {
  data: Data | null
  failure: ApiFailure | null
  /** What could not be loaded, as a sentence says it. */
  what: string
  retry(): Promise<void>
  children(data: Data): ReactNode
}

/** What was asked for, or that it is on its way, or why it is not there. What is there already stays. */
export function Asked<Data>({ data, failure, what, retry, children }: AskedProps<Data>) {
  if (data) return children(data)
  if (!failure) return <Loading label={`Loading ${what}`} />
  return (
    <div className="privacy-note" role="alert">
      <p className="ink-2">
        We could not load {what}. {failure.message}
      </p>
      <Button size="sm" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
